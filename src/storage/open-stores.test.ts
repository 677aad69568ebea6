import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openStores } from './open-stores.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-open-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('openStores', () => {
  test('opens the store that the settings name', async () => {
    const file = path.join(folder, 'p.db');
    for (const storage of [{ kind: 'memory' }, { kind: 'sqlite', file }] as const) {
      const stores = await openStores({ storage, postgresUrl: null, redisUrl: null });
      await stores.ping();
      expect(await stores.warnings()).toEqual([]);
      await stores.close();
    }
    expect(existsSync(file)).toBe(true);
  });

  test('starts with servers that are away and rejects store_unavailable until they are there', async () => {
    const stores = await openStores({
      storage: { kind: 'postgres' },
      postgresUrl: 'postgres://nobody@127.0.0.1:1/none',
      redisUrl: 'redis://127.0.0.1:1',
    });
    const calls = [
      stores.ping(),
      stores.apiKeys.list(),
      stores.rateLimits.peek('k', { perMinute: 1, perHour: 1 }),
    ];
    const failure = { reason: 'store_unavailable', retryAfterMs: 1000 };
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ failure })));
    await stores.close();
  });
});
