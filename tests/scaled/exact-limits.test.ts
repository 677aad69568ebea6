import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leftOut } from '../storage/servers.ts';
import { type Engines, type Fleet, hasEngines, startEngines, startFleet } from '../support/fleet.ts';
import { inParallel, loadAgent, postJson } from '../support/http-call.ts';
import { admissionTimes, mostInWindow } from './redis-log.ts';

/** `PAGEMARK_PROOF=full` runs the sizes of the promise: 20,000 requests over 50 keys, long enough for both windows. */
const FULL = process.env.PAGEMARK_PROOF === 'full';
const SIZE = FULL
  ? { requests: 20_000, keys: 50, seconds: 85, plan: { perMinute: 100, perHour: 150 } }
  : { requests: 1200, keys: 10, seconds: 0, plan: { perMinute: 40, perHour: 40 } };
const BODY = JSON.stringify({
  url: 'https://example.com/',
  html: `<title>Bridges</title><main><h1>Bridges</h1>${'<p>The bridge carries people over the river every day of the year.</p>'.repeat(4)}</main>`,
});

interface Tally {
  readonly id: string;
  readonly key: string;
  admitted: number;
  refused: number;
  unavailable: number;
}

if (!hasEngines()) {
  leftOut('limits over processes', 'apt-get install postgresql redis-server');
  test.skip('limits over processes need PostgreSQL and Redis', () => undefined);
} else {
  describe('three processes on one PostgreSQL and Redis', () => {
    let engines: Engines;
    let fleet: Fleet;
    const agent = loadAgent();

    beforeAll(async () => {
      engines = await startEngines();
      fleet = await startFleet(engines, 3, { plans: { proof: SIZE.plan } });
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
          return { id: info.id, key, admitted: 0, refused: 0, unavailable: 0 };
        }),
      );
      const startedAt = performance.now();
      const gapMs = (SIZE.seconds * 1000) / SIZE.requests;
      const load = inParallel(SIZE.requests, 48, async (i) => {
        const wait = startedAt + i * gapMs - performance.now();
        if (wait > 0) await sleep(wait);
        const tally = tallies[i % SIZE.keys]!;
        for (;;) {
          const headers = { authorization: `Bearer ${tally.key}` };
          const answer = await postJson(agent, `${fleet.nextUrl()}/v1/convert`, headers, BODY);
          if (answer.reason === 'busy') await sleep(20);
          else {
            if (answer.status === 200) tally.admitted++;
            else if (answer.reason === 'rate_limited') tally.refused++;
            else if (answer.reason === 'store_unavailable') tally.unavailable++;
            else throw new Error(`unexpected ${answer.status}: ${answer.body}`);
            return;
          }
        }
      });
      await Promise.all([load, during()]);
      return tallies;
    }

    async function callUntilRefused(key: string): Promise<number> {
      for (let more = 0; ; ) {
        const headers = { authorization: `Bearer ${key}` };
        const { status, reason } = await postJson(agent, `${fleet.nextUrl()}/v1/convert`, headers, BODY);
        if (reason === 'rate_limited') return more;
        if (status === 200) more++;
      }
    }

    test(`${SIZE.requests} requests over ${SIZE.keys} keys: every key gets exactly its plan in both windows`, {
      timeout: 400_000,
    }, async () => {
      const tallies = await offer();
      for (const { id, key, admitted, refused, unavailable } of tallies) {
        expect(admitted + refused).toBe(SIZE.requests / SIZE.keys);
        // A call given back as busy while all others were refused leaves its place: it is taken now.
        const more = await callUntilRefused(key);
        const times = await admissionTimes(engines.redis.url, id);
        expect([times.length, unavailable]).toEqual([admitted + more, 0]);
        expect(mostInWindow(times, 60_000)).toBe(SIZE.plan.perMinute);
        expect(times.length).toBe(SIZE.plan.perHour);
      }
    });

    test('the same with Redis killed and restarted in the middle: never more than the plan', {
      timeout: 400_000,
    }, async () => {
      const tallies = await offer(async () => {
        await sleep(FULL ? 20_000 : 300);
        await engines.redis.kill();
        await sleep(300);
        await engines.redis.restart();
      });
      expect(tallies.some(({ unavailable }) => unavailable > 0)).toBe(true);
      for (const { id, admitted } of tallies) {
        const times = await admissionTimes(engines.redis.url, id);
        expect(admitted).toBeLessThanOrEqual(times.length);
        expect(mostInWindow(times, 60_000)).toBeLessThanOrEqual(SIZE.plan.perMinute);
        expect(times.length).toBeLessThanOrEqual(SIZE.plan.perHour);
      }
    });
  });
}
