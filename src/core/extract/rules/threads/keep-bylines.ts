import { inOrder } from '../../../html/element-index.ts';
import { attr } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../page/annotate.ts';
import { blockRange, keptWords } from '../../page/block-range.ts';
import { ClassTest } from '../../page/class-test.ts';
import { wordsIn } from '../../page/page-structure.ts';
import { membersThatStay } from '../cards/kept-lists.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of the line above a post. */
const MAX_WORDS = 12;
/** Blocks below the line among which its post begins. */
const MAX_BLOCKS_BELOW = 3;
/** Microdata properties of who wrote a post, and when (schema.org). */
const AUTHOR = /(?:^|\s)(?:author|creator)(?:\s|$)/;
const DATE = /(?:^|\s)date(?:Published|Created)(?:\s|$)/;

/** Names of the box that says who speaks, in a transcript; and elements from its line to it. */
const TRANSCRIPT_SPEAKER = /(?:^|[\s_-])speaker(?:[_-]?name)?(?=\s|$)/i;
const MAX_HEIGHT = 2;

/**
 * Brings back the line above a post that declares who wrote it, and when, or who speaks, in threads whose posts mostly stay:
 * without it nobody can tell where one post ends and who answers whom. Changes `keep`.
 */
export function keepBylines({ a, s, barred }: ScoredPage, keep: Uint8Array): void {
  const posts = membersThatStay(a, s, keptWords(a, keep));
  if (posts.size === 0) return;
  const speaks = new ClassTest(a, TRANSCRIPT_SPEAKER, { of: 'heads' });
  a.blocks.forEach((block, i) => {
    const { first, count, element } = block;
    if (keep[i] === 1 || count.words > MAX_WORDS || barred[first] === 1) return;
    if (!keep.subarray(i + 1, i + 1 + MAX_BLOCKS_BELOW).includes(1)) return;
    if (!posts.has(s.repeated[element]!)) return;
    if (isByline(a, block) || isSpeaker(a, speaks, element)) keep[i] = 1;
  });
}

function isSpeaker(a: Annotation, speaks: ClassTest, element: number): boolean {
  if (speaks.areNone) return false;
  let box: number = element;
  for (let height = 0; box >= 0 && height <= MAX_HEIGHT; height++, box = a.parents[box]!)
    if (speaks.has(box)) return true;
  return false;
}

function isByline(a: Annotation, { element, end }: Block): boolean {
  let hasAuthor = false;
  let hasDate = false;
  for (let i = element; i < end; i++) {
    const node = a.doc.nodes[i]!;
    const property = attr(node, 'itemprop') ?? '';
    hasAuthor ||= AUTHOR.test(property);
    hasDate ||= node.tag === 'time' || DATE.test(property);
  }
  return hasAuthor && hasDate;
}

/** Names of who is quoted, as builders of pages write them below what customers say. */
const SPEAKER = /[-_](?:name|author|cite|title|position|footer|source)$/i;
const SAYING = /^(?=[\w-]*(?:testimonial|quote))[\w-]+$/i;
/** What the names of all of them say; nearly every other class is told by it. */
const TESTIMONIAL = /estimonial|uote/;
/** Most words of who is quoted, and fewest of what they said. */
const MAX_SPEAKER_WORDS = 15;
const MIN_SAID_WORDS = 8;
/** Half of what keeps a block keeps a speaker. */
const LIKELY = 1 / 2;

/**
 * Brings back who is quoted (`<cite>`, `testimonial__name`) right below words that stay, in one of several boxes alike, where
 * the model half kept it. Changes `keep`.
 */
export function keepSpeakers(page: ScoredPage, keep: Uint8Array): void {
  const { a, s } = page;
  const named = new ClassTest(a, TESTIMONIAL, { passes: namesSpeaker }).elements();
  for (const { index } of inOrder([...a.doc.elements.tagged('cite'), ...named])) {
    const [from, to] = blockRange(a, index);
    if (from === 0 || from === to || wordsIn(a, index) > MAX_SPEAKER_WORDS) continue;
    const [said, speaker] = [a.blocks[from - 1]!, a.blocks[from]!];
    const card = s.repeated[speaker.element]!;
    if (card < 0 || card !== s.repeated[said.element] || page.barred[speaker.first] === 1) continue;
    if (keep[from - 1] !== 1 || said.count.words < MIN_SAID_WORDS) continue;
    const bar = page.threshold * LIKELY;
    if (page.chances[from]! >= bar) keep.fill(1, from, to);
  }
}

function namesSpeaker(classes: string): boolean {
  if (!TESTIMONIAL.test(classes)) return false;
  return classes.split(/\s+/).some((name) => {
    const end = name.search(SPEAKER);
    return end > 0 && SAYING.test(name.slice(0, end));
  });
}
