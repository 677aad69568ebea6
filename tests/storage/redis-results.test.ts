import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedisResults } from '../../src/storage/redis/results.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { result, resultSuite } from './result-suite.ts';
import { findRedis, leftOut, startRedis, type TestServer } from './servers.ts';

const program = findRedis();
const KEEP_MS = 3_600_000;
/** The server is silent for so long; more than the store waits. */
const PAUSE_MS = 4000;

if (program === null) {
  leftOut('results in Redis', 'apt-get install redis-server');
  test('results in Redis are left out on this machine', () => expect(process.env.CI).not.toBe('true'));
} else {
  let redis: TestServer;
  let client: Redis;
  beforeAll(async () => {
    redis = await startRedis(program);
    client = new Redis(redis.url);
    client.on('error', () => undefined);
  });
  afterAll(async () => {
    client?.disconnect();
    await redis?.close();
  });

  const open = async (maxBytes = 1e6, now?: () => number) => {
    await client.flushall();
    return openRedisResults({ url: redis.url, maxBytes, keepMs: KEEP_MS, ...(now ? { now } : {}) });
  };

  resultSuite('redis', (maxBytes, clock) => open(maxBytes, () => clock.ms));

  describe('openRedisResults', () => {
    test('counts what it holds, and lets every key of a result expire', async () => {
      const store = await open();
      await store.put('k', result(5000));
      expect(Number(await client.hget('pagemark:{results}:sizes', 'total'))).toBe(5000 + 12 + 1024);
      const keys = await client.keys('pagemark:{results}:[pbr]*');
      const lives = await Promise.all(keys.map((key) => client.pttl(key)));
      expect(keys).toHaveLength(3);
      for (const ms of lives) {
        expect(ms).toBeGreaterThan(KEEP_MS - 60_000);
        expect(ms).toBeLessThanOrEqual(KEEP_MS);
      }
      await store.close();
    });

    test('rejects soon while the server hangs, at once after that, and works again when it answers', async () => {
      const store = await open();
      await store.put('k', result(5));
      await client.client('PAUSE', PAUSE_MS);
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
}
