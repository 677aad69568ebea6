import type { Annotation } from './annotate.ts';
import { headingLevel } from './block-features.ts';
import { blockRange, keptWords } from './block-range.ts';
import { isLayoutTable, isNearlyContent, NEARLY_ALONE, type Reading } from './data-table.ts';
import { CONTEXT } from './element-kind.ts';
import { type PageStructure, sumIn, wordsIn } from './page-structure.ts';

/** Elements that make sense whole only. */
export const WHOLE = new Set(['pre', 'table', 'figure', 'dl']);

/**
 * Keeps code blocks, data tables and term lists whole when most of their words stay, and a torn table when the model
 * reads it, cell by cell, as nearly content. Drops the rest of those of which little stays: a torn table is worse than
 * none. Changes `keep`.
 */
export function keepWhole(a: Annotation, reading: Reading, keep: Uint8Array): void {
  const { nodes } = a.doc;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (!WHOLE.has(node.tag)) continue;
    const [from, to] = blockRange(a, i);
    if (from === to) continue;
    let words = 0;
    let kept = 0;
    for (let b = from; b < to; b++) {
      const own = Math.max(1, a.blocks[b]!.count.words);
      words += own;
      if (keep[b] === 1) kept += own;
    }
    if (kept === 0 || kept === words || (node.tag === 'table' && isLayoutTable(a, i))) continue;
    if (kept * 2 >= words || (node.tag === 'table' && isNearlyContent(a, reading, i, NEARLY_ALONE)))
      keep.fill(1, from, to);
    else if (kept * 5 < words) keep.fill(0, from, to);
  }
}

/** Where headings are no part of the content, whatever stands below them. */
const BARRED = CONTEXT.navigation | CONTEXT.hidden | CONTEXT.dialog | CONTEXT.footer;
/** Blocks of a section that are looked at. */
const MAX_SECTION_BLOCKS = 80;
/** Fewest kept words that bring their heading back. */
const MIN_SECTION_WORDS = 8;

/**
 * A heading stays when most of its section stays, unless it heads a box of links of which nothing stays: the paragraph
 * below such a box is not its section. Changes `keep`.
 */
export function keepHeadings(a: Annotation, s: PageStructure, keep: Uint8Array): void {
  const levels = a.blocks.map((block) => headingLevel(a, block));
  const sums = keptWords(a, keep);
  for (let i = a.blocks.length - 2; i >= 0; i--) {
    const level = levels[i]!;
    if (level === 0 || keep[i] === 1 || (a.blocks[i]!.context & BARRED) !== 0) continue;
    if (headsLinks(a, s, i, sums)) continue;
    let words = 0;
    let kept = 0;
    const last = Math.min(a.blocks.length, i + 1 + MAX_SECTION_BLOCKS);
    for (let k = i + 1; k < last && (levels[k] === 0 || levels[k]! > level); k++) {
      words += a.blocks[k]!.count.words;
      if (keep[k] === 1) kept += a.blocks[k]!.count.words;
    }
    if (kept >= MIN_SECTION_WORDS && kept * 2 >= words) keep[i] = 1;
  }
}

/** Whether a heading stands in a box of links of which nothing stays. */
function headsLinks(a: Annotation, s: PageStructure, heading: number, kept: Int32Array): boolean {
  const { element } = a.blocks[heading]!;
  const box = s.wider[element]!;
  if (box < 0) return false;
  const [from, to] = blockRange(a, box);
  if (kept[to]! > kept[from]!) return false;
  const links = sumIn(a, a.linkWords, box) - sumIn(a, a.linkWords, element);
  return links * 2 > wordsIn(a, box) - wordsIn(a, element);
}

/**
 * A heading inside a repeated element most of whose words stay is part of it: the author of a post, the name of a
 * card. Changes `keep`.
 */
export function keepMemberHeadings(a: Annotation, s: PageStructure, keep: Uint8Array): void {
  const kept = keptWords(a, keep);
  a.blocks.forEach((block, i) => {
    if (keep[i] === 1 || (block.context & BARRED) !== 0 || headingLevel(a, block) === 0) return;
    const member = s.repeated[block.element]!;
    if (member < 0) return;
    const [from, to] = blockRange(a, member);
    const words = kept[to]! - kept[from]!;
    if (words >= MIN_SECTION_WORDS && words * 2 >= wordsIn(a, member)) keep[i] = 1;
  });
}

/**
 * What has signs but no words (the `* * *` between two scenes, code of symbols, an interjection) stays between two
 * blocks that stay in the element around it: no measure of prose can speak for it. Changes `keep`.
 */
export function keepWordless(a: Annotation, keep: Uint8Array): void {
  for (let i = 1; i < keep.length - 1; i++) {
    const block = a.blocks[i]!;
    if (keep[i] === 1 || keep[i - 1] !== 1 || block.count.words > 0 || (block.context & BARRED) !== 0)
      continue;
    let end = i + 1;
    while (end < keep.length && keep[end] !== 1 && a.blocks[end]!.count.words === 0) end++;
    if (end === keep.length || keep[end] !== 1) continue;
    const [from, to] = rangeAround(a, i);
    if (from < i && end < to) keep.fill(1, i, end);
  }
}

/** Blocks of the nearest element that holds more than this one. */
function rangeAround(a: Annotation, block: number): readonly [number, number] {
  let up = a.doc.nodes[a.blocks[block]!.element]!;
  for (;;) {
    const [from, to] = blockRange(a, up.index);
    if (to - from > 1 || up.parent === null) return [from, to];
    up = up.parent;
  }
}

/** Blocks between the title of an article and its first words: by-line, date, share buttons, picture. */
const MAX_LEAD_BLOCKS = 30;

/**
 * The nearest first-level heading ahead of the content is its title and stays, whatever stands between. Forum
 * threads and short articles lost theirs, because labelled texts often begin below it. Changes `keep`.
 */
export function keepTitle(a: Annotation, keep: Uint8Array): void {
  const first = keep.indexOf(1);
  for (let i = first; i >= 0 && i >= first - MAX_LEAD_BLOCKS; i--) {
    const block = a.blocks[i]!;
    if (headingLevel(a, block) !== 1) continue;
    if ((block.context & BARRED) === 0) keep[i] = 1;
    return;
  }
}
