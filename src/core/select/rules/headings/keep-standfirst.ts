import { CONTEXT } from '../../../page/element-kind.ts';
import type { ScoredPage } from '../scored-page.ts';
import { titleOf } from './keep-byline.ts';

/** Blocks below the title among which its standfirst is: the category of the page, its author may come first. */
const MAX_BELOW = 3;
/** Words of a standfirst, fewest and most. */
const MIN_WORDS = 10;
const MAX_WORDS = 40;
/** Least probability of one, in 1/4096: what invites to a newsletter has less. On the pages that readers marked. */
const LEAST = 500;
/** What readers fill in, press or count is none. */
const OTHER = CONTEXT.button | CONTEXT.form | CONTEXT.list | CONTEXT.item;

/** Keeps the first text below a title that says in a sentence or two what the page is about, without a link. Changes `keep`. */
export function keepStandfirst(page: ScoredPage, keep: Uint8Array): void {
  const { a, pruned, probabilities } = page;
  const title = titleOf(page, keep);
  if (title < 0) return;
  const first = title + 1;
  const text = a.blocks.slice(first, first + MAX_BELOW).findIndex(({ count }) => count.words >= MIN_WORDS);
  if (text < 0) return;
  const { count, context, linkWords, first: node } = a.blocks[first + text]!;
  const isOne = count.words <= MAX_WORDS && linkWords === 0 && (context & OTHER) === 0;
  if (isOne && pruned[node] === 0 && probabilities[first + text]! >= LEAST) keep[first + text] = 1;
}
