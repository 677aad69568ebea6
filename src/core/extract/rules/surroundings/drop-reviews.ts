import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptWords } from '../../page/block-range.ts';
import { type PageStructure, wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Names of one review, and of a box of them; `preview` and `reviewed` are neither. */
const REVIEW = /(?:^|[^a-z])reviews?(?:$|[^a-z])/;
const REVIEWS = /(?:^|[^a-z])reviews(?:$|[^a-z])/;
/** Address of the type of a review. */
const TYPE = /schema\.org\/Review$/;
/** Attributes that name an element, and how much of them is read. */
const NAMING = new Set(['class', 'id', 'itemprop', 'itemtype']);
const MAX_NAME_CHARS = 300;
/** Elements that are lines of a text and no review. */
const LINES = new Set('p span a b strong td tr dt dd h1 h2 h3 h4 h5 h6'.split(' '));
/** Fewest siblings of one kind that are a list of reviews, and fewest words of one. */
const MIN_REVIEWS = 3;
const MIN_WORDS = 8;
/** Fewest words beside the reviews for which they go: with fewer they are what the page is about. */
const MIN_WORDS_BESIDE = 30;

/**
 * Drops what customers wrote about a product, on a page that sells one: as comments below an article, it is not what the
 * page says. A list of reviews is three siblings of one kind and more that are named so or stand in a box named so, or one
 * that is a review by its type; it goes with that box, its heading and its sums. Changes `keep`.
 */
export function dropReviews({ a, s, isProduct }: ScoredPage, keep: Uint8Array): void {
  if (!isProduct()) return;
  const { nodes } = a.doc;
  const kept = keptWords(a, keep);
  const found: (readonly [number, number])[] = [];
  let beside = kept[keep.length]!;
  let searched = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (node.attrs.length === 0) continue;
    if (i >= searched && isNamed(node, REVIEWS)) searched = node.end;
    else if (!isInList(a, s, i) || !isNamed(node, REVIEW)) continue;
    const range = blockRange(a, i);
    const words = kept[range[1]]! - kept[range[0]]!;
    if (words === 0 || !holdsList(a, s, node)) continue;
    found.push(range);
    beside -= words;
    i = node.end - 1;
  }
  if (found.length === 0 || beside < MIN_WORDS_BESIDE) return;
  for (const range of found) keep.fill(0, ...range);
}

/** Whether an element is one of several of a kind that are more than lines. */
function isInList(a: Annotation, s: PageStructure, index: number): boolean {
  return (
    s.repeats[index]! >= MIN_REVIEWS && !LINES.has(a.doc.nodes[index]!.tag) && wordsIn(a, index) >= MIN_WORDS
  );
}

/** Whether an element, or one inside it, is in a list, or a customer's review by its type. */
function holdsList(a: Annotation, s: PageStructure, box: HtmlNode): boolean {
  for (let i = box.index; i < box.end; i++) if (isInList(a, s, i) || isTyped(a.doc.nodes[i]!)) return true;
  return false;
}

/** Whether an element is a review by microdata, or by the class that WooCommerce gives it. */
function isTyped(node: HtmlNode): boolean {
  if (TYPE.test(attr(node, 'itemtype') ?? '')) return true;
  return node.tag === 'li' && /^review(?=\s|$)/.test(attr(node, 'class') ?? '');
}

function isNamed(node: HtmlNode, name: RegExp): boolean {
  for (const attribute of node.attrs) {
    // Nearly all names have no such letters; the others are taken apart: `CustomerReviews`.
    if (!attribute.value.includes('eview') || !NAMING.has(attribute.name)) continue;
    const names = attribute.value.slice(0, MAX_NAME_CHARS);
    if (name.test(names.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase())) return true;
  }
  return false;
}
