import { computedMs } from '../../tests/support/machine-speed.ts';

/** Less time than this, in milliseconds, says nothing. */
const LEAST_MS = 5;

/**
 * Whether work on a text four times as long takes less than eight times as long: linear work takes four times, quadratic
 * work sixteen times. The best of several rounds in turn, because a busy machine only ever adds to a time.
 */
export function isLinear(
  work: (text: string) => unknown,
  textOf: (n: number) => string,
  n = 30_000,
): boolean {
  const [small, large] = [textOf(n), textOf(4 * n)];
  const time = (text: string): number => {
    const from = computedMs();
    work(text);
    return computedMs() - from;
  };
  time(small);
  const best = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 6; round++) {
    best.small = Math.min(best.small, time(small));
    best.large = Math.min(best.large, time(large));
    if (best.large < 8 * Math.max(best.small, LEAST_MS)) return true;
  }
  return false;
}
