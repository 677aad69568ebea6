import type { Annotation } from './annotate.ts';
import { blockRange, keptWords } from './block-range.ts';
import { CONTEXT } from './element-kind.ts';
import { CERTAIN } from './probability.ts';

/** What is laid over a page or stands below it. */
const CHROME = CONTEXT.dialog | CONTEXT.footer;
/** Fifths of certainty that the words of one come to in the mean when they are content. */
const SURE_FIFTHS = 3;
/** Fewest words beside it for which it goes: with fewer it may be all that a page has. */
const MIN_WORDS_BESIDE = 30;

/**
 * Drops dialogs and footers that are more likely no content: their kept blocks stay when the chances come, by their
 * words, to one half, however little keeps a block elsewhere on the page. A page that is hard to read has a low
 * threshold, and its terms of service came with it. Changes `keep`.
 */
export function dropChrome(a: Annotation, chances: ArrayLike<number>, keep: Uint8Array): void {
  const { nodes } = a.doc;
  const unlikely: [number, number][] = [];
  const kept = keptWords(a, keep);
  let beside = kept[keep.length]!;
  for (let index = 0; index < nodes.length; index++) {
    if ((a.context[index]! & CHROME) === 0) continue;
    const [from, to] = blockRange(a, index);
    index = nodes[index]!.end - 1;
    if (isLikely(a, chances, keep, from, to)) continue;
    unlikely.push([from, to]);
    beside -= kept[to]! - kept[from]!;
  }
  if (beside >= MIN_WORDS_BESIDE) for (const [from, to] of unlikely) keep.fill(0, from, to);
}

/** Whether kept blocks of a range are, by their words, more likely content than not. */
function isLikely(
  a: Annotation,
  chances: ArrayLike<number>,
  keep: Uint8Array,
  from: number,
  to: number,
): boolean {
  let words = 0;
  let mass = 0;
  for (let b = from; b < to; b++) {
    if (keep[b] !== 1) continue;
    words += a.blocks[b]!.count.words;
    mass += a.blocks[b]!.count.words * chances[b]!;
  }
  return mass * 5 >= words * CERTAIN * SURE_FIFTHS;
}
