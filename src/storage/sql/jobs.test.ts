import { expect, test } from 'vitest';
import { IN_MEMORY, type SqliteConnection, sqliteDatabase } from '../sqlite/connection.ts';
import { openMigrated, STORE_STEPS } from '../sqlite/migrations.ts';
import { sqlJobs } from './jobs.ts';
import { type Query, rows, type SqlDatabase, type Steps } from './sql-database.ts';

const BOUNDS = { jobsInWork: 9, jobBytes: 1e6, subjectBytes: 1e6 };
const JOB = { keyId: 'key_1', subject: 'key_1', kind: 'batch', request: '{}', total: 9 } as const;
const PAGE = { url: 'https://a.example/', state: 'done', trail: '' } as const;
/** A job without pages, with its request. */
const EMPTY_BYTES = 65_536 + 2;

const MORE = { total: 9, spare: 0, ...BOUNDS };
/** Bytes of all jobs as they are kept in one row, and as they are. */
const total = (connection: SqliteConnection) => bytesOf(connection, 'bytes FROM job_total');
const sum = (connection: SqliteConnection) =>
  bytesOf(connection, 'coalesce(sum(bytes), 0) AS bytes FROM job');
const bytesOf = (connection: SqliteConnection, of: string) =>
  connection.rows<{ bytes: number }>({ sql: `SELECT ${of}`, values: [] })[0]?.bytes;

/** Uses jobs on a database in memory, of `mostBytes` in all; `asked` has the statements of its transactions. */
async function withJobs(
  mostBytes: number,
  use: (
    jobs: ReturnType<typeof sqlJobs>,
    connection: SqliteConnection,
    asked: readonly Query[],
  ) => Promise<void>,
): Promise<void> {
  await openMigrated(IN_MEMORY, STORE_STEPS, async (connection) => {
    const asked: Query[] = [];
    const db = sqliteDatabase(connection, { nowMs: () => 1000 });
    function* noted<T>(steps: Steps<T>): Steps<T> {
      for (let step = steps.next(); ; ) {
        if (step.done) return step.value;
        asked.push(step.value);
        step = steps.next(yield* rows(step.value));
      }
    }
    const watched: SqlDatabase = { ...db, transact: (lock, work) => db.transact(lock, () => noted(work())) };
    await use(sqlJobs(watched, mostBytes), connection, asked);
    connection.close();
  });
}

test('no statement that adds a job or keeps a page reads the rows of all jobs', () =>
  withJobs(16 * EMPTY_BYTES, async (jobs, connection, asked) => {
    const one = { ...JOB, id: 'one' };
    await jobs.add(one, BOUNDS);
    await jobs.finish('one', '', { ...PAGE, name: '0', body: '' }, MORE);
    expect(await jobs.add({ ...JOB, id: 'two' }, { ...BOUNDS, subjectBytes: 1 })).toMatchObject({
      why: 'subject_full',
    });
    connection.exec('UPDATE job_total SET bytes = 1e9');
    expect(await jobs.add({ ...one, id: 'two' }, BOUNDS)).toMatchObject({ why: 'store_full' });
    const plans = asked.flatMap(({ sql, values }) =>
      connection
        .rows<{ detail: string }>({ sql: `EXPLAIN QUERY PLAN ${sql}`, values })
        .map(({ detail }) => detail),
    );
    expect(plans.filter((detail) => /^SCAN job(?:_page|_request)?\b/.test(detail))).toEqual([]);
    expect(plans.some((detail) => detail.startsWith('SEARCH job '))).toBe(true);
  }));

test('no other page waits while one is kept, for the row that all add to', () =>
  withJobs(1e9, async (jobs, connection, asked) => {
    await jobs.add({ ...JOB, id: 'one' }, BOUNDS);
    const before = asked.length;
    expect(await jobs.finish('one', '', { ...PAGE, name: '0', body: '' }, MORE)).toBe('kept');
    expect(asked.slice(before).filter(({ sql }) => /(?:INTO|UPDATE) job_total/.test(sql))).toEqual([]);
    expect(total(connection)).toBe(sum(connection));
    // What is kept is kept once.
    await jobs.finish('one', '', { ...PAGE, name: '0', body: '' }, MORE);
    expect(total(connection)).toBe(sum(connection));
  }));

test('a job that was forgotten leaves the bytes of all when its id is used again, before any sweep', () =>
  withJobs(1e9, async (jobs, connection) => {
    for (const jobsInWork of [9, 9, 0]) {
      await jobs.add({ ...JOB, id: 'one' }, { ...BOUNDS, jobsInWork });
      expect(total(connection)).toBe(sum(connection));
      await jobs.forget(JOB.keyId);
    }
    expect(total(connection)).toBe(0);
  }));

test('the bytes of all jobs bound every one of them, and are those that are there after a sweep', () =>
  withJobs(4 * EMPTY_BYTES, async (jobs) => {
    const add = async (id: string) =>
      (await jobs.add({ ...JOB, id, keyId: id, subject: id }, BOUNDS))?.why ?? 'added';
    expect([await add('one'), await add('two'), await add('three'), await add('four')]).toEqual([
      ...['added', 'added', 'added'],
      'store_full',
    ]);
    expect(await jobs.add({ ...JOB, id: 'four', subject: 'four' }, BOUNDS)).toMatchObject({
      retryAfterMs: 86_400_000,
    });
    await jobs.forget('one');
    await jobs.prune();
    expect([await add('four'), await add('five')]).toEqual(['added', 'store_full']);
  }));
