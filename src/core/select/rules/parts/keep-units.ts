import { childrenOf, ELEMENT, firstPart } from '../../../html/tree.ts';
import { lazy } from '../../../lazy.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { blockRange, blocksWithin, keptIn, keptWords, sumsOver } from '../../../page/block-range.ts';
import { CONTEXT, PRUNED } from '../../../page/element-kind.ts';
import { wordsIn } from '../../../page/page-structure.ts';
import { ROLE } from '../../../page/roles.ts';
import { hidesItself } from '../../../page/visibility/visibility.ts';
import { isCaption } from '../../../units/figure.ts';
import { tabsOf } from '../../../units/tabs.ts';
import { type Unit, type UnitKind, unitsOf } from '../../../units/unit.ts';
import { float64s } from '../../../zeroed.ts';
import type { ScoredPage } from '../scored-page.ts';

/** What of a unit is better than nothing, and what brings back one of which nothing stays. */
interface UnitRow {
  /** The share of its words that keeps it whole; null: it may stay in part. */
  readonly whole: number | null;
  /** The share of its words below which the rest goes; a fifth where nothing is said. */
  readonly torn?: number;
  /** Whether its hidden parts stay with it. Where they do not, the rest goes when less than a fifth is kept: it is partial. */
  readonly withHidden?: true;
  /** On how many sides kept blocks of the same container bring it back; `none`: none do. */
  readonly sides: 'either' | 'both' | 'none';
}

/** `npm run ablate` says what the rule earns. One panel of tabs of code is enough: a style sheet hides the others. */
const ROWS: Readonly<Record<UnitKind, UnitRow>> = {
  code: { whole: 1 / 2, sides: 'either' },
  table: { whole: 1 / 2, sides: 'both' },
  terms: { whole: 1 / 2, sides: 'both' },
  figure: { whole: 1 / 2, sides: 'none' },
  steps: { whole: 1 / 2, sides: 'none' },
  tasks: { whole: 1 / 2, sides: 'both' },
  quotation: { whole: 1 / 2, torn: 0, sides: 'both' },
  disclosure: { whole: null, sides: 'both' },
  tabs: { whole: 1 / 8, withHidden: true, sides: 'none' },
  card: { whole: 1 / 2, torn: 1 / 2, sides: 'none' },
};
const TORN = 1 / 5;

/** The share of what keeps a block that brings a grid of data back, of which only the content of a page is made. */
const GRID = 1 / 4;
/** Most words beside a unit in a container that is its frame: "Copy", "Swipe right to see more". */
const MAX_FRAME_WORDS = 12;

/**
 * A unit stays whole when half of it is kept, and goes when nearly all of it went. One that the model tore or dropped comes back
 * where the text around it stays: no measure of prose can speak for code, data or quotes. Changes `keep`.
 */
export function keepUnits(page: ScoredPage, keep: Uint8Array): void {
  const { a, pruned, threshold } = page;
  const { words, kept, mass } = sumsOf(page, keep);
  const texts = keptWords(a, keep);
  const said = lazy(() => hashesSaid(a, keep));
  let doneTo = 0;
  for (const unit of unitsOf(a)) {
    const [from, to] = blockRange(a, unit.index);
    if (from === to || unit.index < doneTo) continue;
    const all = words[to]! - words[from]!;
    const left = kept[to]! - kept[from]!;
    if (left === all) continue;
    const hasHeadsAlone = left === headWords(a, unit, kept) && all > headWords(a, unit, words);
    const stays = hasHeadsAlone ? 0 : left;
    const { whole, torn = TORN, withHidden } = ROWS[unit.kind];
    const mayReturn = pruned[unit.index] === 0;
    const isLikely = unit.isGrid && mayReturn && mass[to]! - mass[from]! >= all * threshold * GRID;
    const captions = captionWords(a, unit, words);
    const asked = captions < all ? all - captions : all;
    const isEnough = whole !== null && stays > 0 && stays >= asked * whole;
    if (isEnough && withHidden) keepPanels(page, from, to, keep);
    else if (isEnough || isLikely) keepShown(page, unit.index, keep);
    else if (stays > 0 && unit.kind === 'disclosure') keepLabel(page, unit, keep);
    else if (mayReturn && isSurrounded(page, unit, keep, texts) && !saysAgain(a, unit, said))
      keepShown(page, unit.index, keep);
    else if (whole !== null && !withHidden && left > 0 && stays < all * torn) keep.fill(0, from, to);
    else continue;
    doneTo = a.ends[unit.index]!;
  }
  keepTabLabels(page, keep);
}

/** Words of the captions of a figure: what they are below keeps them, not they it. */
function captionWords(a: Annotation, { kind, index }: Unit, words: Int32Array): number {
  if (kind !== 'figure') return 0;
  const captions = childrenOf(a.doc.nodes[index]!).filter((part) => isCaption(a, part));
  return captions.reduce((sum, caption) => sum + keptIn(a, words, caption.index), 0);
}

/** Words of the header cells of a table: where they alone stay, they say nothing. */
function headWords(a: Annotation, { kind, index }: Unit, words: Int32Array): number {
  if (kind !== 'table') return 0;
  const table = a.doc.nodes[index]!;
  const boxes = childrenOf(table).filter((box) => a.roles.has(box, ROLE.boxHeader));
  const heads = [...a.doc.elements.within(table, 'th'), ...boxes];
  return heads.reduce((sum, head) => sum + keptIn(a, words, head.index), 0);
}

/** Prefix sums over blocks: words, one at least a block, those that stay, and words times probabilities. */
function sumsOf({ a, probabilities }: ScoredPage, keep: Uint8Array) {
  const ownWords = (b: number): number => Math.max(1, a.blocks[b]!.count.words);
  const mass = float64s(keep.length + 1);
  for (let b = 0; b < keep.length; b++) mass[b + 1] = mass[b]! + ownWords(b) * probabilities[b]!;
  const words = sumsOver(keep, (_, b) => ownWords(b));
  return { words, kept: sumsOver(keep, (mark, b) => (mark === 1 ? ownWords(b) : 0)), mass };
}

/** Whether most of the container around a unit stays, beside it on as many sides as its kind needs. */
function isSurrounded({ a, s, posts }: ScoredPage, unit: Unit, keep: Uint8Array, kept: Int32Array): boolean {
  const { sides } = ROWS[unit.kind];
  if (sides === 'none') return false;
  let frame = unit.index;
  let container = s.wider[frame]!;
  for (; container >= 0; container = s.wider[container]!) {
    const beside = wordsIn(a, container) - wordsIn(a, unit.index);
    if (keptIn(a, kept, container) > 0 || beside > MAX_FRAME_WORDS) break;
    frame = container;
  }
  if (container < 0) return false;
  const [first, end] = blockRange(a, container);
  const stays = kept[end]! - kept[first]!;
  if (stays === 0 || stays * 2 < wordsIn(a, container) - wordsIn(a, frame)) return false;
  // Whoever answers quotes ahead of all that he says, or behind it.
  const isInPost = unit.kind === 'quotation' && !posts.areNone && posts.around(a.doc.nodes[unit.index]!);
  if (sides === 'either' || isInPost) return true;
  const [from, to] = blockRange(a, frame);
  return from !== first && to !== end && keep[from - 1] === 1 && keep[to] === 1;
}

/** What the blocks that stay say, by their hash. */
function hashesSaid({ blocks }: Annotation, keep: Uint8Array): ReadonlySet<number> {
  return new Set(blocks.filter((_, i) => keep[i] === 1).map(({ count }) => count.hash));
}

/** Whether a unit that went is a quotation of what stays elsewhere, as in a post that is answered: told by its longest text. */
function saysAgain(a: Annotation, { kind, index }: Unit, said: () => ReadonlySet<number>): boolean {
  if (kind !== 'quotation') return false;
  const blocks = a.blocks.slice(...blockRange(a, index));
  a.doc.budget.spend(blocks.length, 'looking for what a quotation says again');
  const longest = blocks.reduce((most, block) => (block.count.chars > most.count.chars ? block : most));
  return said().has(longest.count.hash);
}

/** Keeps the label of what folds: without it nobody knows what opens. */
function keepLabel({ a }: ScoredPage, { index }: Unit, keep: Uint8Array): void {
  const label = firstPart(a.doc.nodes[index]!);
  if (label?.tag === 'summary') keep.fill(1, ...blockRange(a, label.index));
}

/** Keeps the labels of tabs, navigation to the page, where a panel stays: each is written ahead of its panel. */
function keepTabLabels({ a }: ScoredPage, keep: Uint8Array): void {
  for (const [panel, { row }] of tabsOf(a).labels) {
    const mayReturn = (a.context[row.index]! & PRUNED & ~CONTEXT.navigation) === 0;
    if (mayReturn && keep.subarray(...blockRange(a, panel.index)).includes(1))
      keep.fill(1, ...blockRange(a, row.index));
  }
}

/** Keeps the panels of tabs, shown and hidden, and their labels. */
function keepPanels({ a }: ScoredPage, from: number, to: number, keep: Uint8Array): void {
  const pruning = PRUNED & ~CONTEXT.hidden;
  for (let b = from; b < to; b++) if ((a.blocks[b]!.context & pruning) === 0) keep[b] = 1;
}

/** Keeps an element but for what is hidden inside it. */
function keepShown({ a, pruned }: ScoredPage, index: number, keep: Uint8Array): void {
  const { nodes } = a.doc;
  keep.fill(1, ...blockRange(a, index));
  for (let i = index + 1; i < nodes[index]!.end; i++) {
    const node = nodes[i]!;
    if (pruned[i] === 0 || node.kind !== ELEMENT || !hidesItself(node)) continue;
    keep.fill(0, ...blocksWithin(a, i));
    i = node.end - 1;
  }
}
