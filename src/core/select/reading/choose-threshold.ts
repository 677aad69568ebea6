import { float64s } from '../../zeroed.ts';
import { ratio } from '../features/feature-columns.ts';

/** Probabilities fall into this many buckets before they are searched. */
const BUCKETS = 128;
const SHIFT = 5;
/** What a share is counted in: whole numbers are the same on every machine, whatever the order of sums. */
const WHOLE = 65_536;

/** A threshold on probabilities, in 1/4096, and the F1 that is expected of it, in 1/256. */
interface ExpectedBest {
  readonly threshold: number;
  readonly quality: number;
}

/**
 * The threshold that gives the best expected F1 over words. A page that is hard to read gets a lower one than a clear one.
 *
 * Blocks stand and fall together: what is content of a page is what is surer than some probability u, each u as likely as any other,
 * and F1 is the mean over u (decision 063).
 */
export function expectedBest(probabilities: ArrayLike<number>, words: ArrayLike<number>): ExpectedBest {
  const levels = levelsOf(probabilities, words);
  let best = BUCKETS;
  let most = 0;
  for (const { bucket, kept } of levels) {
    const expected = expectedF1(levels, kept);
    if (expected < most) continue;
    best = bucket;
    most = expected;
  }
  return { threshold: best << SHIFT, quality: ratio(most, WHOLE) };
}

/** Words from one probability up. */
interface Level {
  readonly bucket: number;
  readonly kept: number;
}

/** The probabilities that blocks of a page have, from the surest down. */
function levelsOf(probabilities: ArrayLike<number>, words: ArrayLike<number>): readonly Level[] {
  const counts = float64s(BUCKETS + 1);
  for (let i = 0; i < probabilities.length; i++) counts[probabilities[i]! >> SHIFT]! += words[i]!;
  const levels: Level[] = [];
  let kept = 0;
  for (let bucket = BUCKETS; bucket >= 0; bucket--) {
    if (counts[bucket] === 0) continue;
    kept += counts[bucket]!;
    levels.push({ bucket, kept });
  }
  return levels;
}

/** Mean F1 of the surest `kept` words, over all probabilities from which on blocks may be content, in 1/65536. */
function expectedF1(levels: readonly Level[], kept: number): number {
  let sum = 0;
  for (let k = 0; k < levels.length; k++) {
    const content = levels[k]!.kept;
    const probabilities = levels[k]!.bucket - (levels[k + 1]?.bucket ?? 0);
    sum += probabilities * Math.trunc((2 * Math.min(kept, content) * WHOLE) / (kept + content));
  }
  return Math.trunc(sum / BUCKETS);
}
