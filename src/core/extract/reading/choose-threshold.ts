import { float64s } from '../../zeroed.ts';
import { ratio } from '../features/feature-columns.ts';
import { CERTAIN } from '../forest/probability.ts';

/** Chances fall into this many buckets before they are searched. */
const BUCKETS = 128;
const SHIFT = 5;

/**
 * The threshold on chances (1/4096) that gives the best expected F1 over words: keeping blocks from the surest
 * down, F1 = 2·hits / (kept + all content), with each block's chance as its expected share of hits. A page that
 * is hard to read gets a lower threshold than a clear one.
 */
export function chooseThreshold(chances: ArrayLike<number>, words: ArrayLike<number>): number {
  return expectedBest(chances, words).threshold;
}

/** The threshold of `chooseThreshold` and the F1 that is expected of it, in 1/256. */
export function expectedBest(
  chances: ArrayLike<number>,
  words: ArrayLike<number>,
): { readonly threshold: number; readonly quality: number } {
  const mass = float64s(BUCKETS + 1);
  const count = float64s(BUCKETS + 1);
  let all = 0;
  for (let i = 0; i < chances.length; i++) {
    const bucket = chances[i]! >> SHIFT;
    const hits = chances[i]! * words[i]!;
    mass[bucket]! += hits;
    count[bucket]! += words[i]!;
    all += hits;
  }
  let best = BUCKETS;
  let bestHits = 0;
  let bestSize = 1;
  let hits = 0;
  let kept = 0;
  for (let bucket = BUCKETS; bucket >= 0; bucket--) {
    if (count[bucket] === 0) continue;
    hits += mass[bucket]!;
    kept += count[bucket]! * CERTAIN;
    // Compared crosswise: no rounding decides.
    if (hits * bestSize >= bestHits * (kept + all)) {
      best = bucket;
      bestHits = hits;
      bestSize = kept + all;
    }
  }
  return { threshold: best << SHIFT, quality: ratio(2 * bestHits, bestSize) };
}
