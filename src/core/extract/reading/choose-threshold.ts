import { float64s } from '../../zeroed.ts';
import { ratio } from '../features/feature-columns.ts';
import { CERTAIN } from '../forest/probability.ts';

/** Chances fall into this many buckets before they are searched. */
const BUCKETS = 128;
const SHIFT = 5;
/** Quarters of the expected F1 that come from blocks that stand and fall together; the rest from independent ones. */
const TOGETHER = 3;

/** A threshold on chances, in 1/4096, and the F1 that is expected of it, in 1/256. */
export interface ExpectedBest {
  readonly threshold: number;
  readonly quality: number;
}

/**
 * The threshold that gives the best expected F1 over words, where each block's chance is its expected share of content and
 * keeping goes from the surest down. A page that is hard to read gets a lower threshold than a clear one.
 *
 * How much is expected depends on whether blocks are content independently of each other. If they are, F1 = 2·hits /
 * (kept + all content), and 2,000 unsure words below a sure body of 100 are worth keeping. If they stand and fall together,
 * content is what is surer than some chance u, each u as likely as any other, and F1 is the mean over u: those words are not
 * worth it. Pages are mostly of the second kind: over fixed labels, three quarters of it gain 0.005 in the mean of sources.
 */
export function expectedBest(chances: ArrayLike<number>, words: ArrayLike<number>): ExpectedBest {
  const levels = levelsOf(chances, words);
  const all = levels.at(-1)?.hits ?? 0;
  let best = BUCKETS;
  let most = 0;
  for (const level of levels) {
    const apart = share(2 * level.hits, level.kept * CERTAIN + all);
    const expected = TOGETHER * expectedTogether(levels, level.kept) + (4 - TOGETHER) * apart;
    if (expected < most) continue;
    best = level.bucket;
    most = expected;
  }
  return { threshold: best << SHIFT, quality: ratio(most, 4 * WHOLE) };
}

/** What is kept from one chance up. */
interface Level {
  readonly bucket: number;
  readonly kept: number;
  /** Words times chances, in 1/4096. */
  readonly hits: number;
}

/** The chances that blocks of a page have, from the surest down. */
function levelsOf(chances: ArrayLike<number>, words: ArrayLike<number>): readonly Level[] {
  const counts = float64s(BUCKETS + 1);
  const masses = float64s(BUCKETS + 1);
  for (let i = 0; i < chances.length; i++) {
    counts[chances[i]! >> SHIFT]! += words[i]!;
    masses[chances[i]! >> SHIFT]! += chances[i]! * words[i]!;
  }
  const levels: Level[] = [];
  let kept = 0;
  let hits = 0;
  for (let bucket = BUCKETS; bucket >= 0; bucket--) {
    if (counts[bucket] === 0) continue;
    kept += counts[bucket]!;
    hits += masses[bucket]!;
    levels.push({ bucket, kept, hits });
  }
  return levels;
}

/** Mean F1 of the surest `kept` words, over all chances from which on blocks may be content, in 1/65536. */
function expectedTogether(levels: readonly Level[], kept: number): number {
  let sum = 0;
  for (let k = 0; k < levels.length; k++) {
    const content = levels[k]!.kept;
    const chances = levels[k]!.bucket - (levels[k + 1]?.bucket ?? 0);
    sum += chances * share(2 * Math.min(kept, content), kept + content);
  }
  return Math.trunc(sum / BUCKETS);
}

/** What a share is counted in: whole numbers are the same on every machine, whatever the order of sums. */
const WHOLE = 65_536;

function share(part: number, whole: number): number {
  return whole > 0 ? Math.trunc((part * WHOLE) / whole) : 0;
}
