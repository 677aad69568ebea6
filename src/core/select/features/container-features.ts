import type { Annotation } from '../../page/annotation.ts';
import { blockRange, sumsOver } from '../../page/block-range.ts';
import { tagKind } from '../../page/element-kind.ts';
import { headingLevel } from '../../page/headings.ts';
import { CommonAncestor, type PageStructure, sumIn, wordsIn } from '../../page/page-structure.ts';
import { clamp, type FeatureColumns, LEVELS, ratio } from './feature-columns.ts';

/** Features of what holds a block: wider and wider containers, repetition, distance to the prose and the title. */
export function addContainerFeatures(a: Annotation, s: PageStructure, out: FeatureColumns): void {
  addLevels(a, s, out);
  addRepetition(a, s, out);
  addPathGroups(a, s, out);
  addDistances(a, s, out);
}

function addLevels(a: Annotation, s: PageStructure, out: FeatureColumns): void {
  const total = a.words[a.doc.nodes.length]!;
  const at = a.blocks.map((block) => block.element);
  const digit = sumsOver(a.blocks, (block) => block.count.digits);
  const chars = sumsOver(a.blocks, (block) => block.count.chars);
  for (let level = 0; level < LEVELS; level++) {
    const first = out.columns.length;
    const words = out.add(`container ${level} words`);
    const share = out.add(`container ${level} share of page`);
    const links = out.add(`container ${level} link share`);
    const prose = out.add(`container ${level} prose share`);
    const punctuation = out.add(`container ${level} punctuation share`);
    const perBlock = out.add(`container ${level} words per block`);
    const headings = out.add(`container ${level} headings`);
    const controls = out.add(`container ${level} controls`);
    const images = out.add(`container ${level} images`);
    const kind = out.add(`container ${level} tag`);
    const digits = out.add(`container ${level} digit share`);
    let before = -2;
    for (let i = 0; i < at.length; i++) {
      const index = at[i]!;
      if (index >= 0) at[i] = s.wider[index]!;
      // Blocks in a row stand in one container, mostly.
      const isSame = index === before;
      before = index;
      if (isSame) out.repeatRow(i, first);
      else if (index < 0) words[i] = -1;
      if (isSame || index < 0) continue;
      const own = wordsIn(a, index);
      words[i] = clamp(own);
      share[i] = ratio(own, total);
      links[i] = ratio(sumIn(a, a.linkWords, index), own);
      prose[i] = ratio(sumIn(a, a.proseWords, index), own);
      punctuation[i] = ratio(sumIn(a, a.punctuation, index), own);
      perBlock[i] = clamp(own / Math.max(1, sumIn(a, a.blockStarts, index)));
      headings[i] = clamp(sumIn(a, a.headings, index));
      controls[i] = clamp(sumIn(a, a.controls, index));
      images[i] = clamp(sumIn(a, a.images, index));
      kind[i] = tagKind(a.doc.nodes[index]!.tag);
      const [from, to] = blockRange(a, index);
      digits[i] = ratio(digit[to]! - digit[from]!, chars[to]! - chars[from]!);
    }
  }
}

/** The nearest repeated element above a block: a card, a post, a row, a menu entry. */
function addRepetition(a: Annotation, s: PageStructure, out: FeatureColumns): void {
  const count = out.add('repeats');
  const words = out.add('repeat words');
  const links = out.add('repeat link share');
  const prose = out.add('repeat prose share');
  const images = out.add('repeat images');
  const share = out.add('repeat group share');
  const mean = out.add('repeat group mean words');
  const total = a.words[a.doc.nodes.length]!;
  a.blocks.forEach((block, i) => {
    const index = s.repeated[block.element]!;
    if (index < 0) return;
    const parent = a.parents[index]!;
    const own = wordsIn(a, index);
    count[i] = clamp(s.repeats[index]!);
    words[i] = clamp(own);
    links[i] = ratio(sumIn(a, a.linkWords, index), own);
    prose[i] = ratio(sumIn(a, a.proseWords, parent), wordsIn(a, parent));
    images[i] = ratio(sumIn(a, a.images, parent), s.repeats[index]!);
    share[i] = ratio(wordsIn(a, parent), total);
    mean[i] = clamp(wordsIn(a, parent) / s.repeats[index]!);
  });
}

interface PathSum {
  blocks: number;
  words: number;
  marks: number;
  /** Words of the page before its first block and up to the end of its last one. */
  readonly from: number;
  to: number;
}

/** Blocks at the same template position (equal path of tags and classes). */
function addPathGroups(a: Annotation, { positions }: PageStructure, out: FeatureColumns): void {
  const blocks = out.add('path blocks');
  const words = out.add('path words');
  const total = a.words[a.doc.nodes.length]!;
  const mean = out.add('path mean words');
  const span = out.add('path span');
  const punctuation = out.add('path punctuation share');
  const sums: PathSum[] = [];
  a.blocks.forEach((block, i) => {
    sums[positions[i]!] ??= { blocks: 0, words: 0, marks: 0, from: a.words[block.first]!, to: 0 };
    const sum = sums[positions[i]!]!;
    sum.blocks++;
    sum.words += block.count.words;
    sum.marks += block.count.punctuation;
    sum.to = a.words[block.end]!;
  });
  positions.forEach((position, i) => {
    const sum = sums[position]!;
    blocks[i] = clamp(sum.blocks);
    words[i] = clamp(sum.words);
    mean[i] = clamp(sum.words / sum.blocks);
    span[i] = ratio(sum.to - sum.from, total);
    punctuation[i] = ratio(sum.marks, sum.words);
  });
}

/** Tree distance to the prose container, to the first heading of level 1 and to the longest block. */
function addDistances(a: Annotation, s: PageStructure, out: FeatureColumns): void {
  let title = -1;
  let longest = -1;
  let most = 0;
  for (const block of a.blocks) {
    if (title < 0 && headingLevel(a, block) === 1) title = block.element;
    const own = block.count.words - block.linkWords;
    if (own > most) {
      most = own;
      longest = block.element;
    }
  }
  const after = out.add('after title');
  for (let i = 0; i < after.length; i++) after[i] = title >= 0 && a.blocks[i]!.first > title ? 1 : 0;
  const total = a.words[a.doc.nodes.length]!;
  for (const [name, target] of [
    ['candidate', s.candidate],
    ['title', title],
    ['longest', longest],
  ] as const) {
    const distance = out.add(`levels to ${name}`);
    const common = out.add(`share common with ${name}`);
    if (target < 0) {
      distance.fill(-1);
      continue;
    }
    const chain = new CommonAncestor(a, target);
    a.blocks.forEach((block, i) => {
      const levels = chain.distance(block.element);
      distance[i] = clamp(levels);
      common[i] = ratio(wordsIn(a, chain.at(levels)), total);
    });
  }
}
