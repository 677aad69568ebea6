import { describe, expect, test } from 'vitest';
import { openRedisResults } from '../../src/storage/redis/results.ts';
import { STORE_FAR_MS } from '../support/far-deadlines.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { result, resultSuite } from './result-suite.ts';
import { withRedis } from './with-redis.ts';

const KEEP_MS = 3_600_000;
/** The server is silent for so long; more than the store waits. */
const PAUSE_MS = 4000;

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
