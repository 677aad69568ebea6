import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedisResults } from '../../src/storage/redis/results.ts';
import { openRedisSnapshots } from '../../src/storage/redis/snapshots.ts';
import type { SnapshotStore } from '../../src/storage/snapshot-store.ts';
import { STORE_FAR_MS } from '../support/far-deadlines.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { page, result, resultSuite, snapshotSuite } from './kept-suites.ts';
import { findRedis, startRedis, type TestServer } from './servers.ts';

/** A server for the tests of one file, and a client beside the tested one; both are there when the first test begins. */
interface TestRedis {
  server: TestServer;
  client: Redis;
}

/** Declares tests that need Redis; where there is none they are left out, which is loud, and a failure with `CI=true`. */
function withRedis(suite: string, declare: (redis: TestRedis) => void): void {
  const program = findRedis();
  if (program === null) {
    leftOut(suite, 'apt-get install redis-server');
    test(`${suite} are left out on this machine`, () => expect(process.env.CI).not.toBe('true'));
    return;
  }
  const redis = {} as TestRedis;
  beforeAll(async () => {
    redis.server = await startRedis(program);
    redis.client = new Redis(redis.server.url);
    redis.client.on('error', () => undefined);
  });
  afterAll(async () => {
    redis.client?.disconnect();
    await redis.server?.close();
  });
  declare(redis);
}

const KEEP_MS = 3_600_000;
/** The server is silent for so long; more than the store waits. */
const PAUSE_MS = 4000;

withRedis('snapshots in Redis', (redis) => {
  const url = () => redis.server.url;
  const open = async (maxBytes = 1e6, now?: () => number) => {
    await redis.client.flushall();
    const settings = { url: url(), maxBytes, keepMs: KEEP_MS, timeoutMs: STORE_FAR_MS };
    return openRedisSnapshots({ ...settings, ...(now ? { now } : {}) });
  };
  /** One that waits for the server as it does in a service. */
  const openImpatient = () => openRedisSnapshots({ url: url(), maxBytes: 1e6, keepMs: KEEP_MS });

  snapshotSuite('redis', (maxBytes, clock) => open(maxBytes, () => clock.ms));

  describe('openRedisSnapshots', () => {
    test('stores equal bytes once and compressed, counts them exactly, and leaves nothing behind', async () => {
      const store = await open();
      const text = page(Buffer.from('the same words '.repeat(5000)));
      for (let i = 0; i < 5; i++) await store.put(`k${i}`, text);
      const [bytes] = await redis.client.keys('pagemark:{snapshots}:bytes:*');
      const length = await redis.client.strlen(bytes!);
      expect(await redis.client.keys('pagemark:{snapshots}:bytes:*')).toHaveLength(1);
      expect(length).toBeLessThan(5000);
      expect(Number(await redis.client.hget('pagemark:{snapshots}:sizes', 'total'))).toBe(length + 1024);
      for (let i = 0; i < 5; i++) await store.delete(`k${i}`);
      expect(await redis.client.keys('*')).toEqual(['pagemark:{snapshots}:sizes']);
      expect(await redis.client.hgetall('pagemark:{snapshots}:sizes')).toEqual({ total: '0' });
      await store.close();
    });

    test('lets every key of a page expire, and renews them when it is used or touched', async () => {
      const clock = { ms: 1_000_000 };
      const store = await open(1e6, () => clock.ms);
      await store.put('k', page(Buffer.from('x')));
      const parts = await redis.client.keys('pagemark:{snapshots}:*');
      expect(parts).toHaveLength(5);
      const shorten = () => Promise.all(parts.map((key) => redis.client.pexpire(key, 1000)));
      const lives = () => Promise.all(parts.map((key) => redis.client.pttl(key)));
      expect(Math.min(...(await lives()))).toBeGreaterThan(KEEP_MS - 60_000);
      await shorten();
      clock.ms += 60_000;
      await store.get('k');
      expect(Math.min(...(await lives()))).toBeGreaterThan(KEEP_MS - 60_000);
      await shorten();
      await store.touch('k', 5);
      expect(Math.min(...(await lives()))).toBeGreaterThan(KEEP_MS - 60_000);
      await store.close();
    });

    test('forgets the size of bytes that expired, and begins an index anew that was evicted', async () => {
      const clock = { ms: 1_000_000 };
      const store = await open(100_000, () => clock.ms);
      for (let i = 0; i < 3; i++) await store.put(`k${i}`, page(randomBytes(25_000)));
      await redis.client.del(...(await redis.client.keys('pagemark:{snapshots}:[pbr]*')));
      clock.ms += KEEP_MS;
      await store.put('new', page(randomBytes(25_000)));
      expect(Number(await redis.client.hget('pagemark:{snapshots}:sizes', 'total'))).toBeLessThan(30_000);
      await redis.client.del('pagemark:{snapshots}:used');
      for (let i = 0; i < 6; i++) await store.put(`n${i}`, page(randomBytes(25_000)));
      expect(Number(await redis.client.hget('pagemark:{snapshots}:sizes', 'total'))).toBeLessThanOrEqual(
        100_000,
      );
      expect(await store.get('n5')).not.toBeNull();
      await store.close();
    });

    test('rejects while the server is out of memory, and stores again when it has some', async () => {
      const store = await open();
      await redis.client.config('SET', 'maxmemory', '1');
      await expect(store.put('k', page(Buffer.from('x')))).rejects.toThrow();
      await redis.client.config('SET', 'maxmemory', '0');
      await untilStored(store);
      await store.close();
    });

    test('rejects at once while the server is away or hangs, and works again when it is back', async () => {
      const patient = await open();
      await patient.put('k', page(Buffer.from('kept')));
      await patient.close();
      const store = await openImpatient();
      await redis.client.client('PAUSE', PAUSE_MS);
      const startedAt = performance.now();
      await expect(store.get('k')).rejects.toMatchObject({ failure: { reason: 'store_unavailable' } });
      expect(performance.now() - startedAt).toBeLessThan(PAUSE_MS);
      // Only the first one waited.
      const secondAt = performance.now();
      await expect(store.get('k')).rejects.toMatchObject({ failure: { reason: 'store_unavailable' } });
      expect(performance.now() - secondAt).toBeLessThan(onThisMachine(500));
      await untilStored(store);
      await redis.server.kill();
      await expect(store.get('k')).rejects.toThrow();
      await redis.server.restart();
      await untilStored(store);
      await store.close();
    });
  });
});

async function untilStored(store: SnapshotStore): Promise<void> {
  for (;;) {
    const found = await store.put('again', page(Buffer.from('again'))).then(
      () => store.get('again'),
      () => null,
    );
    if (found !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

withRedis('results in Redis', (redis) => {
  const url = () => redis.server.url;
  const open = async (maxBytes = 1e6, now?: () => number) => {
    await redis.client.flushall();
    const settings = { url: url(), maxBytes, keepMs: KEEP_MS, timeoutMs: STORE_FAR_MS };
    return openRedisResults({ ...settings, ...(now ? { now } : {}) });
  };
  /** One that waits for the server as it does in a service. */
  const openImpatient = () => openRedisResults({ url: url(), maxBytes: 1e6, keepMs: KEEP_MS });

  resultSuite('redis', (maxBytes, clock) => open(maxBytes, () => clock.ms));

  describe('openRedisResults', () => {
    test('counts what it holds, and lets every key of a result expire', async () => {
      const store = await open();
      await store.put('k', result(5000));
      expect(Number(await redis.client.hget('pagemark:{results}:sizes', 'total'))).toBe(5000 + 12 + 1024);
      const keys = await redis.client.keys('pagemark:{results}:[pbr]*');
      const lives = await Promise.all(keys.map((key) => redis.client.pttl(key)));
      expect(keys).toHaveLength(3);
      for (const ms of lives) {
        expect(ms).toBeGreaterThan(KEEP_MS - 60_000);
        expect(ms).toBeLessThanOrEqual(KEEP_MS);
      }
      await store.close();
    });

    test('rejects soon while the server hangs, at once after that, and works again when it answers', async () => {
      const patient = await open();
      await patient.put('k', result(5));
      await patient.close();
      const store = await openImpatient();
      await redis.client.client('PAUSE', PAUSE_MS);
      const startedAt = performance.now();
      await expect(store.get('k')).rejects.toMatchObject({ failure: { reason: 'store_unavailable' } });
      expect(performance.now() - startedAt).toBeLessThan(onThisMachine(1000));
      const secondAt = performance.now();
      await expect(store.get('k')).rejects.toMatchObject({ failure: { reason: 'store_unavailable' } });
      expect(performance.now() - secondAt).toBeLessThan(onThisMachine(100));
      let found = null;
      while (found === null) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        found = await store.get('k').catch(() => null);
      }
      expect(Buffer.from(found.bytes).toString()).toBe('xxxxx');
      await store.close();
    });
  });
});
