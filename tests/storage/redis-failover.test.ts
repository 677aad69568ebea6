import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedisWindows } from '../../src/storage/redis/rate-limits.ts';
import { openRedisSnapshots } from '../../src/storage/redis/snapshots.ts';
import type { UsageCount, UsageCountStore } from '../../src/storage/usage-store.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { asked, type RedisCluster, startCluster, startWatched, type WatchedRedis } from './redis-groups.ts';
import { findRedis, type TestServer } from './servers.ts';

const PLAN = { perMinute: 1000, perHour: 10 };
type Windows = Awaited<ReturnType<typeof openRedisWindows>>;
/** For windows that no key is counted in. */
const NO_TOTALS = {} as UsageCountStore;

/** How many of some calls were admitted; the others were refused, by the plan or as `store_unavailable`. */
async function admitted({ rateLimits }: Windows, subject: string, calls: number): Promise<number> {
  let count = 0;
  for (let i = 0; i < calls; i++) {
    const decision = await rateLimits
      .admit(subject, PLAN)
      .catch((error: { failure?: { reason?: string } }) => {
        expect(error.failure?.reason).toBe('store_unavailable');
        return { admitted: false };
      });
    if (decision.admitted) count++;
  }
  return count;
}

/** Calls until so many are admitted: a replica that a busy machine keeps waiting confirms no call. */
async function admittedAtLast(windows: Windows, subject: string, calls: number): Promise<number> {
  const deadline = performance.now() + onThisMachine(20_000);
  let count = 0;
  while (count < calls) {
    if (performance.now() > deadline)
      throw new Error(`${count} of ${calls} calls of ${subject} were admitted in time`);
    const more = await admitted(windows, subject, 1);
    count += more;
    if (more === 0) await sleep(100);
  }
  return count;
}

const left = async (windows: Windows, subject: string) =>
  (await windows.rateLimits.peek(subject, PLAN)).hour.remaining;

/** Calls up to the plan, of which some count already, once what was not confirmed is taken back: so many, and no more. */
async function expectUpToPlan(windows: Windows, subject: string, before: number): Promise<void> {
  await expect.poll(() => left(windows, subject)).toBe(PLAN.perHour - before);
  await admittedAtLast(windows, subject, PLAN.perHour - before);
  expect(await admitted(windows, subject, 3)).toBe(0);
}

/** How many calls of a subject a server has. */
const callsOn = ({ url }: TestServer, subject: string) =>
  asked(Number(new URL(url).port), (redis) => redis.zcard(`pagemark:windows:{${subject}}:hour`));

/** Counts two calls of each key and sees them brought to the store of the totals once, from whatever node has them. */
async function expectTotals(url: string, keys: readonly string[]): Promise<void> {
  const collected: UsageCount[] = [];
  const collect = async (counts: readonly UsageCount[]) => void collected.push(...counts);
  const windows = await openRedisWindows({ url, usage: { ...NO_TOTALS, collect } });
  for (const keyId of [...keys, ...keys])
    await windows.rateLimits.admit(`of ${keyId}`, PLAN, { keyId, monthlyQuota: null });
  await windows.sweep();
  const calls = collected.map(({ keyId, admitted, givenBack }) => [keyId, admitted, givenBack]);
  expect(calls.sort()).toEqual(keys.map((keyId) => [keyId, 2, 0]).sort());
  await windows.close();
}

const program = findRedis();
if (program === null) {
  leftOut('Redis with sentinels and in a cluster', 'apt-get install redis-server');
  test('groups of Redis are left out on this machine', () => expect(process.env.CI).not.toBe('true'));
} else {
  describe('Redis found by a sentinel', () => {
    let group: WatchedRedis;
    beforeAll(async () => {
      group = await startWatched(program);
    });
    afterAll(() => group?.close());

    test('a replica that lags takes over: no call more than the plan, because one that only the primary has does not count', async () => {
      const windows = await openRedisWindows({ url: group.url, usage: NO_TOTALS });
      // As if the primary were the only server: what it has counted is believed at once.
      const trusting = await openRedisWindows({ url: group.primary.url, usage: NO_TOTALS });
      let count = await admittedAtLast(windows, 'key', 4);
      expect(await admitted(trusting, 'control', 4)).toBe(4);
      // Both have them: which of two that were ended takes over is nothing that the calls can know.
      for (const replica of group.replicas)
        for (const subject of ['key', 'control']) await expect.poll(() => callsOn(replica, subject)).toBe(4);
      const signal = (name: 'SIGSTOP' | 'SIGCONT') => group.replicas.map((replica) => replica.signal(name));
      signal('SIGSTOP');
      expect(await admitted(windows, 'late', 1)).toBe(0);
      signal('SIGCONT');
      // It reaches them too late to be admitted, and its undoing, a second later, does not, unless the machine is very slow.
      const isUndone = async () => (await left(trusting, 'late')) === PLAN.perHour;
      const reached = async () => (await callsOn(group.replicas[0]!, 'late')) === 1 || isUndone();
      await expect.poll(reached, { interval: 10 }).toBe(true);
      await Promise.all(group.replicas.map((replica) => replica.kill()));
      await expect.poll(isUndone).toBe(true);
      expect(await admitted(windows, 'key', 3)).toBe(0);
      expect(await admitted(trusting, 'control', 6)).toBe(6);
      await group.primary.kill();
      await trusting.close();
      await Promise.all(group.replicas.map((replica) => replica.restart()));
      count += await admittedAtLast(windows, 'key', 1);
      await expectUpToPlan(windows, 'key', count);
      await expect.poll(() => left(windows, 'late')).toBe(PLAN.perHour);
      // The replica did lag: of the other key it gives again what the primary had given.
      await expectUpToPlan(windows, 'control', 4);
      await windows.close();
    });
  });

  describe('Redis in a cluster', () => {
    let cluster: RedisCluster;
    beforeAll(async () => {
      cluster = await startCluster(program);
    });
    afterAll(() => cluster?.close());

    test('keys of all nodes are admitted exactly their plan, also when a node is lost; pages are kept', async () => {
      const windows = await openRedisWindows({ url: cluster.url, usage: NO_TOTALS });
      const subjects = Array.from({ length: 12 }, (_, i) => `key-${i}`);
      const counts = new Map<string, number>();
      for (const subject of subjects) counts.set(subject, await admittedAtLast(windows, subject, 4));
      await expectTotals(cluster.url, subjects);

      const snapshots = await openRedisSnapshots({ url: cluster.url, maxBytes: 1_000_000, keepMs: 60_000 });
      const meta = { digest: 'd', fetchedAtMs: 1, finalUrl: 'https://example.com/' } as never;
      await snapshots.put('https://example.com/', { meta, bytes: Buffer.from('<p>Page</p>') } as never);
      expect(Buffer.from((await snapshots.get('https://example.com/'))!.bytes).toString()).toBe(
        '<p>Page</p>',
      );
      await snapshots.close();

      await cluster.nodes[0]!.kill();
      // One that took over has no replica until the lost node is back as one.
      await sleep(2000);
      await cluster.nodes[0]!.restart();
      for (const subject of subjects)
        counts.set(subject, counts.get(subject)! + (await admittedAtLast(windows, subject, 1)));
      for (const subject of subjects) await expectUpToPlan(windows, subject, counts.get(subject)!);
      await windows.close();
    });
  });
}
