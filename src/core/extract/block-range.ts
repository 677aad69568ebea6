import type { Annotation } from './annotate.ts';

/** First block of an element's subtree and after its last one. */
export function blockRange(a: Annotation, index: number): readonly [number, number] {
  return [a.blockStarts[index]!, a.blockStarts[a.doc.nodes[index]!.end]!];
}
