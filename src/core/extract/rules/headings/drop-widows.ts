import { siblingElement } from '../../../html/sibling-element.ts';
import type { HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptBlocks, keptIn, keptWords } from '../../page/block-range.ts';
import { elementsCalled } from '../../page/class-test.ts';
import { BLOCK } from '../../page/element-kind.ts';
import { headingElement, headingLevel } from '../../page/headings.ts';
import { type PageStructure, sumIn, wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Blocks of a section that are looked at. */
const MAX_SECTION_BLOCKS = 80;
/** Fewest words that went from below a heading; below fewer ones there may be a picture. */
const MIN_SECTION_WORDS = 8;
/** Most words of a last heading below which one word that went is enough: a sentence says something by itself. */
const MAX_LABEL_WORDS = 10;
/** Most headings alike of which nothing below stays: more are the names of a list of cards. */
const MAX_ALIKE = 2;
/** Tenths of what keeps a block that keep a widow, and one with which the content would end. */
const SURE_TENTHS = 13;
const SURE_TENTHS_AT_END = 17;

/**
 * Drops headings of which nothing below stays, "Related articles" and its kin in any language, unless the model was
 * sure of them: surer where nothing at all follows. Titles stay. Changes `keep`.
 */
export function dropWidows(page: ScoredPage, keep: Uint8Array): void {
  const { a, s } = page;
  const levels = a.blocks.map((block) => headingLevel(a, block));
  dropContents(page, keep);
  dropLast(page, levels, keep);
  const kept = keptWords(a, keep);
  const alike = new Map<number, number[]>();
  for (let i = 0; i < levels.length; i++) {
    if (keep[i] !== 1 || levels[i]! < 2 || !isWidow(a, i, levels, kept)) continue;
    const path = s.path[a.blocks[i]!.element]!;
    const group = alike.get(path);
    if (group) group.push(i);
    else alike.set(path, [i]);
  }
  for (const group of alike.values()) {
    if (group.length > MAX_ALIKE) continue;
    for (const i of group) if (page.chances[i]! * 10 < page.threshold * SURE_TENTHS) keep[i] = 0;
  }
}

/** Names of boxes that a script fills with the headings of a page. */
const CONTENTS = /(?:^|[\s_-])(?:toc|table-?of-?contents)(?=[\s_-]|$)/i;
/** Most words of the line that names one, and elements from it to the box. */
const MAX_CONTENTS_WORDS = 4;
const MAX_CONTENTS_HEIGHT = 3;

/** Drops "Contents" where there are none: nothing else stays of a box named so, or what follows waits to be filled. */
function dropContents({ a, s }: ScoredPage, keep: Uint8Array): void {
  const boxes = new Set(elementsCalled(a, CONTENTS).filter(({ tag }) => BLOCK.has(tag)));
  if (boxes.size === 0) return;
  const kept = keptBlocks(keep);
  a.blocks.forEach((block, i) => {
    if (keep[i] !== 1 || block.count.words > MAX_CONTENTS_WORDS) return;
    const heading = headingElement(a, block);
    if (heading?.tag === 'h1') return;
    const next = heading && siblingElement(heading, 'next');
    let isWaiting = next !== null && boxes.has(next) && wordsIn(a, next.index) === 0;
    let box = (heading ?? a.doc.nodes[block.element]!).parent;
    for (let height = 0; box !== null && height < MAX_CONTENTS_HEIGHT; height++, box = box.parent)
      isWaiting ||= boxes.has(box) && keptIn(a, kept, box.index) === 1 && (heading !== null || wentFrom(box));
    if (isWaiting) keep[i] = 0;
  });

  /** Whether links went from a box, which is no entry of contents itself. */
  function wentFrom({ index }: HtmlNode): boolean {
    return s.repeated[index] !== index && sumIn(a, a.linkWords, index) > 0;
  }
}

/**
 * Drops the headings with which the content ends, and labels that end in a colon ("Related:"), the last one first; not the
 * last names of a list of cards, of the others of which the model was sure, or below a line of theirs that stays.
 */
function dropLast(
  { a, s, chances, threshold }: ScoredPage,
  levels: readonly number[],
  keep: Uint8Array,
): void {
  const isSure = (i: number): boolean => chances[i]! * 10 >= threshold * SURE_TENTHS_AT_END;
  const path = (i: number): number => s.path[a.blocks[i]!.element]!;
  const sure = new Map<number, number>();
  levels.forEach((level, i) => {
    if (keep[i] === 1 && level > 0 && isSure(i)) sure.set(path(i), (sure.get(path(i)) ?? 0) + 1);
  });
  const first = keep.indexOf(1);
  for (let i = levels.length - 1; i >= 0; i--) {
    if (keep[i] !== 1 || a.blocks[i]!.count.words === 0) continue;
    if (isSure(i) || !(levels[i]! < 2 ? isLastLabel(a, i) : isLastWidow(a, i, levels, i === first))) return;
    if (isInCard(a, s, i) && ((sure.get(path(i)) ?? 0) > MAX_ALIKE || isBelowOthers(a, s, i, keep))) return;
    keep[i] = 0;
  }
}

/** Whether a heading stands in a repeated element, and is none itself. */
function isInCard(a: Annotation, s: PageStructure, heading: number): boolean {
  const card = s.repeated[a.blocks[heading]!.element]!;
  return card >= 0 && !/^h[1-6]$/.test(a.doc.nodes[card]!.tag);
}

/** Whether something stays above a heading in its repeated element: when it begins, what it is. */
function isBelowOthers(a: Annotation, s: PageStructure, heading: number, keep: Uint8Array): boolean {
  const [from] = blockRange(a, s.repeated[a.blocks[heading]!.element]!);
  return keep.subarray(from, heading).includes(1);
}

/**
 * Whether words stand below a heading after which nothing stays. One is enough when the section has no picture and the
 * heading is short and not all there is: "Like this:" and its button.
 */
function isLastWidow(a: Annotation, heading: number, levels: readonly number[], isAll: boolean): boolean {
  const { end, words } = sectionBelow(a, heading, levels);
  if (words === 0 || words >= MIN_SECTION_WORDS) return words > 0;
  if (isAll || a.blocks[heading]!.count.words > MAX_LABEL_WORDS) return false;
  return a.images[a.blocks[end - 1]!.end] === a.images[a.blocks[heading]!.end];
}

/** Most words of a label. */
const MAX_COLON_WORDS = 6;

/** Whether a block is a short line that ends in a colon. */
function isLabel(a: Annotation, i: number): boolean {
  const { end, count } = a.blocks[i]!;
  return count.words > 0 && count.words <= MAX_COLON_WORDS && /[:：]\s*$/.test(a.doc.nodes[end - 1]!.text);
}

/** What a label may announce that has no words. */
const MEDIA = new Set([
  'img',
  'picture',
  'svg',
  'iframe',
  'video',
  'audio',
  'object',
  'embed',
  'canvas',
  'math',
]);

/** Whether a line that ends in a colon stands right above words, and no picture between: these went. */
function isLastLabel(a: Annotation, label: number): boolean {
  const below = a.blocks[label + 1];
  if (below === undefined || below.count.words === 0 || headingLevel(a, a.blocks[label]!) > 0) return false;
  if (!isLabel(a, label)) return false;
  for (let i = a.blocks[label]!.end; i < below.end; i++) if (MEDIA.has(a.doc.nodes[i]!.tag)) return false;
  return true;
}

/** Whether words stand between a heading and the next of its level or above, and none of them stays. */
function isWidow(a: Annotation, heading: number, levels: readonly number[], kept: Int32Array): boolean {
  const { end, words } = sectionBelow(a, heading, levels);
  return words >= MIN_SECTION_WORDS && kept[end] === kept[heading + 1];
}

/** The blocks between a heading and the next of its level or above: where they end, and their words. */
function sectionBelow(
  a: Annotation,
  heading: number,
  levels: readonly number[],
): { readonly end: number; readonly words: number } {
  let end = heading + 1;
  let words = 0;
  const last = Math.min(levels.length, heading + 1 + MAX_SECTION_BLOCKS);
  while (end < last && (levels[end] === 0 || levels[end]! > levels[heading]!)) {
    words += a.blocks[end]!.count.words;
    end++;
  }
  return { end, words };
}
