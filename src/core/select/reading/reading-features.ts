import type { Annotation } from '../../page/annotate.ts';
import type { PageStructure } from '../../page/page-structure.ts';
import { clamp, type FeatureColumns, LEVELS } from '../features/feature-columns.ts';
import type { FirstReading } from './first-reading.ts';
import { addReadingPageFeatures } from './reading-page-features.ts';

const SHIFTS = [-3, -2, -1, 1, 2, 3] as const;
const WINDOWS = [3, 8, 20] as const;

/**
 * What a first reading says of the surroundings of each block: the second one knows whether the post before, the card
 * beside or the rest of the section is content.
 */
export function addReadingFeatures(
  a: Annotation,
  s: PageStructure,
  reading: FirstReading,
  out: FeatureColumns,
): void {
  addOwn(reading, out);
  addAround(reading, out);
  addContainers(a, s, reading, out);
  addSections(a, reading, out);
  addReadingPageFeatures(a, reading, out);
}

function addOwn({ scores, shared, probabilities }: FirstReading, out: FeatureColumns): void {
  const score = out.add('first score');
  const sharedScore = out.add('first shared score');
  const probability = out.add('first probability');
  for (let i = 0; i < probabilities.length; i++) {
    score[i] = clamp(scores[i]!);
    sharedScore[i] = clamp(shared[i]!);
    probability[i] = probabilities[i]!;
  }
}

function addAround(reading: FirstReading, out: FeatureColumns): void {
  const { probabilities } = reading;
  const n = probabilities.length;
  for (const shift of SHIFTS) {
    const column = out.add(`first probability at ${shift}`);
    for (let i = 0; i < n; i++) column[i] = i + shift >= 0 && i + shift < n ? probabilities[i + shift]! : -1;
  }
  for (const size of WINDOWS) {
    const before = out.add(`first probability of ${size} before`);
    const after = out.add(`first probability of ${size} after`);
    for (let i = 0; i < n; i++) {
      before[i] = reading.mean(Math.max(0, i - size), i);
      after[i] = reading.mean(i + 1, Math.min(n, i + 1 + size));
    }
  }
}

/** Mean probabilities of what holds a block: wider and wider containers, repeated elements and all their siblings. */
function addContainers(a: Annotation, s: PageStructure, reading: FirstReading, out: FeatureColumns): void {
  const at = new Int32Array(a.blocks.map((block) => block.element));
  for (let level = 0; level < LEVELS; level++) {
    const column = out.add(`first probability of container ${level}`);
    for (let i = 0; i < at.length; i++) {
      column[i] = reading.meanIn(at[i]!);
      if (at[i]! >= 0) at[i] = s.wider[at[i]!]!;
    }
  }
  const repeat = out.add('first probability of repeat');
  const repeats = out.add('first probability of repeats');
  const outerRepeat = out.add('first probability of outer repeat');
  const outerRepeats = out.add('first probability of outer repeats');
  const around = (index: number): number => (index < 0 ? -1 : a.parents[index]!);
  a.blocks.forEach((block, i) => {
    const member = s.repeated[block.element]!;
    const group = around(member);
    const outer = group < 0 ? -1 : s.repeated[group]!;
    repeat[i] = reading.meanIn(member);
    repeats[i] = reading.meanIn(group);
    outerRepeat[i] = reading.meanIn(outer);
    outerRepeats[i] = reading.meanIn(around(outer));
  });
  out.addConstant('first probability of candidate', reading.meanIn(s.candidate));
}

/** A section: a heading and the blocks up to the next one. */
function addSections(a: Annotation, reading: FirstReading, out: FeatureColumns): void {
  const section = out.add('first probability of section');
  const heading = out.add('first probability of heading');
  const n = section.length;
  const isHeading = (i: number): boolean => {
    const { element } = a.blocks[i]!;
    return a.headings[element + 1]! > a.headings[element]!;
  };
  for (let from = 0, to = 0; from < n; from = to) {
    to = from + 1;
    while (to < n && !isHeading(to)) to++;
    section.fill(reading.mean(from, to), from, to);
    heading.fill(isHeading(from) ? reading.probabilities[from]! : -1, from, to);
  }
}
