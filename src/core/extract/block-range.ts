import type { Annotation } from './annotate.ts';

/** First block of an element's subtree and after its last one. */
export function blockRange(a: Annotation, index: number): readonly [number, number] {
  return [a.blockStarts[index]!, a.blockStarts[a.doc.nodes[index]!.end]!];
}

/** Prefix sums over blocks: `sum[to] - sum[from]` is the number of words that stay between them. */
export function keptWords(a: Annotation, keep: Uint8Array): Int32Array {
  const sums = new Int32Array(keep.length + 1);
  for (let b = 0; b < keep.length; b++)
    sums[b + 1] = sums[b]! + (keep[b] === 1 ? a.blocks[b]!.count.words : 0);
  return sums;
}
