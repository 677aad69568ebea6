import { siblingElement } from '../../../html/sibling-element.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange } from '../../page/block-range.ts';
import { CONTEXT } from '../../page/element-kind.ts';
import { sumIn, wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Tenths of what keeps a table that its chances come to where nothing but they speaks for it, and beside text that stays. */
export const NEARLY_ALONE = 7;
export const NEARLY_BESIDE_TEXT = 5;

/** The same for a grid of data, which nothing but the content of a page is made of. */
const NEARLY_GRID = 2.5;

/** Fewest rows of a grid, and cells of a row in the mean. */
const MIN_ROWS = 3;
const MIN_COLUMNS = 2;
/** Fifths of its words that are links at most: offers, notes. */
const LINKED_FIFTHS = 2;

/** Longest cell of a table that is data and not layout, in words and in characters: not every script parts words. */
const MAX_CELL_WORDS = 40;
const MAX_CELL_CHARS = 160;

/** Whether a table arranges a page: one of its cells is a text, but for a remark on all of it. */
export function isLayoutTable(a: Annotation, table: number): boolean {
  const { nodes } = a.doc;
  const [from, to] = blockRange(a, table);
  for (let b = from; b < to; b++) {
    const { count, element } = a.blocks[b]!;
    if (count.words > MAX_CELL_WORDS && count.chars > MAX_CELL_CHARS && !isRemark(nodes[element]!))
      return true;
  }
  return false;
}

/** Whether an element stands in a foot, a caption or the only cell of a row below others. */
function isRemark(element: HtmlNode): boolean {
  let cell: HtmlNode | null = element;
  while (cell !== null && !/^(?:td|th|caption|table)$/.test(cell.tag)) cell = cell.parent;
  if (cell === null || cell.tag === 'table') return false;
  if (cell.tag === 'caption' || cell.parent?.parent?.tag === 'tfoot') return true;
  const isOnly = siblingElement(cell, 'prev') === null && siblingElement(cell, 'next') === null;
  return isOnly && Number(attr(cell, 'colspan') ?? 1) > 1 && siblingElement(cell.parent!, 'prev') !== null;
}

/**
 * Whether the chances of a table's blocks come, by their words, to `tenths` of what would keep it: a cell says little,
 * the cells of a table together say more. Hidden cells say nothing.
 */
export function isNearlyContent(page: ScoredPage, table: number, tenths: number): boolean {
  const { words, hiddenWords, mass } = weigh(page, table);
  return mass * 10 >= (words + hiddenWords) * page.threshold * tenths;
}

/** Fewest shown cells of a table whose hidden rows are more of the same: languages, sizes behind "show all". */
const MIN_SHOWN = 4;

/** Whether the shown cells of a table are nearly content by themselves, where these are enough to be one. */
export function isNearlyContentShown(page: ScoredPage, table: number, tenths: number): boolean {
  const { shown, words, mass } = weigh(page, table);
  return shown >= MIN_SHOWN && mass * 10 >= words * page.threshold * tenths;
}

/** What the cells of a table weigh: `words` and `mass` (chances by words) of the shown ones. */
interface TableWeight {
  readonly shown: number;
  readonly words: number;
  readonly hiddenWords: number;
  readonly mass: number;
}

function weigh({ a, chances }: ScoredPage, table: number): TableWeight {
  const [from, to] = blockRange(a, table);
  let shown = 0;
  let words = 0;
  let hiddenWords = 0;
  let mass = 0;
  for (let b = from; b < to; b++) {
    const { context, count } = a.blocks[b]!;
    const own = Math.max(1, count.words);
    if ((context & CONTEXT.hidden) !== 0) {
      hiddenWords += own;
      continue;
    }
    shown++;
    words += own;
    mass += own * chances[b]!;
  }
  return { shown, words, hiddenWords, mass };
}

/**
 * Whether a table is a grid of data that the model reads as content by a quarter: plans that are compared, ranks,
 * results. Not one that arranges a page, holds other tables or is mostly links.
 */
export function isLikelyGrid(page: ScoredPage, table: number): boolean {
  const { a } = page;
  const { nodes } = a.doc;
  let rows = 0;
  let cells = 0;
  for (let i = table + 1; i < nodes[table]!.end; i++) {
    const { tag } = nodes[i]!;
    if (tag === 'table') return false;
    if (tag === 'tr') rows++;
    else if (tag === 'td' || tag === 'th') cells++;
  }
  return (
    rows >= MIN_ROWS &&
    cells >= rows * MIN_COLUMNS &&
    sumIn(a, a.linkWords, table) * 5 <= wordsIn(a, table) * LINKED_FIFTHS &&
    !isLayoutTable(a, table) &&
    isNearlyContent(page, table, NEARLY_GRID)
  );
}
