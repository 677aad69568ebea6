import type { OutcomeReason } from '../../../contract/failure.ts';
import type { PageReading } from '../page-reading.ts';
import type { Lexicon } from '../speech.ts';

/** One sign: what was seen, and how much it speaks for the reason (below 0: against). */
export type Sign = readonly [seen: string, weight: number];

/** One kind of page that is not content. No sign is enough alone. */
export interface Rule {
  readonly reason: OutcomeReason;
  /** Topics that such a page speaks of. */
  readonly topics: number;
  /** Sum of weights from which the page is of this kind. */
  readonly threshold: number;
  /** Signs of the page; weight 0 = not seen. */
  readonly read: (page: PageReading) => readonly Sign[];
}

/** Words of a page that is short, whatever it says. */
export const SHORT_WORDS = 60;

/** All topics of a lexicon. */
export function topicsOf({ said, beside, pair = [0, 0] }: Lexicon): number {
  return said | beside | pair[0] | pair[1];
}

/** A sign that is seen or not. */
export function seen(what: string, weight: number, is: boolean): Sign {
  return [what, is ? weight : 0];
}

/** A sign that counts up to `most` times. */
export function counted(what: string, weight: number, count: number, most: number): Sign {
  return [what, weight * Math.min(count, most)];
}

/** Words of a page that says nothing. */
export const NO_TEXT_WORDS = 8;

/** An address that names what is not there. */
export function lacked(page: PageReading): Sign {
  const count = page.mainWords < NO_TEXT_WORDS ? 0 : page.lacked;
  return counted('words of the address that the page lacks', 1, count, 2);
}

/** Text about something else, which speaks against: one point for so many words. */
export function against(words: number, wordsPerPoint: number): Sign {
  return ['other text', -Math.floor(words / wordsPerPoint)];
}
