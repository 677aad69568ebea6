import { int32s } from '../zeroed.ts';
import type { Annotation, Block } from './annotation.ts';
import { wordHashes } from './word-scan.ts';

/** A first block and after a last one. */
export type BlockRange = readonly [from: number, to: number];

/** The blocks of an element's subtree. */
export function blockRange(a: Annotation, index: number): BlockRange {
  return [a.blockStarts[index]!, a.blockStarts[a.ends[index]!]!];
}

/** Blocks that an element holds whole: one that begins in it may go on behind it, in what all see. */
export function blocksWithin(a: Annotation, index: number): BlockRange {
  const [from, to] = blockRange(a, index);
  const goesOn = to > from && a.blocks[to - 1]!.end > a.ends[index]! && a.seen()[to - 1] === 1;
  return goesOn ? [from, to - 1] : [from, to];
}

/** The first block with text in an element's subtree; -1 for none. */
export function firstBlock(a: Annotation, index: number): number {
  let i = index;
  while (i < a.ends[index]! && a.blockOf[i]! < 0) i++;
  a.doc.budget.spend(i - index, 'looking for the first text of an element');
  return i < a.ends[index]! ? a.blockOf[i]! : -1;
}

/** What a range of nodes says, as it stands in the page. */
export function textBetween(a: Annotation, from: number, to: number): string {
  a.doc.budget.spend(to - from, 'joining texts');
  let text = '';
  for (let i = from; i < to; i++) text += a.doc.nodes[i]!.text;
  return text;
}

/** What a block says, whatever signs stand between its words: their hashes, with blanks around each. */
export function spokenWords(a: Annotation, { first, end }: Block): string {
  return ` ${wordHashes(textBetween(a, first, end)).join(' ')} `;
}

/** Prefix sums of whole numbers that are read of each item, such as a block: `sum[to] - sum[from]` is that of the items between. */
export function sumsOver<Item>(items: ArrayLike<Item>, read: (item: Item, i: number) => number): Int32Array {
  const sums = int32s(items.length + 1);
  for (let i = 0; i < items.length; i++) sums[i + 1] = sums[i]! + read(items[i]!, i);
  return sums;
}

/** Prefix sums over blocks: `sum[to] - sum[from]` is the number of blocks that stay between them. */
export function keptBlocks(keep: ArrayLike<number>): Int32Array {
  return sumsOver(keep, (mark) => (mark === 1 ? 1 : 0));
}

/** Prefix sums over blocks: `sum[to] - sum[from]` is the number of words that stay between them. */
export function keptWords(a: Annotation, keep: Uint8Array): Int32Array {
  return sumsOver(keep, (mark, b) => (mark === 1 ? a.blocks[b]!.count.words : 0));
}

/** What an element has of such a sum: its blocks, or their words, that stay. */
export function keptIn(a: Annotation, sums: Int32Array, index: number): number {
  const [from, to] = blockRange(a, index);
  return sums[to]! - sums[from]!;
}

/** Kept words of the blocks in a range, and their probabilities (1/4096), summed. */
export function keptMass(
  a: Annotation,
  probabilities: ArrayLike<number>,
  keep: Uint8Array,
  [from, to]: BlockRange,
): { readonly words: number; readonly mass: number } {
  let words = 0;
  let mass = 0;
  for (let b = from; b < to; b++) {
    if (keep[b] !== 1) continue;
    words += a.blocks[b]!.count.words;
    mass += a.blocks[b]!.count.words * probabilities[b]!;
  }
  return { words, mass };
}
