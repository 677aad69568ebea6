import type { Annotation } from '../../page/annotation.ts';
import { sumsOver } from '../../page/block-range.ts';
import { clamp, type FeatureColumns, ratio, WINDOWS } from './feature-columns.ts';

/** Features of the blocks before and after each block. */
export function addNeighbourFeatures(a: Annotation, out: FeatureColumns): void {
  const n = a.blocks.length;
  const words = sumsOver(a.blocks, ({ count }) => count.words);
  const links = sumsOver(a.blocks, ({ linkWords }) => linkWords);
  for (const size of WINDOWS) {
    const density = out.add(`words in ${size} around`);
    const linked = out.add(`link share in ${size} around`);
    for (let i = 0; i < n; i++) {
      const from = Math.max(0, i - size);
      const to = Math.min(n, i + size + 1);
      const total = words[to]! - words[from]!;
      density[i] = clamp(total);
      linked[i] = ratio(links[to]! - links[from]!, total);
    }
  }
}
