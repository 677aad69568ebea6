import { blockRange, keptIn, keptWords } from '../../../page/block-range.ts';
import { MIN_POSTS, MIN_SAID } from '../../../units/post.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of a line in the head of a post: its author, its date. */
const MAX_HEAD_WORDS = 8;
/** The share of what keeps a block that keeps a line in the head of a post that stays. */
const HEAD = 1 / 2;

/**
 * Brings back what stands at the head of a post above its first kept text, in threads of which posts stay, where the model is half
 * sure of it: who wrote it, and when. What is said twice there, for two layouts, comes back once. Changes `keep`.
 */
export function keepPostHeads(
  { a, posts, pruned, probabilities, threshold }: ScoredPage,
  keep: Uint8Array,
): void {
  if (posts.areNone) return;
  const kept = keptWords(a, keep);
  const saying = posts.all().filter((post) => keptIn(a, kept, post) >= MIN_SAID);
  if (saying.length < MIN_POSTS) return;
  const isText = (b: number): boolean => keep[b] === 1 && a.blocks[b]!.count.words >= MIN_SAID;
  for (const post of saying) {
    const [from, to] = blockRange(a, post);
    const said = new Set<number>();
    for (let b = from; b < to && !isText(b); b++) {
      const { count, element } = a.blocks[b]!;
      const isHead = count.words <= MAX_HEAD_WORDS && probabilities[b]! >= threshold * HEAD;
      if (isHead && pruned[element] === 0 && !said.has(count.hash)) keep[b] = 1;
      if (keep[b] === 1) said.add(count.hash);
    }
  }
}
