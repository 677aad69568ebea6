import { siblingElement } from '../../../html/sibling-element.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../page/annotate.ts';
import { blockRange, keptWords } from '../../page/block-range.ts';
import { wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of what a link skips, of the line behind it ("End of Most read"), and of the line ahead that names it. */
const MAX_SKIPPED_WORDS = 400;
const MAX_END_WORDS = 12;
const MAX_NAME_WORDS = 8;
/** Fewest words of the paragraph ahead. */
const MIN_PROSE_WORDS = 15;

/** Most such links of a page, and of what share of all that stays they may lead past. */
const MAX_LINKS = 50;
const MAX_SHARE = 1 / 6;

/**
 * Drops what a link inside the text leads past, for those who read by ear: lists of other stories, with the lines that begin
 * and end them. What is skipped is mostly links, and no large part of what stays. Changes `keep`.
 */
export function dropSkipped({ a }: ScoredPage, keep: Uint8Array): void {
  const links = a.doc.elements.tagged('a').filter(leadsWithin).slice(0, MAX_LINKS);
  if (links.length === 0) return;
  const kept = keptWords(a, keep);
  const most = kept[keep.length]! * MAX_SHARE;
  const titles = a.doc.elements.tagged('h1');
  const targets = a.doc.elements.byId();
  for (const link of links) {
    const end = targets.get(attr(link, 'href')!.slice(1));
    if (end === undefined || end.index < link.end || !isEnd(a, end) || !areLinks(a, link, end)) continue;
    const from = blockRange(a, link.index)[0] - (isName(a, link) ? 1 : 0);
    const to = blockRange(a, end.index)[1];
    const isInside = from > 0 && isProse(a.blocks[from - 1]!) && kept[to]! - kept[from]! <= most;
    const holdsTitle = titles.some(({ index }) => index > link.index && index < end.index);
    if (isInside && !holdsTitle) keep.fill(0, from, to);
  }
}

/** Whether a block is a part of a text, as stands ahead of what is set into one. */
function isProse({ count, linkWords }: Block): boolean {
  return count.words >= MIN_PROSE_WORDS && linkWords * 2 < count.words;
}

/** Whether an element is the short line to which a link leads past something. */
function isEnd(a: Annotation, node: HtmlNode): boolean {
  return attr(node, 'tabindex') === '-1' && wordsIn(a, node.index) <= MAX_END_WORDS;
}

/** Whether most of what stands between a link and the line that it leads to are links. */
function areLinks(a: Annotation, link: HtmlNode, end: HtmlNode): boolean {
  const words = a.words[end.index]! - a.words[link.end]!;
  const linked = a.linkWords[end.index]! - a.linkWords[link.end]!;
  return words <= MAX_SKIPPED_WORDS && linked * 2 > words;
}

function leadsWithin(link: HtmlNode): boolean {
  const href = attr(link, 'href');
  return href !== null && href.length > 1 && href.length < 200 && href.startsWith('#');
}

/** Whether a short line right ahead of a link, beside it, names what it skips. */
function isName(a: Annotation, link: HtmlNode): boolean {
  const line = siblingElement(link, 'prev');
  if (line === null) return false;
  const [from, to] = blockRange(a, line.index);
  return to - from === 1 && wordsIn(a, line.index) <= MAX_NAME_WORDS;
}
