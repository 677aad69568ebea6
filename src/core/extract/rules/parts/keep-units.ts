import { ELEMENT } from '../../../html/tree.ts';
import { type Unit, type UnitKind, unitsOf } from '../../../units/unit.ts';
import { hidesItself } from '../../../visibility/hidden-element.ts';
import { blockRange, keptWords } from '../../page/block-range.ts';
import { wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** What brings back units of a kind of which nothing stays, and what of them is better than nothing. */
interface UnitRow {
  /** Whether a half that stays keeps it whole, and a fifth drops it: a torn table is worse than none. */
  readonly isWhole: boolean;
  /** On how many sides kept blocks of the same box bring it back; `none`: none do. */
  readonly sides: 'either' | 'both' | 'none';
}

/** `npm run ablate` says what the rule earns. */
const ROWS: Readonly<Record<UnitKind, UnitRow>> = {
  code: { isWhole: true, sides: 'either' },
  table: { isWhole: true, sides: 'both' },
  terms: { isWhole: true, sides: 'both' },
  figure: { isWhole: true, sides: 'none' },
  steps: { isWhole: true, sides: 'none' },
  quotation: { isWhole: false, sides: 'both' },
  disclosure: { isWhole: false, sides: 'both' },
};

/** The share of what keeps a block that brings a grid of data back, of which only the content of a page is made. */
const GRID = 1 / 4;
/** Most words beside a unit in a box that is its frame: "Copy", "Swipe right to see more". */
const MAX_FRAME_WORDS = 12;

/**
 * A unit stays whole when half of it is kept, and goes when nearly all of it went. One that the model dropped whole comes back
 * where the text around it stays: no measure of prose can speak for code, data or quotes. Changes `keep`.
 */
export function keepUnits(page: ScoredPage, keep: Uint8Array): void {
  const { a } = page;
  const before = keptWords(a, keep);
  let doneTo = 0;
  for (const unit of unitsOf(a)) {
    const { isWhole } = ROWS[unit.kind];
    const [from, to] = blockRange(a, unit.index);
    if (from === to || unit.index < doneTo) continue;
    const { words, kept, mass } = weigh(page, from, to, keep);
    if (kept === words) continue;
    const isLikely = unit.isGrid && !page.isProduct() && mass >= words * page.threshold * GRID;
    if (isWhole && (kept * 2 >= words || (isLikely && page.barred[a.blocks[from]!.first] === 0))) {
      keepShown(page, unit.index, keep);
    } else if (isWhole && kept > 0 && kept * 5 < words) keep.fill(0, from, to);
    else if (
      kept === 0 &&
      page.barred[a.blocks[from]!.first] === 0 &&
      isSurrounded(page, unit, keep, before)
    ) {
      keepShown(page, unit.index, keep);
      doneTo = a.ends[unit.index]!;
    }
  }
}

/** Words of a range, one at least a block, those that stay, and their chances, summed. */
function weigh({ a, chances }: ScoredPage, from: number, to: number, keep: Uint8Array) {
  let [words, kept, mass] = [0, 0, 0];
  for (let b = from; b < to; b++) {
    const own = Math.max(1, a.blocks[b]!.count.words);
    words += own;
    mass += own * chances[b]!;
    if (keep[b] === 1) kept += own;
  }
  return { words, kept, mass };
}

/** Whether most of the box around a unit stays, beside it on as many sides as its kind needs. */
function isSurrounded({ a, s, posts }: ScoredPage, unit: Unit, keep: Uint8Array, kept: Int32Array): boolean {
  const { sides } = ROWS[unit.kind];
  if (sides === 'none') return false;
  let frame = unit.index;
  let box = s.wider[frame]!;
  for (; box >= 0; box = s.wider[box]!) {
    const [from, to] = blockRange(a, box);
    if (kept[to]! > kept[from]! || wordsIn(a, box) - wordsIn(a, unit.index) > MAX_FRAME_WORDS) break;
    frame = box;
  }
  if (box < 0) return false;
  const [first, end] = blockRange(a, box);
  const stays = kept[end]! - kept[first]!;
  if (stays === 0 || stays * 2 < wordsIn(a, box) - wordsIn(a, frame)) return false;
  if (sides === 'either') return true;
  const [from, to] = blockRange(a, frame);
  if (from === first || to === end || keep[from - 1] !== 1 || keep[to] !== 1) return false;
  // A quote in one of several posts says again what another one did.
  const post = unit.kind === 'quotation' && !posts.areNone ? posts.around(a.doc.nodes[unit.index]!) : null;
  return post === null || s.repeated[post.index]! < 0;
}

/** Parts of tables that scripts show and hide whole. */
const TABLE_PARTS = new Set(['thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);

/** Keeps an element but for what is hidden inside its cells and items: another state of them. Hidden rows are more rows. */
function keepShown({ a, barred }: ScoredPage, index: number, keep: Uint8Array): void {
  const { nodes } = a.doc;
  keep.fill(1, ...blockRange(a, index));
  for (let i = index + 1; i < nodes[index]!.end; i++) {
    const node = nodes[i]!;
    if (barred[i] === 0 || node.kind !== ELEMENT || TABLE_PARTS.has(node.tag) || !hidesItself(node)) continue;
    keep.fill(0, ...blockRange(a, i));
    i = node.end - 1;
  }
}
