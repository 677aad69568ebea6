import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engines, type Fleet, hasEngines, startEngines, startFleet } from '../support/fleet.ts';
import { isFull } from '../support/full-form.ts';
import { type HttpAnswer, inParallel, loadAgent, postJson } from '../support/http-call.ts';
import { leftOut } from '../support/left-out.ts';
import { admissionTimes, mostInWindow } from './redis-log.ts';

/** `PAGEMARK_FULL=1` runs the sizes of the promise: 20,000 requests over 50 keys, long enough for both windows. */
const PROCESSES = isFull ? 3 : 2;
const SIZE = isFull
  ? { requests: 20_000, keys: 50, seconds: 85, plan: { perMinute: 100, perHour: 150 } }
  : { requests: 240, keys: 4, seconds: 0, plan: { perMinute: 30, perHour: 30 } };
const BODY = JSON.stringify({
  url: 'https://example.com/',
  html: `<title>Bridges</title><main><h1>Bridges</h1>${'<p>The bridge carries people over the river every day of the year.</p>'.repeat(4)}</main>`,
});

/** Answers of one key's calls. */
interface Tally {
  readonly id: string;
  readonly key: string;
  admitted: number;
  refused: number;
  /** Answered `busy`: counted nowhere, and called again. */
  busy: number;
  unavailable: number;
  /** A refusal said that nothing is left of the minute. */
  hadFullMinute: boolean;
  /** The newest refusal said that nothing is left of the hour. */
  isUsedUp: boolean;
  /** What the newest answer asked to wait. */
  retryAfterMs: number;
}

const newTally = (id: string, key: string): Tally => ({
  id,
  key,
  admitted: 0,
  refused: 0,
  busy: 0,
  unavailable: 0,
  hadFullMinute: false,
  isUsedUp: false,
  retryAfterMs: 0,
});

if (!hasEngines()) {
  leftOut('limits over processes', 'apt-get install postgresql redis-server');
  test.skip('limits over processes need PostgreSQL and Redis', () => undefined);
} else {
  describe(`${PROCESSES} processes on one PostgreSQL and Redis`, () => {
    let engines: Engines;
    let fleet: Fleet;
    const agent = loadAgent();

    beforeAll(async () => {
      engines = await startEngines();
      fleet = await startFleet(engines, PROCESSES, { plans: { proof: SIZE.plan } });
    });
    afterAll(async () => {
      agent.destroy();
      await fleet?.close();
      await engines?.close();
    });

    /** Offers every key the same number of calls, spread over the processes; `during` runs beside it. */
    async function offer(during: () => Promise<void> = async () => undefined): Promise<readonly Tally[]> {
      const tallies: Tally[] = await Promise.all(
        Array.from({ length: SIZE.keys }, async () => {
          const { key, info } = await fleet.access.keys.issue({ plan: 'proof' });
          return newTally(info.id, key);
        }),
      );
      const startedAt = performance.now();
      const gapMs = (SIZE.seconds * 1000) / SIZE.requests;
      const load = inParallel(SIZE.requests, 48, async (i) => {
        const wait = startedAt + i * gapMs - performance.now();
        if (wait > 0) await sleep(wait);
        await call(tallies[i % SIZE.keys]!);
      });
      await Promise.all([load, during()]);
      return tallies;
    }

    /** Calls until the answer is something else than `busy`. */
    async function call(tally: Tally): Promise<void> {
      for (;;) {
        const headers = { authorization: `Bearer ${tally.key}` };
        const answer = await postJson(agent, `${fleet.nextUrl()}/v1/convert`, headers, BODY);
        if (answer.reason !== 'busy') return count(tally, answer);
        tally.busy++;
        await sleep(20);
      }
    }

    /** A slow machine may end its calls before the second minute has room for what is left of the hour. */
    async function useUp(tally: Tally): Promise<void> {
      while (!tally.isUsedUp) {
        await sleep(tally.retryAfterMs);
        await call(tally);
      }
    }

    /** Expects no more than the plan in either window; resolves to what was admitted. */
    async function expectWithinPlan(id: string): Promise<number> {
      const times = await admissionTimes(engines.redis.url, id);
      expect(mostInWindow(times, 60_000)).toBeLessThanOrEqual(SIZE.plan.perMinute);
      expect(times.length).toBeLessThanOrEqual(SIZE.plan.perHour);
      return times.length;
    }

    test(`${SIZE.requests} requests over ${SIZE.keys} keys: every key gets exactly its plan in both windows`, async () => {
      const tallies = await offer();
      const early = tallies.filter(({ isUsedUp }) => !isUsedUp).length;
      await Promise.all(tallies.map(useUp));
      // Where a busy machine let Redis answer too late, the bound alone holds.
      const answered = tallies.filter(({ unavailable }) => unavailable === 0);
      expect(answered.length).toBeGreaterThan(SIZE.keys / 2);
      for (const { id, admitted, hadFullMinute } of answered) {
        const times = await admissionTimes(engines.redis.url, id);
        expect(times.length).toBe(admitted);
        // A slow machine may not come to a full minute at all: then the hour refuses alone.
        if (hadFullMinute) expect(mostInWindow(times, 60_000)).toBe(SIZE.plan.perMinute);
        expect(times.length).toBe(SIZE.plan.perHour);
      }
      for (const { id } of tallies) await expectWithinPlan(id);
      if (isFull) console.log(JSON.stringify({ ...sum(tallies), keysNotUsedUpBySchedule: early }));
    });

    test('the same with Redis killed and restarted in the middle: never more than the plan', async () => {
      const tallies = await offer(async () => {
        await sleep(isFull ? 20_000 : 100);
        await engines.redis.kill();
        await sleep(300);
        await engines.redis.restart();
      });
      expect(tallies.some(({ unavailable }) => unavailable > 0)).toBe(true);
      for (const { id, admitted } of tallies)
        expect(admitted).toBeLessThanOrEqual(await expectWithinPlan(id));
      if (isFull) console.log(JSON.stringify(sum(tallies)));
    });
  });
}

function count(tally: Tally, { status, reason, headers, body }: HttpAnswer): void {
  if (status === 200) {
    tally.admitted++;
    tally.retryAfterMs = 0;
  } else if (reason === 'store_unavailable') tally.unavailable++;
  else if (reason === 'rate_limited') {
    tally.refused++;
    const [minuteLeft, hourLeft] = leftOf(headers.ratelimit);
    // Refused only when one of the windows is used up.
    expect(Math.min(minuteLeft, hourLeft)).toBe(0);
    tally.hadFullMinute ||= minuteLeft === 0;
    tally.isUsedUp = hourLeft === 0;
    tally.retryAfterMs = Number(headers['retry-after']) * 1000;
  } else throw new Error(`unexpected ${status}: ${body}`);
}

/** Calls left of the minute and of the hour, from the `RateLimit` header. */
function leftOf(header: string | readonly string[] | undefined): readonly [minute: number, hour: number] {
  const [, minute, hour] = /^"minute";r=(\d+);.*"hour";r=(\d+);/.exec(String(header)) ?? [];
  return [Number(minute), Number(hour)];
}

function sum(tallies: readonly Tally[]): Record<'admitted' | 'refused' | 'busy' | 'unavailable', number> {
  const all = { admitted: 0, refused: 0, busy: 0, unavailable: 0 };
  for (const tally of tallies)
    for (const kind of ['admitted', 'refused', 'busy', 'unavailable'] as const) all[kind] += tally[kind];
  return all;
}
