import fc, { type Arbitrary } from 'fast-check';
import { isFull } from '../../support/full-form.ts';
import type { Judge } from './judge.ts';
import type { GeneratedRequest } from './request-types.ts';

/** The seed of the short form, so that it sends the same requests every time. */
const FIXED_SEED = 20_261_124;
/** Longest time of making a found request smaller. */
const SHRINK_MS = 20_000;

/** `PAGEMARK_SEED`: a number, or `random`, which the full form is by itself. */
function seedOfRun(): number {
  const wanted = process.env.PAGEMARK_SEED ?? (isFull ? 'random' : String(FIXED_SEED));
  const seed = wanted === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wanted);
  if (!Number.isInteger(seed))
    throw new Error(`Set PAGEMARK_SEED to a whole number or "random"; it is "${wanted}".`);
  return seed;
}

/** The seed of this run. */
export const SEED = seedOfRun();

/** Requests of one kind that are under way together. */
const LANES = 4;

interface Extent {
  readonly seed: number;
  readonly count: number;
}

/** What a search met: how often each status. */
export type Met = Map<number, number>;

/** Sends generated requests, a few at a time, `count` in all; throws with the smallest one found whose answer has a problem. */
export async function search(
  judge: Judge,
  requests: Arbitrary<GeneratedRequest>,
  { seed, count }: Extent,
): Promise<Met> {
  const met: Met = new Map();
  const each = Math.ceil(count / LANES);
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    searchLane(judge, requests, { seed: seed + lane * 1000, count: each }, met),
  );
  await Promise.all(lanes);
  return met;
}

async function searchLane(
  judge: Judge,
  requests: Arbitrary<GeneratedRequest>,
  { seed, count }: Extent,
  met: Met,
): Promise<void> {
  let failedAt = 0;
  const property = fc.asyncProperty(requests, async (request) => {
    if (failedAt !== 0 && performance.now() - failedAt > SHRINK_MS) return;
    const { statuses, problems } = await judge(request);
    for (const status of statuses) met.set(status, (met.get(status) ?? 0) + 1);
    if (problems.length === 0) return;
    failedAt ||= performance.now();
    throw new Error(problems.join('\n'));
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: count });
  if (failed) throw new Error(failureText(counterexample?.[0], errorInstance));
}

function failureText(request: GeneratedRequest | undefined, error: unknown): string {
  return [
    `${(error as Error | null)?.message}`,
    `PAGEMARK_SEED=${SEED}`,
    `failures.cases.ts: ${JSON.stringify(request)}`,
  ].join('\n');
}
