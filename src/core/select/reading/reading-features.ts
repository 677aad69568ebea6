import { ELEMENT } from '../../html/tree.ts';
import type { Annotation } from '../../page/annotation.ts';
import { CommonAncestor, type PageStructure } from '../../page/page-structure.ts';
import { float64s } from '../../zeroed.ts';
import { clamp, type FeatureColumns, LEVELS, ratio, WINDOWS } from '../features/feature-columns.ts';
import { CERTAIN } from '../forest/probability.ts';
import { expectedBest } from './choose-threshold.ts';
import type { FirstReading } from './first-reading.ts';

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
  addPage(reading, out);
  addRuns(reading, out);
  addBestContainer(a, reading, out);
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
  const n = reading.probabilities.length;
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
  a.blocks.forEach((block, i) => {
    const member = s.repeated[block.element]!;
    repeat[i] = reading.meanIn(member);
    repeats[i] = reading.meanIn(member < 0 ? -1 : a.parents[member]!);
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

/** Probability from which a block is likely to be content. */
const LIKELY = CERTAIN / 2;

/** The page as a whole, and how much of it is surer than a block. */
function addPage(reading: FirstReading, out: FeatureColumns): void {
  const { probabilities, words, wordsUpTo, massUpTo } = reading;
  const n = probabilities.length;
  const { threshold, quality } = expectedBest(probabilities, words);
  out.addConstant('first probability of page', reading.mean(0, n));
  out.addConstant(
    'first best probability',
    probabilities.reduce((high, probability) => Math.max(high, probability), 0),
  );
  out.addConstant('first expected words', massUpTo[n]! / CERTAIN);
  out.addConstant('first threshold', threshold);
  out.addConstant('first quality', quality);
  const above = out.add('first probability above threshold');
  const rank = out.add('first rank');
  const expected = out.add('first expected share above');
  // Words and expected words of all blocks that are surer, by probability in 1/64.
  const surer = float64s(66);
  const mass = float64s(66);
  for (let i = 0; i < n; i++) {
    surer[probabilities[i]! >> 6]! += words[i]!;
    mass[probabilities[i]! >> 6]! += words[i]! * probabilities[i]!;
  }
  for (let bucket = 64; bucket >= 0; bucket--) {
    surer[bucket]! += surer[bucket + 1]!;
    mass[bucket]! += mass[bucket + 1]!;
  }
  for (let i = 0; i < n; i++) {
    const next = (probabilities[i]! >> 6) + 1;
    above[i] = probabilities[i]! - threshold;
    rank[i] = ratio(surer[next]!, wordsUpTo[n]!);
    expected[i] = ratio(mass[next]!, massUpTo[n]!);
  }
}

/** The run of likely or of unlikely blocks that a block is in (words of unlikely ones below 0), and those beside it. */
function addRuns({ probabilities, wordsUpTo }: FirstReading, out: FeatureColumns): void {
  const n = probabilities.length;
  const words = out.add('words of run');
  const blocks = out.add('blocks of run');
  const before = out.add('words of run before');
  const after = out.add('words of run after');
  const isLikely = (i: number): boolean => probabilities[i]! >= LIKELY;
  const endOf = (from: number): number => {
    let end = from;
    while (end < n && isLikely(end) === isLikely(from)) end++;
    return end;
  };
  let previous = 0;
  for (let from = 0, to = 0; from < n; from = to) {
    to = endOf(from);
    const own = wordsUpTo[to]! - wordsUpTo[from]!;
    words.fill(clamp(isLikely(from) ? own : -own), from, to);
    blocks.fill(clamp(to - from), from, to);
    before.fill(clamp(previous), from, to);
    after.fill(clamp(wordsUpTo[endOf(to)]! - wordsUpTo[to]!), from, to);
    previous = own;
  }
}

/** The element that has the best expected F1 if it is kept whole: the innermost one among equals. */
function addBestContainer(a: Annotation, reading: FirstReading, out: FeatureColumns): void {
  const { wordsUpTo, massUpTo } = reading;
  const levels = out.add('levels to first best');
  const common = out.add('first probability common with first best');
  const all = massUpTo[massUpTo.length - 1]!;
  let best = 0;
  let bestMass = 0;
  let bestSize = 1;
  for (let i = 0; i < a.ends.length; i++) {
    const from = a.blockStarts[i]!;
    const to = a.blockStarts[a.ends[i]!]!;
    if (from === to) continue;
    const mass = massUpTo[to]! - massUpTo[from]!;
    const size = (wordsUpTo[to]! - wordsUpTo[from]!) * CERTAIN + all;
    // Compared crosswise: no rounding decides.
    if (mass * bestSize < bestMass * size || a.doc.nodes[i]!.kind !== ELEMENT) continue;
    best = i;
    bestMass = mass;
    bestSize = size;
  }
  out.addConstant('first best quality', ratio(2 * bestMass, bestSize));
  const chain = new CommonAncestor(a, best);
  a.blocks.forEach((block, i) => {
    const distance = chain.distance(block.element);
    levels[i] = clamp(distance);
    common[i] = reading.meanIn(chain.at(distance));
  });
}
