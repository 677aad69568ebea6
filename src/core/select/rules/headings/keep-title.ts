import { outermostOf } from '../../../html/element-index.ts';
import { attr, type HtmlNode, nearest } from '../../../html/tree.ts';
import { lazy } from '../../../lazy.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { blockRange } from '../../../page/block-range.ts';
import { CONTEXT, PRUNED } from '../../../page/element-kind.ts';
import { headingElement } from '../../../page/headings.ts';
import {
  descriptionWords,
  isDescription,
  isSiteName,
  isUnlinked,
  type PageTitles,
} from '../../../page/page-titles.ts';
import { ROLE } from '../../../page/roles.ts';
import { uint8s } from '../../../zeroed.ts';
import { elementsCalled } from '../elements-called.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Blocks between the title of an article and its first words: by-line, date, share buttons, picture. */
const MAX_LEAD_BLOCKS = 30;
/** Blocks of the content ahead of the title in it: where it is from, what it is about. */
const MAX_OPENING_BLOCKS = 4;

/**
 * The title of the content stays, whatever stands between: the nearest heading of the first level ahead of it that
 * the page declares its title; else the nearest of that level, or a lower one that is the title where that one shares no word
 * with it: the banner of a blog. Forum threads and short articles lost theirs, because labelled texts often begin below it.
 * The site's name is none; a hidden one is where the page declares it its title. What the page describes itself by stays
 * below it. Changes `keep`.
 */
export function keepTitle(page: ScoredPage, keep: Uint8Array): void {
  const { a, titles } = page;
  const isBanner = uint8s(keep.length);
  for (const { index } of outermostOf(elementsCalled(a, ROLE.neverContent)))
    isBanner.fill(1, ...blockRange(a, index));
  const first = keep.findIndex((mark, b) => mark === 1 && isBanner[b] === 0);
  const found = findTitles(page, titleAmong(page, keep, first) ?? first);
  const title = found.declared ?? found.top ?? found.lower;
  if (title === null) {
    keepTitleLine(page, first, keep);
    return;
  }
  keepWords(a, title, titles(), keep);
  keepStandfirst(page, blockRange(a, title.index)[1], keep);
}

/** The block among the first ones of the content that is a heading of the first level and the page's title, if one is. */
function titleAmong({ a, titles }: ScoredPage, keep: Uint8Array, first: number): number | null {
  let opening = 0;
  for (let i = first; i >= 0 && i < keep.length && opening < MAX_OPENING_BLOCKS; i++) {
    if (keep[i] !== 1) continue;
    const heading = headingElement(a, a.blocks[i]!);
    if (heading !== null && isTop(heading) && titles().has(a.blocks[i]!)) return i;
    opening++;
  }
  return null;
}

/** Headings ahead of the content that may be its title, the nearest of each kind. */
interface Titles {
  /** Of the first level, and called as the page is; at any distance. */
  declared: HtmlNode | null;
  /** Of the first level, and near. */
  top: HtmlNode | null;
  /** Of another level, near, and called as the page is. */
  lower: HtmlNode | null;
}

function findTitles({ a, url, pruned, titles }: ScoredPage, first: number): Titles {
  const found: Titles = { declared: null, top: null, lower: null };
  let isBanner = false;
  let isLead = false;
  for (let i = first; i >= 0 && found.declared === null; i--) {
    const block = a.blocks[i]!;
    const heading = headingElement(a, block);
    if (heading === null || isSiteName(a, block, url)) continue;
    const isTitle = titles().has(block);
    // What scripts fade in is pruned by nothing but that it is hidden.
    const isOnlyHidden = (block.context & PRUNED) === CONTEXT.hidden;
    if (pruned[block.first] === 1 && !(isTitle && isOnlyHidden)) continue;
    if (isLead && isTop(heading) && titles().isBanner(block)) continue;
    const isNear = i >= first - MAX_LEAD_BLOCKS;
    if (!isTop(heading)) {
      if (isNear && isTitle) found.lower ??= heading;
      isLead ||= isNear && titles().isLead(block);
    } else if (isTitle) found.declared = heading;
    else if (isNear && found.top === null) {
      found.top = heading;
      isBanner = !titles().shareWord(block);
    }
  }
  return isBanner && found.lower !== null ? { ...found, top: null } : found;
}

function isTop(heading: HtmlNode): boolean {
  return heading.tag === 'h1' || attr(heading, 'aria-level') === '1';
}

/**
 * Keeps the nearest line ahead of the content that is the page's title though no heading, unless one that stays is: pages
 * of the days of `<font>` have no headings.
 */
function keepTitleLine({ a, url, pruned, titles }: ScoredPage, first: number, keep: Uint8Array): void {
  const isTitle = (block: Block): boolean =>
    titles().isLine(block) || (isLarge(a, block) && titles().isLine(block, 1));
  if (a.blocks.some((block, i) => keep[i] === 1 && isTitle(block))) return;
  const end = Math.max(0, first - MAX_LEAD_BLOCKS);
  for (let i = first - 1; i >= end; i--) {
    const block = a.blocks[i]!;
    if (!isTitle(block) || pruned[block.first] === 1 || !isUnlinked(a, block, url)) continue;
    keep[i] = 1;
    return;
  }
}

/** `<font>` of a size that browsers draw as large as headings of the first two levels (HTML, 15.3.3: 5 is x-large). */
const LARGE_FONT = /^\s*(?:[5-7]|\+[2-4])\s*$/;

/** Whether the first text of a block is drawn as large as a heading by a `<font>`, or as the title of a page by its class (Doxygen). */
function isLarge(a: Annotation, block: Block): boolean {
  if (a.roles.has(a.doc.nodes[block.element]!.parent ?? a.doc.root, ROLE.doxygenHeader)) return true;
  const font = nearest(a.doc.nodes[block.first]!.parent, ({ tag }) => tag === 'font');
  return font !== null && LARGE_FONT.test(attr(font, 'size') ?? '');
}

/** Keeps what a heading says: where one of its blocks is the title of the page that one, else all but its buttons. */
function keepWords(a: Annotation, heading: HtmlNode, titles: PageTitles, keep: Uint8Array): void {
  const [from, to] = blockRange(a, heading.index);
  const titled: number[] = [];
  const words: number[] = [];
  for (let i = from; i < to; i++) {
    if (titles.has(a.blocks[i]!)) titled.push(i);
    if ((a.blocks[i]!.context & CONTEXT.button) === 0) words.push(i);
  }
  for (const i of titled.length > 0 ? titled : words) keep[i] = 1;
}

/** Keeps the paragraph between the title and the content with which the page describes itself. */
function keepStandfirst({ a, pruned }: ScoredPage, from: number, keep: Uint8Array): void {
  const description = lazy(() => descriptionWords(a.doc));
  const end = Math.min(keep.length, from + MAX_LEAD_BLOCKS);
  for (let i = from; i < end && keep[i] !== 1; i++) {
    const block = a.blocks[i]!;
    if (block.linkWords * 2 > block.count.words || pruned[block.first] === 1) continue;
    if (!isDescription(block, description())) continue;
    keep[i] = 1;
    return;
  }
}
