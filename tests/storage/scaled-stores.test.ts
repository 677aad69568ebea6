import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinWindows, openStores } from '../../src/storage/open-stores.ts';
import type { Stores } from '../../src/storage/ports.ts';
import { openPostgresStores } from '../../src/storage/postgres/open-postgres-stores.ts';
import { openRedisWindows } from '../../src/storage/redis/rate-limits.ts';
import { operatorMessage } from '../../src/storage/store-fault.ts';
import type { UsageCountStore } from '../../src/storage/usage-store.ts';
import { STORE_FAR_MS } from '../support/far-deadlines.ts';
import { isFull } from '../support/full-form.ts';
import { leftOut } from '../support/left-out.ts';
import { POSTGRES_AT_STEP_1 } from './schema-at-step-1.ts';
import { schemaSuite } from './schema-suite.ts';
import { findPostgres, findRedis, query, startPostgres, startRedis, type TestServer } from './servers.ts';
import { startStoreChild } from './store-child.ts';
import { storeSuite } from './store-suite.ts';
import { transferSuite } from './transfer-suite.ts';

const redisProgram = findRedis();
const postgresPrograms = findPostgres();
const TABLES =
  'api_key, license, lease, credit_entry, credit_hold, ai_usage, ai_reservation, usage_count, usage_outcome, usage_work, usage_batch, job, job_page, job_request, job_total';
/** Spends of a transfer; the full form's are more than it reads at once, as those of the other stores are. */
const SPENDS = isFull ? 600 : 20;
/** For windows that no key is counted in. */
const NO_TOTALS = {} as UsageCountStore;
const FREE = { perMinute: 10, perHour: 100 };
/** Of each of three processes: more than a third of the plan that they share. */
const CALLS = isFull ? 2500 : 900;

if (redisProgram === null || postgresPrograms === null) {
  leftOut('PostgreSQL and Redis stores', 'apt-get install postgresql redis-server');
  test('the scaled stores are left out on this machine', () => {
    expect(process.env.CI).not.toBe('true');
  });
} else {
  let redis: TestServer;
  let postgres: TestServer;

  beforeAll(async () => {
    [redis, postgres] = await Promise.all([startRedis(redisProgram), startPostgres(postgresPrograms)]);
  });
  afterAll(async () => {
    await Promise.all([redis?.close(), postgres?.close()]);
  });

  const settings = () => ({
    storage: { kind: 'postgres' as const },
    postgresUrl: postgres.url,
    redisUrl: redis.url,
    timeoutMs: STORE_FAR_MS,
  });
  const open = () => openStores(settings());
  const empty = async () => {
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
    await query(postgres.url, `TRUNCATE ${TABLES}`);
  };

  storeSuite({
    name: 'postgres and redis',
    runs: isFull ? 30 : 4,
    open: async (clock) => {
      const storeClock = { nowMs: () => clock.ms };
      const base = openPostgresStores({ url: postgres.url, timeoutMs: STORE_FAR_MS, clock: storeClock });
      await base.ping();
      await empty();
      const windows = await openRedisWindows({
        url: redis.url,
        timeoutMs: STORE_FAR_MS,
        usage: base.usage,
        clock: storeClock,
      });
      const stores = joinWindows(base, windows);
      return { stores, close: () => stores.close() };
    },
  });

  describe('transfer to and from the scaled stores', () => {
    const memory = () => openStores({ storage: { kind: 'memory' }, postgresUrl: null, redisUrl: null });
    const scaled = async () => {
      const stores = await open();
      await stores.ping();
      await empty();
      return stores;
    };
    transferSuite('memory to postgres', memory, scaled, SPENDS);
    transferSuite('postgres to memory', scaled, memory, SPENDS);
  });

  schemaSuite({
    name: 'PostgreSQL',
    versionSql: 'SELECT version FROM schema_version',
    oldestSql: (step) => `UPDATE schema_version SET version = ${step}`,
    async prepare() {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${POSTGRES_AT_STEP_1}`);
      return {
        open,
        run: async (sql) => void (await client.query(sql)),
        value: async (sql) => Object.values((await client.query(sql)).rows[0])[0],
        close: async () => {
          await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
          await client.end();
        },
      };
    },
  });

  describe('calls that Redis counts', () => {
    const key = { keyId: 'key_m', monthlyQuota: 5 };
    const admit = (stores: Stores) => stores.rateLimits.admit('key_m', FREE, key);
    const today = async (stores: Stores) => {
      const day = await stores.usage.today();
      return (await stores.usage.daily('key_m', day, day))[0]?.calls;
    };

    test('are in the totals although three processes collect them at once, and again', async () => {
      await (await open()).close();
      const replicas = await Promise.all([open(), open(), open()]);
      await replicas[0]!.ping();
      await empty();
      for (let round = 1; round <= 3; round++) {
        await Promise.all(
          replicas.map((stores) => stores.rateLimits.admit('key_m', FREE, { ...key, monthlyQuota: null })),
        );
        expect(await Promise.all(replicas.map(today))).toEqual([3 * round, 3 * round, 3 * round]);
      }
      const [first] = replicas;
      const given = await first!.rateLimits.admit('key_m', FREE, { ...key, monthlyQuota: null });
      if (!given.admitted) throw new Error('expected an admission');
      expect(await today(first!)).toBe(10);
      await first!.rateLimits.giveBack('key_m', given.admissionId, FREE, 'key_m');
      expect(await Promise.all(replicas.map(today))).toEqual([9, 9, 9]);
      await Promise.all(replicas.map((stores) => stores.close()));
    });

    test('are kept, and held against the quota, when Redis has lost everything', async () => {
      const stores = await open();
      await stores.ping();
      await empty();
      for (let i = 0; i < 3; i++) expect((await admit(stores)).admitted).toBe(true);
      await stores.sweep(400);
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();
      expect((await admit(stores)).admitted).toBe(true);
      expect((await admit(stores)).admitted).toBe(true);
      expect(await admit(stores)).toMatchObject({ admitted: false, exceeded: 'month' });
      expect(await today(stores)).toBe(5);
      await stores.close();
    });
  });

  test('a month that ends while its calls are looked up is not charged to the next one', async () => {
    await empty();
    const time = { ms: Date.UTC(2027, 0, 31, 23, 59, 59, 999) };
    const asked: number[] = [];
    const callsBeside = async (_keyId: string, fromDay: number) => {
      asked.push(fromDay);
      if (asked.length === 1) time.ms++;
      return asked.length === 1 ? 5 : 1;
    };
    const windows = await openRedisWindows({
      url: redis.url,
      timeoutMs: STORE_FAR_MS,
      usage: { ...NO_TOTALS, callsBeside },
      clock: { nowMs: () => time.ms },
    });
    const key = { keyId: 'key_e', monthlyQuota: 5 };
    const admitted = async () => (await windows.rateLimits.admit('key_e', FREE, key)).admitted;
    expect(await admitted()).toBe(true);
    expect(asked.map((day) => new Date(day * 86_400_000).getUTCMonth())).toEqual([0, 1]);
    expect(await windows.rateLimits.month('key_e', 'key_e')).toMatchObject({ calls: 2 });
    await windows.close();
  });

  describe('scaled stores', () => {
    test('migrate once when six replicas start together on an empty database', async () => {
      await query(postgres.url, 'DROP SCHEMA public CASCADE');
      await query(postgres.url, 'CREATE SCHEMA public');
      const replicas = await Promise.all(Array.from({ length: 6 }, open));
      await Promise.all(replicas.map((stores) => stores.ping()));
      expect(await replicas[5]!.apiKeys.list()).toEqual([]);
      await Promise.all(replicas.map((stores) => stores.close()));
    });

    test('admit exactly the plan over three connections on the clock of the server', async () => {
      const replicas = await Promise.all([open(), open(), open()]);
      const all = await Promise.all(
        Array.from({ length: 150 }, (_, i) => replicas[i % 3]!.rateLimits.admit('exact', FREE)),
      );
      expect(all.filter((decision) => decision.admitted)).toHaveLength(10);
      const refused = all.find((decision) => !decision.admitted);
      expect(refused?.windows.minute.resetMs).toBeGreaterThan(55_000);
      await Promise.all(replicas.map((stores) => stores.close()));
    });

    describe('clock of Redis set under way', () => {
      const HOUR = 3_600_000;
      /** Two processes on one Redis whose clock and whose own monotonic clocks the test moves. */
      const replicas = async () => {
        await empty();
        const time = { redis: 1_800_000_000_000, real: 5_000_000 };
        const openOne = (stoodStill: { ms: number } = { ms: 0 }) =>
          openRedisWindows({
            url: redis.url,
            timeoutMs: STORE_FAR_MS,
            usage: NO_TOTALS,
            clock: { nowMs: () => time.redis },
            monotonic: () => time.real - stoodStill.ms,
          });
        const pass = (ms: number) => {
          time.redis += ms;
          time.real += ms;
        };
        return { time, pass, openOne };
      };
      const admitted = async (windows: { rateLimits: Stores['rateLimits'] }, calls: number) => {
        let count = 0;
        for (let i = 0; i < calls; i++) if ((await windows.rateLimits.admit('k', FREE)).admitted) count++;
        return count;
      };

      test.each([HOUR, -HOUR])(
        'by %d ms: both windows go on exactly, in processes started later too',
        async (step) => {
          const { time, pass, openOne } = await replicas();
          const [first, second] = [await openOne(), await openOne()];
          expect(await admitted(first, 6)).toBe(6);
          pass(30_000);
          expect(await admitted(second, 9)).toBe(4);
          time.redis += step;
          expect(await admitted(second, 3)).toBe(0);
          const third = await openOne();
          expect(await admitted(third, 3)).toBe(0);
          pass(29_990);
          expect(await admitted(first, 3)).toBe(0);
          pass(20);
          expect(await admitted(third, 9)).toBe(6);
          time.redis -= step;
          expect(await admitted(first, 3)).toBe(0);
          pass(30_000);
          expect(await admitted(second, 9)).toBe(4);
          await Promise.all([first.close(), second.close(), third.close()]);
        },
      );

      test('a process that stood still gives way to the others', async () => {
        const { pass, openOne } = await replicas();
        const stoodStill = { ms: 0 };
        const [paused, other] = [await openOne(stoodStill), await openOne()];
        expect(await admitted(paused, 10)).toBe(10);
        expect(await admitted(other, 1)).toBe(0);
        pass(600_000);
        stoodStill.ms = 600_000;
        expect(await admitted(paused, 1)).toBe(0);
        expect(await admitted(other, 4)).toBe(4);
        expect(await admitted(paused, 9)).toBe(6);
        await Promise.all([paused.close(), other.close()]);
      });
    });

    test('revocation reaches another replica within a second', async () => {
      const [here, there] = [await open(), await open()];
      const hash = 'c'.repeat(64);
      const times = { createdAtMs: 1, expiresAtMs: null, revokedAtMs: null };
      await here.apiKeys.insert({
        id: 'key_r',
        hash,
        hint: 'pmk_',
        name: '',
        plan: 'free',
        account: null,
        monthlyQuota: null,
        ...times,
      });
      expect((await there.apiKeys.findByHash(hash))?.revokedAtMs).toBeNull();
      await here.apiKeys.revoke('key_r', 7);
      await sleep(600);
      expect((await there.apiKeys.findByHash(hash))?.revokedAtMs).toBe(7);
      await Promise.all([here.close(), there.close()]);
    });

    test('warnings tell of a Redis that forgets at a restart', async () => {
      const stores = await open();
      expect(await stores.warnings()).toEqual([]);
      const client = new Redis(redis.url);
      await client.config('SET', 'appendfsync', 'everysec');
      expect(await stores.warnings()).toHaveLength(1);
      await client.config('SET', 'appendfsync', 'always');
      await client.config('SET', 'maxmemory', '1gb');
      await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
      expect(await stores.warnings()).toEqual([expect.stringContaining('noeviction')]);
      await client.config('SET', 'maxmemory', '0');
      await client.config('SET', 'maxmemory-policy', 'noeviction');
      client.disconnect();
      await stores.close();
    });

    test('kill -9 of Redis: store_unavailable meanwhile, no call more than the plan after it', async () => {
      const stores = await open();
      for (let i = 0; i < 7; i++) await stores.rateLimits.admit('killed', FREE);
      await redis.kill();
      expect(await reasonOf(stores.rateLimits.admit('killed', FREE))).toBe('store_unavailable');
      expect(await reasonOf(stores.ping())).toBe('store_unavailable');
      await redis.restart();
      await untilUp(stores);
      let admitted = 0;
      for (let i = 0; i < 10; i++) if ((await stores.rateLimits.admit('killed', FREE)).admitted) admitted++;
      expect(admitted).toBe(3);
      await stores.close();
    });

    test('ping says no while Redis takes no writes', async () => {
      const stores = await open();
      const client = new Redis(redis.url);
      await client.config('SET', 'maxmemory', '1');
      await expect.poll(() => reasonOf(stores.ping())).toBe('store_unavailable');
      await client.config('SET', 'maxmemory', '0');
      await client.call('REPLICAOF', '127.0.0.1', '1');
      await expect.poll(() => reasonOf(stores.ping())).toBe('store_unavailable');
      await client.call('REPLICAOF', 'NO', 'ONE');
      client.disconnect();
      await untilUp(stores);
      await stores.close();
    });

    test('ping says no while PostgreSQL takes no writes', async () => {
      const stores = await open();
      const only = (state: string) =>
        query(
          postgres.url,
          `BEGIN READ WRITE; ALTER DATABASE pagemark SET default_transaction_read_only = ${state}; COMMIT`,
        );
      await stores.ping();
      await only('on');
      try {
        // Sessions that are there go on as they began.
        const others = "FROM pg_stat_activity WHERE application_name = 'pagemark'";
        await query(postgres.url, `SELECT pg_terminate_backend(pid) ${others}`);
        await expect.poll(() => stores.ping().then(() => null, operatorMessage)).toContain('read-only');
      } finally {
        await only('off');
        await stores.close();
      }
    });

    test('three processes are admitted the plan, also with Redis killed among them', async () => {
      await empty();
      const children = [1, 2, 3].map(() => startStoreChild('admit', settings(), CALLS));
      const lines = () => children.flatMap((child) => child.lines);
      await Promise.all(children.map((child) => child.ready));
      await expect.poll(lines, { interval: 5 }).toContain('admitted');
      await redis.kill();
      await expect.poll(lines, { interval: 5 }).toContain('unavailable');
      await redis.restart();
      await Promise.all(children.map((child) => child.done));
      const admitted = lines().filter((line) => line === 'admitted').length;
      expect(lines()).toContain('refused');
      expect(admitted).toBeLessThanOrEqual(1500);
      expect(admitted).toBeGreaterThan(1490);
      const stores = await open();
      const plan = { perMinute: 100_000, perHour: 1500 };
      expect((await stores.rateLimits.peek('shared', plan)).hour.remaining).toBe(1500 - admitted);
      await stores.close();
    });

    test('kill -9 of PostgreSQL: store_unavailable meanwhile, recovery without a restart', async () => {
      const stores = await open();
      await stores.credits.grant('key_k', 3, 'g', 1);
      await postgres.kill();
      expect(await reasonOf(stores.credits.balance('key_k'))).toBe('store_unavailable');
      const late = await open();
      expect(await reasonOf(late.ping())).toBe('store_unavailable');
      await postgres.restart();
      await untilUp(stores);
      await untilUp(late);
      expect(await late.credits.balance('key_k')).toBe(3);
      await Promise.all([stores.close(), late.close()]);
    });
  });
}

async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'none',
    (thrown: { failure?: { reason?: string } }) => thrown.failure?.reason ?? thrown,
  );
}

async function untilUp(stores: Stores): Promise<void> {
  for (;;) {
    const up = await stores.ping().then(
      () => true,
      () => false,
    );
    if (up) return;
    await sleep(50);
  }
}
