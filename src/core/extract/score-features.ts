import type { Annotation } from './annotate.ts';
import { headingLevel } from './block-features.ts';
import { clamp, type FeatureColumns } from './feature-columns.ts';
import type { PageStructure } from './page-structure.ts';
import { CERTAIN } from './probability.ts';

const WINDOWS = [2, 5, 15] as const;
const LEVELS = 5;
const HIGH = CERTAIN * 0.7;

/**
 * Features from a first reading: what the first forest thought of the blocks around each block, of its
 * containers, of the blocks that repeat its template. `chances` are probabilities in 1/4096.
 */
export function addScoreFeatures(
  a: Annotation,
  s: PageStructure,
  chances: ArrayLike<number>,
  out: FeatureColumns,
): void {
  const n = a.blocks.length;
  const own = out.add('chance');
  for (let i = 0; i < n; i++) own[i] = chances[i]!;
  for (const shift of [-3, -2, -1, 1, 2, 3]) {
    const column = out.add(`chance at ${shift}`);
    for (let i = 0; i < n; i++) column[i] = i + shift >= 0 && i + shift < n ? own[i + shift]! : -1;
  }
  const sums = prefixSums(a, own);
  addWindows(sums, n, out);
  addContainers(a, s, sums, out);
  addGroups(a, s, own, sums, out);
  addExtent(a, own, sums, out);
}

interface Sums {
  /** Words (at least 1 a block) and words × chance, before each block. */
  readonly words: Float64Array;
  readonly mass: Float64Array;
}

function prefixSums(a: Annotation, own: Int16Array): Sums {
  const n = a.blocks.length;
  const words = new Float64Array(n + 1);
  const mass = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) {
    const weight = Math.max(1, a.blocks[i]!.count.words);
    words[i + 1] = words[i]! + weight;
    mass[i + 1] = mass[i]! + weight * own[i]!;
  }
  return { words, mass };
}

function mean(sums: Sums, from: number, to: number): number {
  const words = sums.words[to]! - sums.words[from]!;
  return words > 0 ? clamp((sums.mass[to]! - sums.mass[from]!) / words) : -1;
}

function addWindows(sums: Sums, n: number, out: FeatureColumns): void {
  for (const size of WINDOWS) {
    const around = out.add(`chance in ${size} around`);
    const before = out.add(`chance in ${size} before`);
    const after = out.add(`chance in ${size} after`);
    for (let i = 0; i < n; i++) {
      const from = Math.max(0, i - size);
      const to = Math.min(n, i + size + 1);
      around[i] = mean(sums, from, to);
      before[i] = mean(sums, from, i);
      after[i] = mean(sums, i + 1, to);
    }
  }
}

/** First block of an element's subtree and after its last one. */
export function blockRange(a: Annotation, index: number): readonly [number, number] {
  return [a.blockStarts[index]!, a.blockStarts[a.doc.nodes[index]!.end]!];
}

function addContainers(a: Annotation, s: PageStructure, sums: Sums, out: FeatureColumns): void {
  const at = a.blocks.map((block) => block.element);
  for (let level = 0; level < LEVELS; level++) {
    const column = out.add(`chance of container ${level}`);
    const others = out.add(`chance of the rest of container ${level}`);
    for (let i = 0; i < at.length; i++) {
      const index = at[i]!;
      if (index < 0) {
        column[i] = -1;
        others[i] = -1;
        continue;
      }
      const [from, to] = blockRange(a, index);
      column[i] = mean(sums, from, to);
      const words = sums.words[to]! - sums.words[from]! - (sums.words[i + 1]! - sums.words[i]!);
      const mass = sums.mass[to]! - sums.mass[from]! - (sums.mass[i + 1]! - sums.mass[i]!);
      others[i] = words > 0 ? clamp(mass / words) : -1;
      at[i] = s.wider[index]!;
    }
  }
}

function addGroups(a: Annotation, s: PageStructure, own: Int16Array, sums: Sums, out: FeatureColumns): void {
  const path = out.add('chance of equal paths');
  const item = out.add('chance of repeated item');
  const group = out.add('chance of repeated group');
  const groups = new Map<number, { words: number; mass: number }>();
  a.blocks.forEach((block, i) => {
    const key = s.path[block.element]!;
    const sum = groups.get(key) ?? { words: 0, mass: 0 };
    groups.set(key, sum);
    const weight = Math.max(1, block.count.words);
    sum.words += weight;
    sum.mass += weight * own[i]!;
  });
  a.blocks.forEach((block, i) => {
    const sum = groups.get(s.path[block.element]!)!;
    path[i] = clamp(sum.mass / sum.words);
    const repeated = s.repeated[block.element]!;
    if (repeated < 0) {
      item[i] = -1;
      group[i] = -1;
      return;
    }
    item[i] = mean(sums, ...blockRange(a, repeated));
    group[i] = mean(sums, ...blockRange(a, a.doc.nodes[repeated]!.parent!.index));
  });
}

/** Where the sure content begins and ends, what the page holds in all, and the section of each block. */
function addExtent(a: Annotation, own: Int16Array, sums: Sums, out: FeatureColumns): void {
  const n = a.blocks.length;
  const page = out.add('chance of page');
  const mass = out.add('expected words');
  const before = out.add('sure words before');
  const after = out.add('sure words after');
  const sinceSure = out.add('words since sure');
  const toSure = out.add('words to sure');
  const section = out.add('chance of section');
  const sure = new Float64Array(n + 1);
  let last = -1;
  let start = 0;
  for (let i = 0; i < n; i++) {
    const words = a.blocks[i]!.count.words;
    sure[i + 1] = sure[i]! + (own[i]! >= HIGH ? words : 0);
    sinceSure[i] = last < 0 ? -1 : clamp(sums.words[i]! - last);
    if (own[i]! >= HIGH && words >= 5) last = sums.words[i + 1]!;
  }
  let next = -1;
  for (let i = n - 1; i >= 0; i--) {
    toSure[i] = next < 0 ? -1 : clamp(next - sums.words[i + 1]!);
    if (own[i]! >= HIGH && a.blocks[i]!.count.words >= 5) next = sums.words[i]!;
  }
  page.fill(mean(sums, 0, n));
  mass.fill(clamp(sums.mass[n]! / CERTAIN));
  for (let i = 0; i <= n; i++) {
    if (i < n) {
      before[i] = clamp(sure[i]!);
      after[i] = clamp(sure[n]! - sure[i + 1]!);
    }
    if (i === n || headingLevel(a, a.blocks[i]!) > 0) {
      section.fill(mean(sums, start, i), start, i);
      start = i;
    }
  }
}
