import type { Annotation } from '../../page/annotation.ts';
import { sumsOver } from '../../page/block-range.ts';
import type { PageStructure } from '../../page/page-structure.ts';
import { clamp, type FeatureColumns, ratio } from './feature-columns.ts';

/** Columns of a block's own that are also given for the blocks around it. */
const SHIFTED = ['words', 'link share', 'punctuation share', 'tag', 'ends sentence', 'heading level'];
const SHIFTS = [-2, -1, 1, 2] as const;
const WINDOWS = [3, 8, 20] as const;

/** Features of the blocks before and after each block. */
export function addNeighbourFeatures(a: Annotation, s: PageStructure, out: FeatureColumns): void {
  const n = a.blocks.length;
  for (const name of SHIFTED) {
    const source = out.names.indexOf(name);
    for (const shift of SHIFTS) {
      const column = out.add(`${name} at ${shift}`);
      for (let i = 0; i < n; i++)
        column[i] = i + shift >= 0 && i + shift < n ? out.valueAt(source, i + shift) : -1;
    }
  }
  const words = sumsOver(a.blocks, ({ count }) => count.words);
  const links = sumsOver(a.blocks, ({ linkWords }) => linkWords);
  const prose = sumsOver(a.blocks, ({ count, linkWords }) =>
    count.words >= 12 && linkWords * 2 <= count.words ? count.words : 0,
  );
  for (const size of WINDOWS) {
    const density = out.add(`words in ${size} around`);
    const linked = out.add(`link share in ${size} around`);
    const read = out.add(`prose share in ${size} around`);
    for (let i = 0; i < n; i++) {
      const from = Math.max(0, i - size);
      const to = Math.min(n, i + size + 1);
      const total = words[to]! - words[from]!;
      density[i] = clamp(total);
      linked[i] = ratio(links[to]! - links[from]!, total);
      read[i] = ratio(prose[to]! - prose[from]!, total);
    }
  }
  const samePath = out.add('same path as before');
  const sameNext = out.add('same path as after');
  for (let i = 0; i < n; i++) {
    const path = s.path[a.blocks[i]!.element]!;
    if (i > 0) samePath[i] = s.path[a.blocks[i - 1]!.element] === path ? 1 : 0;
    if (i + 1 < n) sameNext[i] = s.path[a.blocks[i + 1]!.element] === path ? 1 : 0;
  }
}
