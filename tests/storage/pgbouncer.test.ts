import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/contract/failure.ts';
import { openPostgresStores } from '../../src/storage/postgres/open-postgres-stores.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import {
  findPgbouncer,
  findPostgres,
  query,
  startPgbouncer,
  startPostgres,
  type TestServer,
} from './servers.ts';

const [postgresPrograms, pgbouncerProgram] = [findPostgres(), findPgbouncer()];
const SERVER_CONNECTIONS = 3;
const TIMEOUT_MS = 1000;

if (postgresPrograms === null || pgbouncerProgram === null) {
  leftOut('PostgreSQL behind PgBouncer', 'apt-get install postgresql pgbouncer');
  test('PgBouncer is left out on this machine', () => expect(process.env.CI).not.toBe('true'));
} else {
  describe('PostgreSQL behind PgBouncer in transaction mode', () => {
    let postgres: TestServer;
    let bouncer: TestServer;
    beforeAll(async () => {
      postgres = await startPostgres(postgresPrograms);
      bouncer = await startPgbouncer(pgbouncerProgram, postgres, SERVER_CONNECTIONS);
    });
    afterAll(async () => {
      await bouncer?.close();
      await postgres?.close();
    });
    const open = () =>
      openPostgresStores({ url: bouncer.url, poolMax: 10, timeoutMs: onThisMachine(TIMEOUT_MS) });

    test('it refuses a statement timeout at the start of a session, as the stores must not send it', async () => {
      const client = new pg.Client({ connectionString: bouncer.url, statement_timeout: 1000 });
      client.on('error', () => undefined);
      await expect(client.connect()).rejects.toThrow('unsupported startup parameter: statement_timeout');
    });

    test('two processes of ten connections work on three of the server: counts are exact, nothing stays in a session', async () => {
      const processes = [open(), open()];
      await Promise.all(processes.map((stores) => stores.ping()));
      await processes[0]!.credits.grant('key_a', 12, 'first', 0);
      await processes[0]!.leases.renew('lease', 60_000);
      const spends = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          processes[i % 2]!.credits.spend('key_a', `ref-${i}`, 'lease', 0),
        ),
      );
      expect(spends.filter((spent) => spent !== null)).toHaveLength(12);
      expect(await processes[1]!.credits.balance('key_a')).toBe(0);
      const sessions = await query(
        postgres.url,
        "SELECT count(*) AS count FROM pg_stat_activity WHERE datname = 'pagemark' AND pid <> pg_backend_pid()",
      );
      expect(Number(sessions[0]!.count)).toBeLessThanOrEqual(SERVER_CONNECTIONS);
      const settings = await Promise.all(
        Array.from({ length: 9 }, () => query(bouncer.url, 'SHOW statement_timeout')),
      );
      expect(new Set(settings.map(([row]) => row!.statement_timeout))).toEqual(new Set(['0']));
      await Promise.all(processes.map((stores) => stores.close()));
    });

    test('a statement that waits for a lock is given up by us and ended by the server, which is not taken for frozen', async () => {
      const stores = open();
      await stores.ping();
      const holder = new pg.Client({ connectionString: postgres.url });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE credit_entry IN ACCESS EXCLUSIVE MODE');
      const grant = stores.credits.grant('key_b', 1, 'ref', 0).catch((error: unknown) => error);
      await expect.poll(() => stores.apiKeys.list().then(() => waitingForLocks(holder))).toBe(1);
      const pings = await Promise.all(Array.from({ length: 5 }, () => stores.apiKeys.list()));
      expect(pings).toHaveLength(5);
      const failure = await grant;
      expect(failure).toBeInstanceOf(ServiceError);
      expect((failure as ServiceError).failure.reason).toBe('store_unavailable');
      await expect.poll(() => waitingForLocks(holder)).toBe(0);
      expect(await stores.apiKeys.list()).toEqual([]);
      await holder.end();
      expect(await stores.credits.grant('key_b', 1, 'ref', 0)).toBe(1);
      await stores.close();
    });

    test.each([
      ['directly', () => postgres],
      ['behind PgBouncer', () => bouncer],
    ] as const)(
      'single statements that nobody waits for any more are ended by the server, %s',
      async (_way, server) => {
        const stores = openPostgresStores({
          url: server().url,
          poolMax: SERVER_CONNECTIONS,
          timeoutMs: onThisMachine(TIMEOUT_MS),
        });
        await stores.ping();
        const holder = new pg.Client({ connectionString: postgres.url });
        await holder.connect();
        await holder.query('BEGIN; LOCK TABLE license IN ACCESS EXCLUSIVE MODE');
        const finds = await Promise.allSettled(
          Array.from({ length: SERVER_CONNECTIONS }, () => stores.licenses.find('lic_x')),
        );
        expect(finds.map(({ status }) => status)).toEqual(Array(SERVER_CONNECTIONS).fill('rejected'));
        await expect.poll(() => waitingForLocks(holder), { timeout: onThisMachine(TIMEOUT_MS) }).toBe(0);
        await expect.poll(() => stores.credits.balance('key_c').catch(() => null)).toBe(0);
        await holder.end();
        await expect.poll(() => stores.licenses.find('lic_x').catch(() => undefined)).toBe(null);
        await stores.close();
      },
    );
  });
}

async function waitingForLocks(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    "SELECT count(*) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
  );
  return Number(rows[0]!.count);
}
