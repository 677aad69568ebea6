import { siblingElement } from '../html/sibling-element.ts';
import { attr, type HtmlNode } from '../html/tree.ts';
import { type Annotation, metaContent } from './annotate.ts';
import { headingLevel } from './block-features.ts';
import { blockRange, keptBlocks } from './block-range.ts';
import { type PageStructure, sumIn, wordsIn } from './page-structure.ts';
import { descriptionWords, isDescription } from './page-titles.ts';
import { stepNumber } from './prune.ts';

/** Most words of a figure: a caption, a credit, the label of a button. */
const MAX_FIGURE_WORDS = 60;
/** Fewest pictures of one template position that stay for the others to stay as well, and how many for each of those. */
const MIN_ALIKE = 3;
const ALIKE_FOR_EACH = 3;
/** Widest and highest icon, in CSS pixels. */
const MAX_ICON_SIZE = 48;

/**
 * Brings back pictures that went with the words beside them: those of figures in a text that stays, with their captions,
 * which the model drops as the labels do; the one above it by which the page wants to be known; and those of cards that
 * stay where nearly all others of their list keep theirs (one has a badge). Icons and portraits of readers stay away. `keep` tells the blocks that stay. Changes `removedBy`.
 */
export function keepPictures(
  a: Annotation,
  s: PageStructure,
  barred: Uint8Array,
  keep: Uint8Array,
  removedBy: Uint8Array,
): void {
  const gone = new Uint8Array(removedBy.length);
  const kept = keptBlocks(keep);
  const alike = new Map<number, { stay: number; readonly gone: HtmlNode[] }>();
  for (const node of a.doc.nodes) {
    const i = node.index;
    gone[i] = removedBy[i] !== 0 || (node.parent !== null && gone[node.parent.index] === 1) ? 1 : 0;
    if (barred[i] === 1) continue;
    if (isPicture(a, node) && isInKeptCard(a, s, i, kept)) {
      const group = alike.get(s.path[i]!) ?? { stay: 0, gone: [] };
      if (gone[i] === 1) group.gone.push(node);
      else group.stay++;
      alike.set(s.path[i]!, group);
    } else if (gone[i] === 1 && isFigure(node) && isInKeptText(a, node, kept))
      revealFigure(a, node, removedBy);
  }
  keepLead(a, s, barred, kept, gone, removedBy);
  for (const group of alike.values()) {
    if (group.stay < Math.max(MIN_ALIKE, group.gone.length * ALIKE_FOR_EACH)) continue;
    for (const picture of group.gone) reveal(picture, removedBy);
  }
}

/** Whether a node is a picture that says something: no icon and no portrait beside a name. */
function isPicture(a: Annotation, node: HtmlNode): boolean {
  if (node.tag !== 'img' || a.unrendered[node.index] === 1) return false;
  const isSmall = ['width', 'height'].some((side) => Number(attr(node, side) ?? Infinity) <= MAX_ICON_SIZE);
  const names = [node, node.parent, node.parent?.parent ?? null].map((up) => up && attr(up, 'class'));
  return !isSmall && !names.some((name) => name !== null && ICON.test(name));
}

const ICON = /avatar|(?:^|[\s_-])icons?(?:$|[\s_-])/i;

/** Whether a figure is between two blocks that stay, or beside one in a box that mostly stays. */
function isInKeptText(a: Annotation, figure: HtmlNode, kept: Int32Array): boolean {
  if (wordsIn(a, figure.index) > MAX_FIGURE_WORDS || isOfAnotherPage(a, figure)) return false;
  const [from, to] = blockRange(a, figure.index);
  const before = from > 0 && kept[from]! > kept[from - 1]!;
  const after = to + 1 < kept.length && kept[to + 1]! > kept[to]!;
  if (before && after) return true;
  if (!before && !after) return false;
  const [first, end] = blockRange(a, figure.parent!.index);
  return (kept[end]! - kept[first]!) * 2 > end - first - (to - from);
}

/** Whether a figure is mostly a link. A credit below a picture may be one, unless the picture leads to a page as well. */
function isOfAnotherPage(a: Annotation, figure: HtmlNode): boolean {
  let words = wordsIn(a, figure.index);
  let links = sumIn(a, a.linkWords, figure.index);
  if (links * 2 <= words) return false;
  const parts = a.doc.nodes.slice(figure.index + 1, figure.end);
  if (parts.some(leadsToPage)) return true;
  for (const { index } of parts.filter(isCaption)) {
    words -= wordsIn(a, index);
    links -= sumIn(a, a.linkWords, index);
  }
  return links * 2 > words;
}

/** Whether a node is a link around a picture to anything else than a picture. */
function leadsToPage(node: HtmlNode): boolean {
  if (node.tag !== 'img') return false;
  let up = node.parent;
  while (up !== null && up.tag !== 'a' && up.tag !== 'figure') up = up.parent;
  return up?.tag === 'a' && !/\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i.test(attr(up, 'href') ?? '');
}

/** Fewest words of the text that a leading picture stands above. */
const MIN_LED_WORDS = 20;
/** Blocks between the line by which a page describes itself and its first text. */
const MAX_LEAD_BLOCKS = 20;
/** Blocks with which the content begins, among which its title is. */
const MAX_TITLE_BLOCKS = 3;

/**
 * Brings back the picture that the page gives to those who link to it, between its title, or the top of the article that the
 * title stands in, and its first text: labels leave it out.
 */
function keepLead(
  a: Annotation,
  s: PageStructure,
  barred: Uint8Array,
  kept: Int32Array,
  gone: Uint8Array,
  removedBy: Uint8Array,
): void {
  const stems = sharedPictures(a);
  const isKept = (block: number): boolean => kept[block + 1]! > kept[block]!;
  const staying = a.blocks.flatMap((_, block) => (isKept(block) ? [block] : []));
  const texts = staying.filter((block) => a.blocks[block]!.count.words >= MIN_LED_WORDS);
  const described = descriptionWords(a.doc);
  const isStandfirst =
    texts.length > 1 &&
    texts[1]! <= texts[0]! + MAX_LEAD_BLOCKS &&
    isDescription(a.blocks[texts[0]!]!, described);
  const text = texts[isStandfirst ? 1 : 0];
  const title = staying.slice(0, MAX_TITLE_BLOCKS).find((block) => headingLevel(a, a.blocks[block]!) > 0);
  if (stems.length === 0 || text === undefined || title === undefined || title >= text) return;
  const isShared = (node: HtmlNode): boolean =>
    isPicture(a, node) && stems.some((stem) => names(node, stem)) && !isOnCard(a, s, node);
  if (a.doc.nodes.some((node) => gone[node.index] === 0 && isShared(node))) return;
  const from = topOf(a.doc.nodes[a.blocks[title]!.element]!);
  const lead = a.doc.nodes
    .slice(from, a.blocks[text]!.first)
    .find((node) => barred[node.index] === 0 && isShared(node) && !THUMBNAIL.test(attr(node, 'src') ?? ''));
  if (lead === undefined) return;
  let figure: HtmlNode | null = lead;
  while (figure !== null && !isFigure(figure)) figure = figure.parent;
  if (figure !== null && wordsIn(a, figure.index) <= MAX_FIGURE_WORDS) revealFigure(a, figure, removedBy);
  else reveal(lead, removedBy);
}

/** An address that asks for a picture of less than 200 pixels. */
const THUMBNAIL = /(?:[?&](?:w|width|sw)=|\/w_)1?\d?\d(?=[&,/]|$)|[-_/]1?\d?\dx1?\d?\d(?=[/.])/;

/** Fewest words of a repeated box that is a card, and not a slide. */
const MIN_CARD_WORDS = 4;

function isOnCard(a: Annotation, s: PageStructure, picture: HtmlNode): boolean {
  const card = s.repeated[picture.index]!;
  return card >= 0 && wordsIn(a, card) >= MIN_CARD_WORDS;
}

/** Node index of the article or page that a title stands in, else of the box around the box around it. */
function topOf(title: HtmlNode): number {
  let up: HtmlNode | null = title;
  while (up !== null && up.tag !== 'article' && up.tag !== 'main') up = up.parent;
  return (up ?? title.parent?.parent ?? title).index;
}

/** Names of the files, without size and kind, of the pictures that a page gives to those who link to it; no logos. */
function sharedPictures(a: Annotation): string[] {
  const urls = ['og:image', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'].map((key) =>
    metaContent(a.doc, key),
  );
  const stems = urls
    .map((url) => stemOf(url))
    .filter((stem) => stem.length >= MIN_STEM && !/logo|avatar/i.test(stem));
  return [...new Set(stems)];
}

/** Fewest characters of such a name that tell it from others. */
const MIN_STEM = 5;

function stemOf(url: string): string {
  const file = url.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  return file.replace(/\.\w{2,5}$/, '').replace(/(?:[-_](?:\d{2,4}x\d{2,4}|scaled|\d{2,4}w)|@\dx)+$/i, '');
}

/** Attributes of a picture that hold its addresses. */
const SOURCES = [
  'src',
  'srcset',
  'data-src',
  'data-srcset',
  'data-lazy-src',
  'data-lazy-srcset',
  'data-original',
];

function names(picture: HtmlNode, stem: string): boolean {
  return SOURCES.some((source) => (attr(picture, source) ?? '').includes(stem));
}

/** Takes back the removals around the pictures of a figure, and around its captions where it has one. */
function revealFigure(a: Annotation, figure: HtmlNode, removedBy: Uint8Array): void {
  const parts = a.doc.nodes.slice(figure.index + 1, figure.end);
  const pictures = parts.filter((node) => isPicture(a, node) && hasAddress(node));
  if (pictures.length === 0) return;
  for (const picture of pictures) reveal(picture, removedBy);
  for (const caption of parts.filter(isCaption)) {
    reveal(caption, removedBy);
    for (let i = caption.index + 1; i < caption.end; i++) {
      const part = a.doc.nodes[i]!;
      if (a.blockOf[i]! >= 0) reveal(part, removedBy);
      else if (part.tag === 'img' && !isPicture(a, part)) removedBy[i] = stepNumber('media');
    }
  }
}

/** Whether a picture has an address that can be written: its own, of the `<picture>` around it, or for readers without scripts. */
function hasAddress(picture: HtmlNode): boolean {
  const own = picture.attrs.some(
    ({ name, value }) => /src/.test(name) && value !== '' && !value.startsWith('data:'),
  );
  return own || picture.parent?.tag === 'picture' || siblingElement(picture, 'next')?.tag === 'noscript';
}

/** Captions, by the names that WordPress and MediaWiki give theirs. */
const CAPTION = /(?:^|\s)(?:wp-caption-text|thumbcaption)(?:\s|$)/;

function isCaption(node: HtmlNode): boolean {
  return node.tag === 'figcaption' || CAPTION.test(attr(node, 'class') ?? '');
}

/** Boxes that are figures by the names that WordPress, MediaWiki and Substack give them. */
const FIGURE =
  /(?:^|\s)(?:wp-caption|wp-block-image|thumb t(?:right|left|none)|captioned-image-container)(?:\s|$)/;

function isFigure(node: HtmlNode): boolean {
  return node.tag === 'figure' || (node.tag === 'div' && FIGURE.test(attr(node, 'class') ?? ''));
}

function isInKeptCard(a: Annotation, s: PageStructure, index: number, kept: Int32Array): boolean {
  const card = s.repeated[index]!;
  if (card < 0) return false;
  const [from, to] = blockRange(a, card);
  return kept[to]! > kept[from]!;
}

/**
 * Takes back the removals around a node; what stands beside it in what was removed stays removed, and what the caller
 * excluded.
 */
function reveal(node: HtmlNode, removedBy: Uint8Array): void {
  const path: HtmlNode[] = [];
  let top = -1;
  for (let up: HtmlNode | null = node; up !== null; up = up.parent) {
    path.push(up);
    if (removedBy[up.index] === stepNumber('excluded')) return;
    if (removedBy[up.index] !== 0) top = path.length - 1;
  }
  if (top < 0) return;
  const step = removedBy[path[top]!.index]!;
  for (let k = top; k > 0; k--) {
    removedBy[path[k]!.index] = 0;
    for (let child = path[k]!.first; child !== null; child = child.next)
      if (child !== path[k - 1] && removedBy[child.index] === 0) removedBy[child.index] = step;
  }
  removedBy[node.index] = 0;
}
