import type { Annotation } from '../../page/annotate.ts';
import { CONTEXT } from '../../page/element-kind.ts';
import { headingLevel } from '../../page/headings.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of the label of a text, fewest of the text's first block, and the share of what keeps a block that its chance comes to. */
const MAX_WORDS = 6;
const MIN_LABELLED_WORDS = 3;
const LIKELY = 1 / 2;

/** Most words of the value of a label, and elements from the label's own to one around both. */
const MAX_VALUE_WORDS = 20;
const MAX_HEIGHT = 2;

/**
 * Keeps the label, ending in a colon, of the text right below it that stays, where the model half kept it: "Cons:" between two
 * lists, the terms of a glossary that are not marked up as one. Changes `keep`.
 */
export function keepLabels({ a, chances, threshold, barred }: ScoredPage, keep: Uint8Array): void {
  for (let i = 0; i + 1 < keep.length; i++) {
    if (keep[i] === 1 || keep[i + 1] !== 1 || !isLabel(a, i) || barred[a.blocks[i]!.first] === 1) continue;
    const text = a.blocks[i + 1]!;
    if (text.count.words < MIN_LABELLED_WORDS || headingLevel(a, text) > 0) continue;
    if (chances[i]! >= threshold * LIKELY) keep[i] = 1;
  }
}

/**
 * Keeps the value right below a label that stays, where the model half kept it ("Weight:", "1.2 kg"), and with the first item
 * of a list those after it; after the rules that bring labels back. Changes `keep`.
 */
export function keepValues({ a, s, chances, threshold, barred }: ScoredPage, keep: Uint8Array): void {
  for (let i = 0; i + 1 < keep.length; i++) {
    if (keep[i] !== 1 || keep[i + 1] === 1 || !isLabel(a, i) || !isBeside(a, i, i + 1)) continue;
    const path = s.path[a.blocks[i + 1]!.element];
    for (let v = i + 1; v < keep.length && keep[v] === 0; v++) {
      const { first, element } = a.blocks[v]!;
      if (s.path[element] !== path || !isValue(a, v) || barred[first] === 1) break;
      if (chances[v]! < threshold * LIKELY) break;
      keep[v] = 1;
    }
  }
}

/** Whether a block is a short line that ends in a colon. */
export function isLabel(a: Annotation, i: number): boolean {
  const { end, count } = a.blocks[i]!;
  return count.words > 0 && count.words <= MAX_WORDS && /[:：]\s*$/.test(a.doc.nodes[end - 1]!.text);
}

/** Whether a block may be a value: a short text, no label or heading itself, no link (to more like this), no button, not quoted. */
function isValue(a: Annotation, i: number): boolean {
  const block = a.blocks[i]!;
  const { count, linkWords, context } = block;
  if (count.words === 0 || count.words > MAX_VALUE_WORDS || linkWords > 0) return false;
  return (context & (CONTEXT.quote | CONTEXT.button)) === 0 && !isLabel(a, i) && headingLevel(a, block) === 0;
}

/** Whether two blocks stand in one small box: a cell, an item, a pair of lines. */
function isBeside(a: Annotation, label: number, value: number): boolean {
  const { nodes } = a.doc;
  let box = nodes[a.blocks[label]!.first]!.parent;
  for (let height = 0; box !== null && height < MAX_HEIGHT && box.end <= a.blocks[value]!.first; height++)
    box = box.parent;
  return box !== null && box.end > a.blocks[value]!.first;
}
