import type { Annotation } from '../../page/annotate.ts';
import { blockRange } from '../../page/block-range.ts';
import type { PageStructure } from '../../page/page-structure.ts';
import { int16s, int32s } from '../../zeroed.ts';
import { clamp, type FeatureColumns, LEVELS } from './feature-columns.ts';

/**
 * What the vocabulary says of wider and wider containers of a block: their names (`own` score by element; boxes around
 * the same words count as one) and the short texts in them, per block, in quarters.
 */
export function addContainerNames(
  a: Annotation,
  s: PageStructure,
  own: Int16Array,
  texts: Int16Array,
  out: FeatureColumns,
): void {
  const before = int32s(texts.length + 1);
  for (let i = 0; i < texts.length; i++) before[i + 1] = before[i]! + texts[i]!;
  const contained = namesOfContainers(a, s, own);
  const at = a.blocks.map((block) => block.element);
  for (let level = 0; level < LEVELS; level++) {
    const names = out.add(`container ${level} names`);
    const words = out.add(`container ${level} text`);
    for (let i = 0; i < at.length; i++) {
      const index = at[i]!;
      if (index < 0) continue;
      const [from, to] = blockRange(a, index);
      names[i] = contained[index]!;
      if (to > from) words[i] = clamp(((before[to]! - before[from]!) * 4) / (to - from));
      at[i] = s.wider[index]!;
    }
  }
}

/** Names of each element and of the boxes around it that hold no further words. */
function namesOfContainers(a: Annotation, s: PageStructure, own: Int16Array): Int16Array {
  const sums = int16s(own.length);
  for (let i = 0; i < own.length; i++) {
    const parent = a.parents[i]!;
    const isSameContainer = parent >= 0 && s.wider[i] === s.wider[parent];
    sums[i] = clamp(own[i]! + (isSameContainer ? sums[parent]! : 0));
  }
  return sums;
}
