import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStores } from '../../src/storage/postgres/open-postgres-stores.ts';
import { TIMEOUT_MS } from '../../src/storage/store-breaker.ts';
import { STORE_FAR_MS } from '../support/far-deadlines.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { findPostgres, query, startPostgres, type TestServer } from './servers.ts';
import { openSlowLink, type SlowLink } from './slow-link.ts';

/** Between two machines of one region, with something to spare. */
const ROUND_TRIP_MS = 20;
const PERIOD = '2026-01';
/** AI calls of one licence that end at once, and those of another one meanwhile: more than a pool has connections. */
const CROWD = 120;
const BESIDE = 12;
/** The most that calls beside or in a crowd on one licence may take, by what they take where each has its own. */
const mostMs = (spreadMs: number): number => 4 * spreadMs + onThisMachine(1000);
/** Pairs of leases that two processes end at once, and the pairs under way at a time. */
const PAIRS = 48;
const PAIRS_AT_ONCE = 8;
/** Licences of a lease, each with calls in {@link PERIODS}. */
const LICENSES = 6;
const PERIODS = ['2026-02', PERIOD];
const READS = 40;

type Stores = ReturnType<typeof openPostgresStores>;
interface Call {
  readonly licenseId: string;
  readonly id: string;
}

const postgresPrograms = findPostgres();
if (postgresPrograms === null) {
  leftOut('PostgreSQL under contention', 'apt-get install postgresql');
  test('contention is left out on this machine', () => expect(process.env.CI).not.toBe('true'));
} else {
  describe(`PostgreSQL ${ROUND_TRIP_MS} ms away`, () => {
    let postgres: TestServer;
    let link: SlowLink;
    let near: Stores;
    /** Two processes with the pools that no setting says anything of. */
    let far: readonly [Stores, Stores];

    beforeAll(async () => {
      postgres = await startPostgres(postgresPrograms);
      link = await openSlowLink(postgres.url, ROUND_TRIP_MS);
      near = openPostgresStores({ url: postgres.url, timeoutMs: STORE_FAR_MS });
      const settings = { url: link.url, timeoutMs: onThisMachine(TIMEOUT_MS) };
      far = [openPostgresStores(settings), openPostgresStores(settings)];
      await near.leases.renew('lease', 600_000);
      // All connections of a pool are there before anything is timed.
      await Promise.all(far.flatMap((stores) => Array.from({ length: 10 }, () => stores.ping())));
    });
    afterAll(async () => {
      await Promise.all([near, ...(far ?? [])].map((stores) => stores?.close()));
      await link?.close();
      await postgres?.close();
    });

    test('a process that stands still while it keeps a page of a job holds the others no longer than its answers may take', async () => {
      const job = { id: 'job', keyId: 'k', subject: 'k', kind: 'batch', request: '', total: 2 } as const;
      const bounds = { jobsInWork: 1, jobBytes: 1e6, subjectBytes: 1e6 };
      await near.jobs.add(job, bounds);
      const keepPage = (stores: Stores, name: string) => {
        const page = { name, url: 'https://a.example/', state: 'done', body: '', trail: '' } as const;
        return stores.jobs.finish('job', '', page, { total: 2, spare: 0, ...bounds });
      };
      const own = await openSlowLink(postgres.url, ROUND_TRIP_MS);
      const stillMs = onThisMachine(TIMEOUT_MS);
      const still = openPostgresStores({ url: own.url, timeoutMs: stillMs });
      // It waits longer than the other one may be waited for, however slow the machine is.
      const waits = openPostgresStores({ url: postgres.url, timeoutMs: 2 * stillMs + STORE_FAR_MS });
      await still.ping();
      // By then it has the row of the job.
      const frozen = own.freezeAfter('SELECT seq');
      const held = keepPage(still, '0').catch(() => 'given up');
      await frozen;
      expect(await keepPage(waits, '1')).toBe('kept');
      expect((await near.jobs.pages('job', 0, 9)).map(({ name }) => name)).toEqual(['1']);
      await held;
      await own.close();
      await still.close();
      await waits.close();
    });

    test('a server that stands still is known within two waits, however many idle connections a pool has', async () => {
      const own = await openSlowLink(postgres.url, 0);
      const timeoutMs = onThisMachine(TIMEOUT_MS);
      let isKnown = false;
      const onChange = () => {
        isKnown = true;
      };
      const stores = openPostgresStores({ url: own.url, timeoutMs, onChange });
      await Promise.all(Array.from({ length: 40 }, () => stores.ping()));
      const frozen = own.freezeAfter('DELETE');
      const calls = [stores.ping().catch(() => 'given up')];
      await frozen;
      for (; !isKnown; await sleep(timeoutMs / 4)) calls.push(stores.ping().catch(() => 'given up'));
      expect(calls.length).toBeLessThanOrEqual(7);
      await Promise.all(calls);
      await own.close();
      await stores.close();
    });

    test('a call is not kept that another process gives back at that moment', async () => {
      const reserved = await near.aiQuota.reserve('moment', PERIOD, 1, 'lease', 0);
      const { reservationId: id } = reserved as { readonly reservationId: string };
      const other = new pg.Client({ connectionString: postgres.url });
      await other.connect();
      await other.query('BEGIN');
      await other.query('DELETE FROM ai_reservation WHERE id = $1', [id]);
      const kept = near.aiQuota.keep(id, 'moment', PERIOD, 0);
      const waits =
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%kept_day%'";
      await expect.poll(() => query(postgres.url, waits)).toHaveLength(1);
      await other.query('COMMIT');
      await other.end();
      expect(await kept).toBe(false);
    });

    test('a page that ends while its job is swept goes with it', async () => {
      const bounds = { jobsInWork: 1, jobBytes: 1e6, subjectBytes: 1e6 };
      const job = {
        id: 'swept',
        keyId: 'swept',
        subject: 'swept',
        kind: 'batch',
        request: '',
        total: 2,
      } as const;
      await near.jobs.add(job, bounds);
      await near.jobs.forget('swept');
      const other = new pg.Client({ connectionString: postgres.url });
      await other.connect();
      await other.query(`BEGIN; UPDATE job SET deaths = 0 WHERE id = 'swept';
        INSERT INTO job_page (job_id, seq, name, url, state, size, at_ms, trail, body)
        VALUES ('swept', 1, 'n', 'u', 'done', 100, 1, '', 'body')`);
      const sweeping = near.sweep(400);
      const waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      await expect.poll(() => query(postgres.url, waits)).toHaveLength(1);
      await other.query('COMMIT');
      await other.end();
      await sweeping;
      await near.sweep(400);
      expect(await query(postgres.url, "SELECT seq FROM job_page WHERE job_id = 'swept'")).toEqual([]);
    });

    const reserve = (licenses: readonly string[]): Promise<readonly Call[]> =>
      Promise.all(
        licenses.map(async (licenseId) => {
          const reserved = await near.aiQuota.reserve(licenseId, PERIOD, 1000, 'lease', 0);
          if (!reserved.reserved) throw new Error(`${licenseId} is used up`);
          return { licenseId, id: reserved.reservationId };
        }),
      );
    /** Ends calls in one way at once: how many failed, and how long the last one took. */
    const allAtOnce = async (calls: readonly Call[], end: (call: Call) => Promise<unknown>) => {
      const startedAt = performance.now();
      const ends = await Promise.allSettled(calls.map(end));
      const failed = ends.filter(({ status }) => status === 'rejected').length;
      return { failed, ms: Math.round(performance.now() - startedAt) };
    };
    const endBeside = async (
      crowd: readonly Call[],
      other: readonly Call[],
      end: (call: Call) => Promise<unknown>,
    ) => {
      const [crowded, beside] = await Promise.all([allAtOnce(crowd, end), allAtOnce(other, end)]);
      return { crowded, beside };
    };

    const keep = (stores: Stores, { id, licenseId }: Call) =>
      stores.aiQuota.keep(id, licenseId, PERIOD, 1000);

    test.each([
      { ended: 'kept', before: async () => true, end: keep },
      { ended: 'settled', before: keep, end: (stores: Stores, { id }: Call) => stores.aiQuota.settle(id) },
    ])(
      'calls of one licence are $ended at once as fast as those of many, and slow no other licence',
      async ({ ended, before, end }) => {
        const many = await reserve(Array.from({ length: CROWD }, (_, i) => `${ended}-${i}`));
        const [besideMany, one, besideOne] = [
          await reserve(Array<string>(BESIDE).fill(`${ended} beside many`)),
          await reserve(Array<string>(CROWD).fill(`${ended} one`)),
          await reserve(Array<string>(BESIDE).fill(`${ended} beside one`)),
        ];
        for (const call of [...many, ...besideMany, ...one, ...besideOne]) await before(near, call);
        const spread = await endBeside(many, besideMany, (call) => end(far[0], call));
        const crowd = await endBeside(one, besideOne, (call) => end(far[0], call));
        const told = JSON.stringify({ spread, crowd });
        expect([crowd.crowded.failed, crowd.beside.failed], told).toEqual([0, 0]);
        expect(crowd.crowded.ms, told).toBeLessThan(mostMs(spread.crowded.ms));
        expect(crowd.beside.ms, told).toBeLessThan(mostMs(spread.beside.ms));
        expect(await near.aiQuota.usage(`${ended} one`, PERIOD)).toEqual({ used: CROWD });
        const sum = `SELECT sum(admitted) AS n FROM usage_count WHERE key_id = '${ended} one'`;
        expect(Number((await query(postgres.url, sum))[0]!.n)).toBe(CROWD);
      },
    );

    /** Kept calls of two leases, the same licences and periods under both, each written in an order of its own. */
    const fillLeases = (pair: string, leases: readonly string[]) =>
      Promise.all(
        leases.map((lease) =>
          query(
            postgres.url,
            `INSERT INTO ai_reservation (id, license_id, period, kept, lease_id, at_ms)
             SELECT '${pair}-${lease}-' || n || p, 'pair-${pair}-' || n, p, true, '${pair}-${lease}', 0
             FROM generate_series(1, ${LICENSES}) AS n, unnest(ARRAY['${PERIODS.join("','")}']) AS p ORDER BY random()`,
          ),
        ),
      );
    const settledOf = async (pairs: string): Promise<readonly number[]> =>
      (
        await query(
          postgres.url,
          `SELECT settled, count(*) AS n FROM ai_usage WHERE license_id LIKE 'pair-${pairs}%' GROUP BY settled`,
        )
      ).flatMap(({ settled, n }) => [Number(settled), Number(n)]);

    test('two processes that end leases with the same licences wait for each other in no circle', async () => {
      const failures: unknown[] = [];
      const endPair = async (pair: string) => {
        await Promise.all(['a', 'b'].map((lease) => near.leases.renew(`${pair}-${lease}`, 600_000)));
        await fillLeases(pair, ['a', 'b']);
        await Promise.all(
          (['a', 'b'] as const).map((lease, i) =>
            far[i]!.leases.end(`${pair}-${lease}`, 0).catch((cause: unknown) => failures.push(cause)),
          ),
        );
      };
      for (let first = 0; first < PAIRS; first += PAIRS_AT_ONCE)
        await Promise.all(Array.from({ length: PAIRS_AT_ONCE }, (_, i) => endPair(`end${first + i}`)));
      expect(failures).toEqual([]);
      expect(await settledOf('end')).toEqual([2, PAIRS * LICENSES * PERIODS.length]);
    });

    test('nor do two that release the same dead processes', async () => {
      for (let round = 0; round < 6; round++) {
        for (let pair = 0; pair < 4; pair++) await fillLeases(`dead${round}-${pair}`, ['a', 'b']);
        await Promise.all(far.map((stores) => stores.leases.reap(0)));
      }
      expect(await settledOf('dead')).toEqual([2, 6 * 4 * LICENSES * PERIODS.length]);
    });

    test('a reading of totals never shows a part of what was written together', async () => {
      const day = await near.usage.today();
      const work = { cpuUs: 1, bytesIn: 1, bytesOut: 1, credits: 1, inputTokens: 1, outputTokens: 1 };
      let isOver = false;
      const writing = (async () => {
        for (let calls = 1; !isOver; calls++)
          await near.usage.load([{ keyId: 'torn', day, calls, outcomes: { ok: 1 }, ...work }]);
      })();
      const torn: unknown[] = [];
      try {
        for (let read = 0; read < READS; read++) {
          const [days, totals] = await Promise.all([
            far[0].usage.daily('torn', day, day),
            far[1].usage.totals(day, day),
          ]);
          for (const one of [...days, ...totals.filter(({ keyId }) => keyId === 'torn')])
            if (one.calls !== one.outcomes.ok || one.calls !== one.cpuUs || one.calls !== one.outputTokens)
              torn.push(one);
        }
      } finally {
        isOver = true;
        await writing;
      }
      expect(torn).toEqual([]);
    });
  });
}
