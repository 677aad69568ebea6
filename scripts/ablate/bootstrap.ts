import { generator } from '../train/boost.ts';

/** Resamples of the domains. */
const RESAMPLES = 1000;

/** A paired effect: its mean over pages, and the share of resamples of the domains in which it is above 0. */
export interface Effect {
  readonly mean: number;
  readonly positive: number;
}

/**
 * The effect of something on pages, by domain: pages of one site are near copies of each other, so that domains are drawn, not
 * pages. Seeded: the same differences give the same answer.
 */
export function effectOf(differences: ReadonlyMap<string, readonly number[]>): Effect {
  const domains = [...differences.values()].map((list) => ({ sum: sum(list), pages: list.length }));
  const pages = sum(domains.map((domain) => domain.pages));
  const random = generator(17);
  let positive = 0;
  for (let sample = 0; sample < RESAMPLES; sample++) {
    let drawn = 0;
    for (let i = 0; i < domains.length; i++) drawn += domains[Math.floor(random() * domains.length)]!.sum;
    if (drawn > 0) positive++;
  }
  return {
    mean: pages > 0 ? sum(domains.map((domain) => domain.sum)) / pages : 0,
    positive: positive / RESAMPLES,
  };
}

function sum(list: readonly number[]): number {
  return list.reduce((total, value) => total + value, 0);
}
