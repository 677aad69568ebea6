import type { HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { blockRange } from '../../../page/block-range.ts';
import { ROLE, rendered } from '../../../page/roles.ts';
import { markCopies } from '../../prune.ts';

/**
 * Drops the copies that a carousel makes of its slides to go round without a seam, and those for other widths of the
 * screen. Marks them as `COPY` in `keep`.
 */
export function dropClones(a: Annotation, keep: Uint8Array): void {
  for (const { index } of rendered(a, ROLE.clone)) markCopies(keep, ...blockRange(a, index));
  dropVariants(a, keep);
}

/** The layouts in which a box is not shown that Framer writes once for each: `hidden-bnz77l`. */
const HIDDEN_IN = /(?<=^|\s)hidden-\S+/g;
/** A page has three or four layouts. */
const MAX_LAYOUTS = 16;

/**
 * Drops boxes for other layouts: of neighbours the first that says something stays, and what is shown beside it. Marks
 * the others as `COPY` in `keep`.
 */
function dropVariants(a: Annotation, keep: Uint8Array): void {
  const variants = rendered(a, ROLE.layoutVariant);
  if (variants.length === 0) return;
  const layouts = new Set(variants.flatMap((node) => hiddenIn(a, node)));
  if (layouts.size > MAX_LAYOUTS) return;
  /** Layouts in which all is shown that stays of the boxes right before. */
  let together = layouts;
  for (const node of variants) {
    if (node.prev === null || !a.roles.has(node.prev, ROLE.layoutVariant)) together = layouts;
    const [from, to] = blockRange(a, node.index);
    const hidden = new Set(hiddenIn(a, node));
    if (hidden.size === layouts.size || !keep.subarray(from, to).includes(1)) continue;
    const common = new Set([...together].filter((layout) => !hidden.has(layout)));
    if (common.size > 0) together = common;
    else markCopies(keep, from, to);
  }
}

function hiddenIn(a: Annotation, variant: HtmlNode): string[] {
  return a.roles.names(variant).match(HIDDEN_IN) ?? [];
}
