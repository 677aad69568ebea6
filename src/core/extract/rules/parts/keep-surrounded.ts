import { inOrder } from '../../../html/element-index.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptWords } from '../../page/block-range.ts';
import { ClassTest } from '../../page/class-test.ts';
import { type PageStructure, sumIn, wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';
import { isLayoutTable, isNearlyContent, NEARLY_ALONE, NEARLY_BESIDE_TEXT } from './data-table.ts';
import { keepShown } from './keep-whole.ts';

/** What belongs to the text that it stands in: code anywhere in it, the others between two blocks of it. */
const PARTS = ['pre', 'table', 'details', 'blockquote'];
/** Cards that an author puts into a text for a page or a file, by the names that Ghost, WordPress, Notion, Substack and Medium give them. */
const LINK_CARD =
  /(?:^|\s)(?:kg-(?:bookmark|file)-card|wp-block-file|bookmark source|embedded-post-wrap|embed__url|mixtapeEmbed)(?:\s|$)/;
/** What is in the names of all of them; nearly every other class is told by it. */
const OF_CARD = /-card|-file|bookmark|embed|mixtape/;
/** Most words beside a part in a box that is its frame: "Copy", "Swipe right to see more". */
const MAX_FRAME_WORDS = 12;

/**
 * Brings back code, data tables, quotes, disclosures and cards of links that were dropped whole from a container most of which stays: no
 * measure of prose can speak for them. A summary stays with most of what it unfolds. Changes `keep`.
 */
export function keepSurrounded(page: ScoredPage, keep: Uint8Array): void {
  const { a, s } = page;
  const kept = keptWords(a, keep);
  const mostStays = (around: number, part: number): boolean => {
    const [from, to] = blockRange(a, around);
    const words = kept[to]! - kept[from]!;
    return words > 0 && words * 2 >= wordsIn(a, around) - wordsIn(a, part);
  };
  let shownTo = 0;
  const cards = new ClassTest(a, OF_CARD, { passes: (value) => LINK_CARD.test(value) }).elements();
  for (const { tag, parent, index: i, end } of inOrder([
    ...a.doc.elements.tagged(...PARTS, 'summary'),
    ...cards,
  ])) {
    if (i < shownTo) continue;
    const part = tag !== 'summary';
    const [from, to] = blockRange(a, i);
    if (from === to || page.barred[a.blocks[from]!.first] === 1 || kept[to]! > kept[from]!) continue;
    const framed = part ? frameOf(a, s, i, kept) : i;
    const around = part ? s.wider[framed]! : parent!.index;
    if (around < 0 || !mostStays(around, framed)) continue;
    if (part && !isAmong(page, i, framed, around, keep)) continue;
    keepShown(page, i, keep);
    shownTo = end;
  }
}

/** The widest box around a part of which nothing stays and that holds little else: its toolbar, its hints. */
function frameOf(a: Annotation, s: PageStructure, part: number, kept: Int32Array): number {
  let frame = part;
  for (let up = s.wider[part]!; up >= 0; up = s.wider[up]!) {
    const [from, to] = blockRange(a, up);
    if (kept[to]! > kept[from]! || wordsIn(a, up) - wordsIn(a, part) > MAX_FRAME_WORDS) break;
    frame = up;
  }
  return frame;
}

/** Whether kept blocks of the container stand on both sides of a part; on one side do for code and for a table that the model nearly kept. */
function isAmong(page: ScoredPage, part: number, framed: number, around: number, keep: Uint8Array): boolean {
  const { a } = page;
  const { tag } = a.doc.nodes[part]!;
  if (tag === 'pre') return true;
  if (tag === 'table' && isLayoutTable(a, part)) return false;
  const [first, end] = blockRange(a, around);
  const [from, to] = blockRange(a, framed);
  const before = from > first && keep[from - 1] === 1;
  const after = to < end && keep[to] === 1;
  if (before && after) return tag === 'blockquote' ? !isInThread(page, part) : !isToolbar(a, part);
  return (before || after) && tag === 'table' && isNearlyContent(page, part, NEARLY_BESIDE_TEXT);
}

/** Whether a quote stands in one of several posts: it says again what another one did. */
function isInThread({ a, s, posts }: ScoredPage, quote: number): boolean {
  const post = posts.areNone ? null : posts.around(a.doc.nodes[quote]!);
  return post !== null && s.repeated[post.index]! >= 0;
}

/** Fifths of the words of a table of one row that are links when it is a bar of tools: send, print, comment. */
const LINKED_FIFTHS = 4;

function isToolbar(a: Annotation, part: number): boolean {
  const { nodes } = a.doc;
  if (nodes[part]!.tag !== 'table' || sumIn(a, a.linkWords, part) * 5 < wordsIn(a, part) * LINKED_FIFTHS)
    return false;
  let rows = 0;
  for (let i = part + 1; i < nodes[part]!.end; i++) if (nodes[i]!.tag === 'tr') rows++;
  return rows <= 1;
}

/**
 * Brings back data tables of which the model nearly kept most where another one of the same template position stays:
 * the parts of one specification. Changes `keep`.
 */
export function keepAlike(page: ScoredPage, keep: Uint8Array): void {
  const { a, s } = page;
  const tables: number[] = [];
  const paths = new Set<number>();
  const kept = keptWords(a, keep);
  for (const { index: i } of a.doc.elements.tagged('table')) {
    const [from, to] = blockRange(a, i);
    if (from === to || isLayoutTable(a, i)) continue;
    if (kept[to]! > kept[from]!) paths.add(s.path[i]!);
    else tables.push(i);
  }
  for (const table of tables)
    if (paths.has(s.path[table]!) && isNearlyContent(page, table, NEARLY_ALONE)) keepShown(page, table, keep);
}
