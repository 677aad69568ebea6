import { parseUrl } from '../../contract/parse-url.ts';
import { isFrontPath } from '../front-page.ts';
import { attr, type HtmlNode } from '../html/tree.ts';
import { lazy } from '../lazy.ts';
import type { Annotation, Block } from './annotate.ts';
import { headingElement, headingLevel, titleWords } from './block-features.ts';
import { blockRange, keptWords } from './block-range.ts';
import type { Reading } from './data-table.ts';
import { BARRED, CONTEXT } from './element-kind.ts';
import { isMost, membersThatStay } from './kept-lists.ts';
import { type PageStructure, sumIn, wordsIn } from './page-structure.ts';

/** Blocks of a section that are looked at. */
const MAX_SECTION_BLOCKS = 80;
/** A heading below this share of what keeps a block is chrome, unless the page says that it is its title. */
const UNLIKELY = 1 / 8;
/** The same for headings inside a post that has a higher one: the rank of its author, a link to share it. */
const UNLIKELY_BELOW_ANOTHER = 1 / 2;

/**
 * Brings back headings that the model dropped: with most of their section or of their box, unless the model is sure that
 * they are chrome; and those of posts and cards in a list that stays. The site's name stays away. Changes `keep`.
 */
export function keepHeadings(
  a: Annotation,
  s: PageStructure,
  reading: Reading,
  url: string,
  keep: Uint8Array,
): void {
  const levels = a.blocks.map((block) => headingLevel(a, block));
  const kept = keptWords(a, keep);
  const names = namesInLists(a, s, reading, levels, kept);
  const title = lazy(() => titleWords(a.doc));
  for (let i = levels.length - 1; i >= 0; i--) {
    const block = a.blocks[i]!;
    if (levels[i] === 0 || keep[i] === 1 || reading.barred[block.first] === 1) continue;
    if (levels[i] === 1 && isSiteName(a, block, url)) continue;
    const likely = levels[i] === 1 || reading.chances[i]! >= reading.threshold * UNLIKELY;
    const heads = (): boolean => !headsLinks(a, s, i, kept) && headsKept(a, s, i, levels, keep);
    if (names.has(i) || ((likely || isTitle(block, title())) && heads())) keep[i] = 1;
  }
}

/**
 * Headings of repeated elements of which something stays, in lists of one template position (path of tags and classes)
 * that stay: the authors of posts, the names of cards. Those below another heading of the element need a chance.
 */
function namesInLists(
  a: Annotation,
  s: PageStructure,
  { chances, threshold }: Reading,
  levels: readonly number[],
  kept: Int32Array,
): ReadonlySet<number> {
  const stays = membersThatStay(a, s, kept);
  const names = new Set<number>();
  let last = -1;
  let highest = 0;
  levels.forEach((level, i) => {
    const member = s.repeated[a.blocks[i]!.element]!;
    if (level === 0 || !stays.has(member)) return;
    if (member !== last) highest = level;
    last = member;
    if (level <= highest || chances[i]! >= threshold * UNLIKELY_BELOW_ANOTHER) names.add(i);
    highest = Math.min(highest, level);
  });
  return names;
}

/** Whether most of a heading's section stays, up to the next heading of its level or to the end of the box around it. */
function headsKept(
  a: Annotation,
  s: PageStructure,
  heading: number,
  levels: readonly number[],
  keep: Uint8Array,
): boolean {
  const { element } = a.blocks[heading]!;
  const box = s.wider[element]!;
  const boxEnd = box < 0 ? 0 : blockRange(a, box)[1];
  const last = Math.min(levels.length, heading + 1 + MAX_SECTION_BLOCKS);
  let words = 0;
  let kept = 0;
  for (let k = heading + 1; k < last && (levels[k] === 0 || levels[k]! > levels[heading]!); k++) {
    if (k === boxEnd && isMost(kept, words)) return true;
    words += a.blocks[k]!.count.words;
    if (keep[k] === 1) kept += a.blocks[k]!.count.words;
  }
  return isMost(kept, words);
}

/** Whether a heading stands in a box of links of which nothing stays: the paragraph below such a box is not its section. */
function headsLinks(a: Annotation, s: PageStructure, heading: number, kept: Int32Array): boolean {
  const { element } = a.blocks[heading]!;
  const box = s.wider[element]!;
  if (box < 0) return false;
  const [from, to] = blockRange(a, box);
  if (kept[to]! > kept[from]!) return false;
  const links = sumIn(a, a.linkWords, box) - sumIn(a, a.linkWords, element);
  return links * 2 > wordsIn(a, box) - wordsIn(a, element);
}

/** Whether a heading says nothing but words of the page's title, and half of them. */
function isTitle(block: Block, title: ReadonlySet<number>): boolean {
  const words = new Set(block.hashes);
  for (const word of words) if (!title.has(word)) return false;
  return words.size * 2 >= title.size;
}

/** Blocks between the title of an article and its first words: by-line, date, share buttons, picture. */
const MAX_LEAD_BLOCKS = 30;

/**
 * The nearest first-level heading ahead of the content is its title and stays, whatever stands between; further off where
 * the page declares it its title. Forum threads and short articles lost theirs, because labelled texts often begin below
 * it. The site's name is none; a hidden one is where the page declares it its title. Changes `keep`.
 */
export function keepTitle(a: Annotation, url: string, { barred }: Reading, keep: Uint8Array): void {
  const first = keep.indexOf(1);
  const title = lazy(() => titleWords(a.doc));
  for (let i = first; i >= 0; i--) {
    const block = a.blocks[i]!;
    const heading = topHeading(a, block);
    if (heading === null || isSiteName(a, block, url)) continue;
    if (i < first - MAX_LEAD_BLOCKS && !isTitle(block, title())) continue;
    if (barred[block.first] === 0 || (isOnlyHidden(block) && isTitle(block, title())))
      keepWords(a, heading, title(), keep);
    return;
  }
}

/** Keeps what a heading says: where one of its blocks is the title of the page that one, else all but its buttons. */
function keepWords(a: Annotation, heading: HtmlNode, title: ReadonlySet<number>, keep: Uint8Array): void {
  const [from, to] = blockRange(a, heading.index);
  const titles: number[] = [];
  const words: number[] = [];
  for (let i = from; i < to; i++) {
    if (isTitle(a.blocks[i]!, title)) titles.push(i);
    if ((a.blocks[i]!.context & CONTEXT.button) === 0) words.push(i);
  }
  for (const i of titles.length > 0 ? titles : words) keep[i] = 1;
}

/** The heading of the first level around a block; null for other blocks. */
function topHeading(a: Annotation, block: Block): HtmlNode | null {
  const heading = headingElement(a, block);
  return heading !== null && (heading.tag === 'h1' || attr(heading, 'aria-level') === '1') ? heading : null;
}

/** Whether nothing bars a block but that it is hidden, as what scripts fade in is. */
function isOnlyHidden({ context }: Block): boolean {
  return (context & BARRED) === CONTEXT.hidden;
}

/** Whether a heading is nothing but a link to the front page of its site or of the one around it, on another page than that. */
function isSiteName(a: Annotation, block: Block, url: string): boolean {
  if (block.linkWords < block.count.words) return false;
  const { nodes, baseUrl } = a.doc;
  let link: HtmlNode | null = nodes[block.first]!.parent;
  while (link !== null && link.tag !== 'a') link = link.parent;
  const href = link && attr(link, 'href');
  const page = parseUrl(url);
  const target = parseUrl(href ?? url, baseUrl || undefined);
  return isFrontPage(target) && !isFrontPage(page) && isSameSite(page, target);
}

/** Whether two pages are of one host, or of a host and one below it: a forum links to the site that it belongs to. */
function isSameSite(page: URL | undefined, target: URL | undefined): boolean {
  if (page === undefined || target === undefined) return page === target;
  const [one, other] = [page.host, target.host.replace(/^www\./, '')];
  return one === target.host || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

function isFrontPage(url: URL | undefined): boolean {
  return url !== undefined && url.search === '' && isFrontPath(url.pathname);
}
