import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKeyRecord } from '../../src/storage/ports.ts';
import { openPostgresStores } from '../../src/storage/postgres/open-postgres-stores.ts';
import { documentBlocks } from '../support/document-blocks.ts';
import { STORE_FAR_MS } from '../support/far-deadlines.ts';
import { leftOut } from '../support/left-out.ts';
import { findPostgres, query, startPostgres, type TestServer } from './servers.ts';

const programs = findPostgres();
const [atHome, inRegion] = documentBlocks('docs/scaling.md')
  .filter(({ lang }) => lang === 'sql')
  .map(({ code }) => code);

if (programs === null) {
  leftOut('keys of a region', 'apt-get install postgresql');
  test('regions are left out on this machine', () => expect(process.env.CI).not.toBe('true'));
} else {
  describe('a region that subscribes to the keys of its home, as the guide says', () => {
    let servers: TestServer[] = [];
    let stores: Awaited<ReturnType<typeof openPostgresStores>>[] = [];
    beforeAll(async () => {
      servers = await Promise.all([
        startPostgres(programs, ['-c', 'wal_level=logical']),
        startPostgres(programs),
      ]);
      stores = await Promise.all(
        servers.map(({ url }) => openPostgresStores({ url, timeoutMs: STORE_FAR_MS })),
      );
      await Promise.all(stores.map((store) => store.ping()));
      const [home, region] = servers.map(({ url }) => url);
      await query(home!, atHome!);
      await query(region!, inRegion!.replace(/postgres:[^']+/, home!));
    });
    afterAll(async () => {
      for (const store of stores) await store.close();
      // The region first: a home that waits for its subscriber ends late.
      for (const server of servers.reverse()) await server.close();
    });

    test('a key made at home works there, and a revoked one no longer', async () => {
      const [home, region] = stores;
      const key: ApiKeyRecord = {
        id: 'key_a',
        hash: 'a'.repeat(64),
        hint: 'pmk_AbCd',
        name: 'laptop',
        plan: 'team',
        account: null,
        monthlyQuota: null,
        createdAtMs: 1,
        expiresAtMs: null,
        revokedAtMs: null,
      };
      await home!.apiKeys.insert(key);
      const there = () => region!.apiKeys.findByHash(key.hash);
      await expect.poll(there).toEqual(key);
      await home!.apiKeys.revoke(key.id, 7);
      await expect.poll(there).toEqual({ ...key, revokedAtMs: 7 });
    });
  });
}
