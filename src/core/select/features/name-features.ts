import type { HashTable } from '../../hash-table.ts';
import { type Annotation, type Block, MAX_BLOCK_HASHES } from '../../page/annotation.ts';
import { blockRange, sumsOver } from '../../page/block-range.ts';
import { headingLevel } from '../../page/headings.ts';
import { CommonAncestor, type PageStructure, sumIn, wordsIn } from '../../page/page-structure.ts';
import { mix } from '../../page/word-scan.ts';
import { int16s, int32s } from '../../zeroed.ts';
import { clamp, FeatureColumns, LEVELS, ratio } from './feature-columns.ts';
import { NameReader } from './name-reader.ts';

/** Names of the elements of a page, as hashes. */
export interface Names {
  /** Those that stand together: of one class, or of an element with further names. */
  readonly sets: readonly (readonly number[])[];
  /** By node: the number of its set; -1 for what holds no text. */
  readonly setOf: Int32Array;
}

/** Reads the names of a page. */
export function readNames(a: Annotation): Names {
  const { classOf } = a.doc.elements;
  const reader = new NameReader(a.doc);
  const setOf = int32s(a.doc.nodes.length).fill(-1);
  for (let i = 0; i < setOf.length; i++)
    if (sumIn(a, a.blockStarts, i) > 0) setOf[i] = reader.readClass(classOf[i]!);
  reader.addOthers(setOf);
  return { sets: reader.sets, setOf };
}

/** Key of a word of a short text, apart from the names of elements. */
const TEXT_KEY = 11;
/** Key of the whole of a short text. */
const WHOLE_KEY = 13;
/** Longest text, in words, whose words are looked up. */
const SHORT_TEXT_WORDS = 12;

/** Vocabulary keys of a short block's text, by which the vocabulary is trained; empty for long ones. */
export function textKeys(block: Block): number[] {
  if (block.count.words === 0 || block.count.words > SHORT_TEXT_WORDS) return [];
  const keys: number[] = [];
  for (let i = 0; i < block.hashes.length && i < MAX_BLOCK_HASHES; i++)
    keys.push(mix(block.hashes[i]!, TEXT_KEY));
  if (block.count.words > 1) keys.push(mix(block.count.hash, WHOLE_KEY));
  return keys;
}

/** What the vocabulary says of each element and everything above it. */
function scoreNames(a: Annotation, { sets, setOf }: Names, vocabulary: HashTable) {
  const n = setOf.length;
  const scores = { own: int16s(n), low: int16s(n), high: int16s(n), sum: int16s(n) };
  const [lowest, highest] = [int16s(sets.length), int16s(sets.length)];
  sets.forEach((names, set) => {
    for (const name of names) {
      const score = vocabulary.get(name);
      if (score < lowest[set]!) lowest[set] = score;
      else if (score > highest[set]!) highest[set] = score;
    }
  });
  for (let i = 0; i < n; i++) {
    const set = setOf[i]!;
    if (set < 0) continue;
    const parent = a.parents[i]!;
    const own = lowest[set]! + highest[set]!;
    scores.own[i] = own;
    const from = parent >= 0 ? parent : i;
    scores.low[i] = Math.min(lowest[set]!, scores.low[from]!);
    scores.high[i] = Math.max(highest[set]!, scores.high[from]!);
    scores.sum[i] = clamp(scores.sum[from]! + own);
  }
  return scores;
}

/**
 * Features from the learnt vocabulary, which follow those of `describeBlocks`: names around each block, words in it and in the headings
 * above it.
 */
export function describeNames(
  a: Annotation,
  s: PageStructure,
  names: Names,
  vocabulary: HashTable,
): FeatureColumns {
  const out = new FeatureColumns(a.blocks.length);
  const scores = scoreNames(a, names, vocabulary);
  const low = out.add('names low');
  const high = out.add('names high');
  const sum = out.add('names sum');
  const levels = [0, 1, 2, 3, 4].map((level) => out.add(`names ${level}`));
  a.blocks.forEach((block, i) => {
    let at = a.parents[block.first]!;
    low[i] = scores.low[at]!;
    high[i] = scores.high[at]!;
    sum[i] = scores.sum[at]!;
    for (let level = 0; level < levels.length && at >= 0; level++) {
      levels[level]![i] = scores.own[at]!;
      at = a.parents[at]!;
    }
  });
  addBelowBest(a, sum, out);
  const words = addWordScores(a, vocabulary, out);
  addOutlineFeatures(a, words.low, out);
  addContainerNames(a, s, scores.own, words.sum, out);
  return out;
}

/** How far the names of a block fall short of the best ones around any prose of the page. */
function addBelowBest(a: Annotation, sum: Int16Array, out: FeatureColumns): void {
  const below = out.add('names below best');
  let best = -32768;
  a.blocks.forEach((block, i) => {
    if (block.count.words >= 8 && block.linkWords * 2 <= block.count.words) best = Math.max(best, sum[i]!);
  });
  for (let i = 0; i < sum.length; i++) below[i] = best === -32768 ? -1 : clamp(best - sum[i]!);
}

/** Returns what the vocabulary says of the words of each block. */
function addWordScores(a: Annotation, vocabulary: HashTable, out: FeatureColumns) {
  const n = a.blocks.length;
  const [sum, low] = [int16s(n), int16s(n)];
  const headingLow = out.add('heading text low');
  const top = out.add('top heading text sum');
  /** Mean score of the first words of a block, short or long, in quarters. */
  const mean = out.add('text mean');
  let lastLow = 0;
  let topSum = 0;
  a.blocks.forEach((block, i) => {
    const { words } = block.count;
    const read = Math.min(block.hashes.length, MAX_BLOCK_HASHES);
    let [total, least] = [0, 0];
    for (let k = 0; k < read; k++) {
      const score = vocabulary.get(mix(block.hashes[k]!, TEXT_KEY));
      total += score;
      least = Math.min(least, score);
    }
    mean[i] = read === 0 ? 0 : clamp((total * 4) / read);
    if (words <= SHORT_TEXT_WORDS) {
      const ofWhole = words > 1 ? vocabulary.get(mix(block.count.hash, WHOLE_KEY)) : 0;
      low[i] = Math.min(least, ofWhole);
      sum[i] = clamp(total + ofWhole);
    }
    headingLow[i] = lastLow;
    top[i] = topSum;
    const tag = a.doc.nodes[block.element]!.tag;
    if (tag.length === 2 && tag[0] === 'h') {
      lastLow = low[i]!;
      if (tag === 'h1' || tag === 'h2') topSum = sum[i]!;
    }
  });
  return { sum, low };
}

/** Levels above a heading that are looked at: every heading of a page has its own. */
const MAX_LEVELS = 64;

/**
 * Where each block stands to the heading before it, and what the words of all headings above it in the outline say (`low`: lowest score
 * of each block's own words).
 */
function addOutlineFeatures(a: Annotation, low: Int16Array, out: FeatureColumns): void {
  const distance = out.add('levels to last heading');
  const common = out.add('share common with last heading');
  const outlineLow = out.add('outline text low');
  const total = a.words[a.doc.nodes.length]!;
  const open: { readonly level: number; readonly low: number }[] = [];
  let chain: CommonAncestor | null = null;
  a.blocks.forEach((block, i) => {
    if (chain) {
      const levels = chain.distance(block.element);
      distance[i] = clamp(levels);
      common[i] = ratio(wordsIn(a, chain.at(levels)), total);
    } else distance[i] = -1;
    const level = headingLevel(a, block);
    if (level > 0) while (open.length > 0 && open[open.length - 1]!.level >= level) open.pop();
    const above = open[open.length - 1];
    outlineLow[i] = above ? above.low : 0;
    if (level === 0) return;
    open.push({ level, low: Math.min(above?.low ?? 0, low[i]!) });
    chain = new CommonAncestor(a, block.element, MAX_LEVELS);
  });
}

/**
 * What the vocabulary says of wider and wider containers of a block: their names (`own` score by element; boxes around
 * the same words count as one) and the short texts in them, per block, in quarters.
 */
function addContainerNames(
  a: Annotation,
  s: PageStructure,
  own: Int16Array,
  texts: Int16Array,
  out: FeatureColumns,
): void {
  const before = sumsOver(texts, (score) => score);
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
