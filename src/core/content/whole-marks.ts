import type { Inline } from './tree.ts';

/** A mark that a style sheet could put on a whole block as well. */
export type Weight = 'strong' | 'emphasis' | 'highlight';

/** Whether all that a settled run says has a mark: directly, or within links and other marks. */
export function isWholly(run: readonly Inline[], weight: Weight): boolean {
  return run.length > 0 && run.every((node) => isWithin(node, weight));
}

function isWithin(node: Inline, weight: Weight): boolean {
  if (isWeight(node, weight)) return true;
  if ('children' in node) return isWholly(node.children, weight);
  return node.type === 'text' && node.value.trim() === '';
}

/** A settled run with the contents of a mark in its place. */
export function withoutWeight(run: readonly Inline[], weight: Weight): Inline[] {
  return run.flatMap((node) => {
    if (!('children' in node)) return [node];
    const children = withoutWeight(node.children, weight);
    return isWeight(node, weight) ? children : [{ ...node, children }];
  });
}

function isWeight(node: Inline, weight: Weight): boolean {
  return weight === 'highlight' ? node.type === 'mark' && node.tag === 'mark' : node.type === weight;
}
