import { lazy } from '../../../lazy.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { blockRange, keptIn, keptWords } from '../../../page/block-range.ts';
import { headingLevel } from '../../../page/headings.ts';
import { type PageStructure, sumIn, wordsIn } from '../../../page/page-structure.ts';
import { isSiteName } from '../../../page/page-titles.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Blocks of a section that are looked at. */
const MAX_SECTION_BLOCKS = 80;
/** A heading below this share of what keeps a block is chrome, unless it is the page's title or of the first level where no other is. */
const UNLIKELY = 1 / 8;
/** The same for headings inside a post that has a higher one: the rank of its author, a link to share it. */
const UNLIKELY_BELOW_ANOTHER = 1 / 2;

/**
 * Brings back headings that the model dropped: with most of their section or of their container, unless the model is sure that they
 * are chrome and none alike (path of tags and classes) stays; and those of posts and cards in a list that stays. The site's
 * name stays away. Changes `keep`.
 */
export function keepHeadings(page: ScoredPage, keep: Uint8Array): void {
  const { a, s, url, titles } = page;
  const levels = a.blocks.map((block) => headingLevel(a, block));
  const kept = keptWords(a, keep);
  const names = namesInLists(page, levels, kept);
  const hasTitle = lazy(() => a.blocks.some((block, i) => levels[i]! > 1 && titles().has(block)));
  const hasLead = lazy(() => a.blocks.some((block, i) => levels[i]! > 1 && titles().isLead(block)));
  const isName = (block: Block): boolean =>
    isSiteName(a, block, url) || (hasLead() && titles().isBanner(block));
  const bringBack = (isLikely: (block: Block, i: number) => boolean, isEnough = isMost): void => {
    for (let i = levels.length - 1; i >= 0; i--) {
      const block = a.blocks[i]!;
      if (levels[i] === 0 || keep[i] === 1 || page.pruned[block.first] === 1) continue;
      if (levels[i] === 1 && isName(block)) continue;
      const heads = (): boolean => !headsLinks(a, s, i, kept) && headsKept(a, s, i, levels, keep, isEnough);
      if (names.has(i) || (isLikely(block, i) && heads())) keep[i] = 1;
    }
  };
  bringBack((block, i) => {
    const isTop = levels[i] === 1 && (titles().shareWord(block) || !hasTitle());
    return isTop || page.probabilities[i]! >= page.threshold * UNLIKELY || titles().has(block);
  });
  const staying = new Set(a.blocks.filter((_, i) => levels[i]! > 1 && keep[i] === 1).map(pathOf));
  const isHalf = (kept: number, words: number): boolean => kept > 0 && kept * 2 >= words;
  if (staying.size > 0) bringBack((block) => staying.has(pathOf(block)), isHalf);

  function pathOf({ element }: Block): number {
    return s.path[element]!;
  }
}

/**
 * Headings of repeated elements of which something stays, in lists of one template position (path of tags and classes)
 * that stay: the authors of posts, the names of cards. Those below another heading of the element need a probability.
 */
function namesInLists(page: ScoredPage, levels: readonly number[], kept: Int32Array): ReadonlySet<number> {
  const { a, s, probabilities, threshold } = page;
  const stays = membersThatStay(a, s, kept);
  const names = new Set<number>();
  let last = -1;
  let highest = 0;
  levels.forEach((level, i) => {
    const member = s.repeated[a.blocks[i]!.element]!;
    if (level === 0 || !stays.has(member)) return;
    if (member !== last) highest = level;
    last = member;
    if (level <= highest || probabilities[i]! >= threshold * UNLIKELY_BELOW_ANOTHER) names.add(i);
    highest = Math.min(highest, level);
  });
  return names;
}

/** Whether most of a heading's section stays, up to the next heading of its level or to the end of the container around it. */
function headsKept(
  a: Annotation,
  s: PageStructure,
  heading: number,
  levels: readonly number[],
  keep: Uint8Array,
  isEnough: (kept: number, words: number) => boolean,
): boolean {
  const { element } = a.blocks[heading]!;
  const container = s.wider[element]!;
  const containerEnd = container < 0 ? 0 : blockRange(a, container)[1];
  const last = Math.min(levels.length, heading + 1 + MAX_SECTION_BLOCKS);
  let words = 0;
  let kept = 0;
  for (let k = heading + 1; k < last && (levels[k] === 0 || levels[k]! > levels[heading]!); k++) {
    if (k === containerEnd && isEnough(kept, words)) return true;
    if (k === containerEnd && kept === 0 && words > 0 && levels[heading]! > 1 && isAside(a, container))
      return false;
    words += a.blocks[k]!.count.words;
    if (keep[k] === 1) kept += a.blocks[k]!.count.words;
  }
  return isEnough(kept, words);
}

/** Whether a container is beside the text around it: a form to fill in, a button to press, another story. */
function isAside(a: Annotation, container: number): boolean {
  const { tag, end } = a.doc.nodes[container]!;
  return tag === 'aside' || a.controls[end]! > a.controls[container]!;
}

/** Whether a heading stands in a container of links of which nothing stays: the paragraph below such a container is not its section. */
function headsLinks(a: Annotation, s: PageStructure, heading: number, kept: Int32Array): boolean {
  const { element } = a.blocks[heading]!;
  const container = s.wider[element]!;
  if (container < 0) return false;
  if (keptIn(a, kept, container) > 0) return false;
  const links = sumIn(a, a.linkWords, container) - sumIn(a, a.linkWords, element);
  return links * 2 > wordsIn(a, container) - wordsIn(a, element);
}

/** Fewest repeated elements of one template position that mostly stay: a thread, a list of cards. */
const MIN_MEMBERS = 3;
/** Fewest kept words of what mostly stays. */
const MIN_KEPT_WORDS = 8;

/** Repeated elements of which something stays, where several of their template position mostly stay. */
function membersThatStay(a: Annotation, s: PageStructure, kept: Int32Array): ReadonlySet<number> {
  const members = new Set<number>();
  const lists = new Map<number, number>();
  for (let i = 0; i < s.repeated.length; i++) {
    if (s.repeated[i] !== i) continue;
    const words = keptIn(a, kept, i);
    if (words > 0) members.add(i);
    if (isMost(words, wordsIn(a, i))) lists.set(s.path[i]!, (lists.get(s.path[i]!) ?? 0) + 1);
  }
  for (const member of members) if ((lists.get(s.path[member]!) ?? 0) < MIN_MEMBERS) members.delete(member);
  return members;
}

/** Whether so many kept words of all words are most of them, and enough to tell. */
function isMost(kept: number, words: number): boolean {
  return kept >= MIN_KEPT_WORDS && kept * 2 >= words;
}
