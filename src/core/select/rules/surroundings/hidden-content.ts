import type { Annotation } from '../../../page/annotation.ts';
import { blocksWithin } from '../../../page/block-range.ts';
import { CONTEXT, PRUNED, UNSEEN } from '../../../page/element-kind.ts';
import { sumIn, wordsIn } from '../../../page/page-structure.ts';
import { DISCLOSED, HIDDEN, hidesItself, VISIBLE } from '../../../page/visibility/visibility.ts';
import { uint8s } from '../../../zeroed.ts';
import type { ScoredPage } from '../scored-page.ts';

/**
 * Drops blocks that were kept of what readers never see: hidden without evidence that it comes to be seen, or for readers without
 * scripts alone (`page/visibility/`). Changes `keep`.
 */
export function dropHidden({ a }: Pick<ScoredPage, 'a'>, keep: Uint8Array): void {
  clearGone(a, keep, () => false);
}

/**
 * Nodes where no step brings anything back: in navigation, dialogs and footers, and in what is hidden, but for hidden
 * elements of which something stays. What is hidden inside those stays pruned. A block that begins with a hidden mark and goes on
 * in what all see is not pruned.
 */
export function prunedNodes(a: Annotation, keep: Uint8Array): Uint8Array {
  const { nodes } = a.doc;
  const pruned = uint8s(nodes.length);
  for (let index = 0; index < nodes.length; index++)
    if ((a.context[index]! & PRUNED) !== 0) pruned[index] = 1;
  for (let index = 0; index < nodes.length; index++) {
    if ((a.context[index]! & CONTEXT.hidden) === 0) continue;
    const { end } = nodes[index]!;
    const [from, to] = blocksWithin(a, index);
    const shown = a.blocks[to];
    if (shown !== undefined && shown.first >= index && shown.first < end)
      if ((a.context[shown.first]! & PRUNED) === CONTEXT.hidden) pruned[shown.first] = 0;
    if (keepsUnseen(a, keep, from, to)) {
      for (let i = index; i < end; i++) {
        if (i > index && hidesItself(nodes[i]!)) i = nodes[i]!.end - 1;
        else if ((a.context[i]! & PRUNED) === CONTEXT.hidden) pruned[i] = 0;
      }
    }
    index = end - 1;
  }
  return pruned;
}

/** Whether one of some blocks that readers do not see stays: those that are visible all the same do not speak for the rest. */
function keepsUnseen(a: Annotation, keep: Uint8Array, from: number, to: number): boolean {
  for (let b = from; b < to; b++) if (keep[b] === 1 && (a.blocks[b]!.context & UNSEEN) !== 0) return true;
  return false;
}

/**
 * What a reader of the whole page sees, or opens: 1 for blocks that are shown, 0 for all others. Menus and dialogs that are hidden
 * say again what the page says, or what it says when asked.
 */
export function shownBlocks(a: Annotation): Uint8Array {
  const shown = uint8s(a.blocks.length).fill(1);
  const isMenu = (index: number): boolean =>
    (a.context[index]! & (CONTEXT.navigation | CONTEXT.dialog)) !== 0 ||
    sumIn(a, a.linkWords, index) * 2 > wordsIn(a, index);
  clearGone(a, shown, isMenu);
  return shown;
}

/** Clears the flags of blocks that are gone: in a hidden element that is not disclosed, or is but `isGone`. */
function clearGone(a: Annotation, flags: Uint8Array, isGone: (index: number) => boolean): void {
  if (!keepsUnseen(a, flags, 0, flags.length)) return;
  const { nodes } = a.doc;
  const gone = uint8s(nodes.length);
  for (let index = 1; index < nodes.length; index++) {
    const node = nodes[index]!;
    const { visibility } = node;
    if (visibility === HIDDEN || (node.tag === 'noscript' && visibility !== DISCLOSED)) gone[index] = 1;
    else if (visibility !== VISIBLE) {
      gone[index] = gone[a.parents[index]!]!;
      if (visibility === DISCLOSED && isGone(index)) gone[index] = 1;
    }
  }
  for (const [b, { first, context }] of a.blocks.entries())
    if ((context & UNSEEN) !== 0 && gone[first] === 1) flags[b] = 0;
}
