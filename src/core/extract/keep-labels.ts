import type { Annotation } from './annotate.ts';
import { headingLevel } from './block-features.ts';
import type { Reading } from './data-table.ts';

/** Most words of the label of a text, fewest of the text's first block, and the share of what keeps a block that its chance comes to. */
const MAX_WORDS = 6;
const MIN_LABELLED_WORDS = 3;
const LIKELY = 1 / 2;

/**
 * Keeps the label, ending in a colon, of the text right below it that stays, where the model half kept it: "Cons:" between two
 * lists, the terms of a glossary that are not marked up as one. Changes `keep`.
 */
export function keepLabels(a: Annotation, { chances, threshold, barred }: Reading, keep: Uint8Array): void {
  const { nodes } = a.doc;
  for (let i = 0; i + 1 < keep.length; i++) {
    const { first, end, count } = a.blocks[i]!;
    if (keep[i] === 1 || keep[i + 1] !== 1 || count.words === 0 || count.words > MAX_WORDS) continue;
    if (!/[:：]\s*$/.test(nodes[end - 1]!.text) || barred[first] === 1) continue;
    const text = a.blocks[i + 1]!;
    if (text.count.words < MIN_LABELLED_WORDS || headingLevel(a, text) > 0) continue;
    if (chances[i]! >= threshold * LIKELY) keep[i] = 1;
  }
}
