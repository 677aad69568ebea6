import { type HtmlNode, nearest } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { headingElement, headingLevel } from '../../../page/headings.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Share of what keeps a block that keeps the head of one that stays; below it is what calls itself an advertisement, or a tool. */
const LEAST = 1 / 4;
/** Most elements from a head up to the container that holds what it heads as well. */
const MAX_HEIGHT = 3;

/** Brings back the heading right ahead of what stays, and the term of a definition that stays. Changes `keep`. */
export function keepHeads({ a, probabilities, threshold, pruned }: ScoredPage, keep: Uint8Array): void {
  for (let b = keep.length - 2; b >= 0; b--) {
    if (keep[b] !== 0 || keep[b + 1] !== 1 || probabilities[b]! < threshold * LEAST) continue;
    const head = headOf(a, b);
    if (head !== null && pruned[head.index] !== 1 && isHeadOf(a, head, b)) keep[b] = 1;
  }
}

function headOf(a: Annotation, b: number): HtmlNode | null {
  const block = a.blocks[b]!;
  const element = a.doc.nodes[block.element]!;
  return element.tag === 'dt' ? element : headingElement(a, block);
}

/** Whether the block behind a head is below it, in a container around both. */
function isHeadOf(a: Annotation, head: HtmlNode, b: number): boolean {
  const next = a.blocks[b + 1]!;
  if (next.first < head.end) return false;
  const level = headingLevel(a, next);
  if (level > 0 && level <= headingLevel(a, a.blocks[b]!)) return false;
  return nearest(head.parent, ({ end }) => end > next.first, MAX_HEIGHT) !== null;
}
