import { attr } from '../html/tree.ts';
import type { Annotation } from './annotate.ts';
import { blockRange } from './block-range.ts';
import { CONTEXT } from './element-kind.ts';

/** Parts of names of what opens on a click: hidden now, yet part of what the page says. */
const DISCLOSED = /tab|accord|collaps|panel|toggle|expand|faq|dropdown-content|readmore|read-more/i;
const DISCLOSED_ROLES = new Set(['tabpanel', 'region']);

/** What is not shown where scripts run. */
const UNSEEN = CONTEXT.hidden | CONTEXT.noscript;

/**
 * Drops hidden blocks that were kept, unless scripts uncover them: they sit in a tab or an accordion, or they are
 * a good part (a quarter of the words) of everything kept, as on pages that stay hidden until scripts ran. What is hidden or for
 * readers without scripts beside shown text was never meant to be read. Changes `keep`.
 */
export function dropHidden(a: Annotation, keep: Uint8Array): void {
  const { nodes } = a.doc;
  let total = 0;
  for (let b = 0; b < keep.length; b++) if (keep[b] === 1) total += a.blocks[b]!.count.words;
  for (let i = 1; i < nodes.length; i++) {
    const node = nodes[i]!;
    const parent = node.parent ? a.context[node.parent.index]! : 0;
    if ((a.context[i]! & UNSEEN) === 0 || (parent & UNSEEN) !== 0) continue;
    const [from, to] = blockRange(a, i);
    let words = 0;
    for (let b = from; b < to; b++) if (keep[b] === 1) words += a.blocks[b]!.count.words;
    if (words * 4 < total && !isDisclosed(a, i)) keep.fill(0, from, to);
    i = node.end - 1;
  }
}

function isDisclosed(a: Annotation, index: number): boolean {
  const node = a.doc.nodes[index]!;
  if (node.tag === 'details' || DISCLOSED_ROLES.has(attr(node, 'role') ?? '')) return true;
  return (
    DISCLOSED.test((attr(node, 'class') ?? '').slice(0, 300)) ||
    DISCLOSED.test((attr(node, 'id') ?? '').slice(0, 100))
  );
}
