import { isFull } from '../support/full-form.ts';
import { computedMs } from '../support/machine-speed.ts';

/** Less time than this, in milliseconds, says nothing. */
const LEAST_MS = isFull ? 5 : 3;
/** Work that takes as long, in milliseconds, shows how it grows: no longer text is made. Ten times the least tells the two apart. */
const ENOUGH_MS = isFull ? 200 : 30;

/**
 * Whether work on a text four times as long takes less than ten times as long: linear work takes four times, quadratic
 * work sixteen times. The best of several rounds in turn, because a busy machine only ever adds to a time. `n`: the
 * size of the shorter text, or less where that is enough.
 */
export async function isLinear(
  work: (text: string) => unknown,
  textOf: (n: number) => string,
  n = 30_000,
): Promise<boolean> {
  const time = async (text: string): Promise<number> => {
    const from = computedMs();
    await work(text);
    return computedMs() - from;
  };
  let size = n / 16;
  while (size < n && (await time(textOf(4 * size))) < ENOUGH_MS) size *= 2;
  const [small, large] = [textOf(size), textOf(4 * size)];
  const best = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 12; round++) {
    best.small = Math.min(best.small, await time(small));
    best.large = Math.min(best.large, await time(large));
    if (best.large < 10 * Math.max(best.small, LEAST_MS)) return true;
  }
  return false;
}
