import { setImmediate as turn } from 'node:timers/promises';
import {
  JOB_KEPT_MS,
  JOB_WORK_MS,
  type Job,
  type JobBounds,
  type JobRefusal,
  type JobStore,
} from '../job-store.ts';
import { type Query, raw, rows, type SqlDatabase, type SqlValue, type Steps, sql } from './sql-database.ts';

/** Bytes that a job and a page count beside their texts. */
const [JOB_OVERHEAD, PAGE_OVERHEAD] = [65_536, 256];
/** Pages that one statement removes, and statements of a sweep. */
const [SWEPT_PAGES, SWEEPS] = [20, 200];

/** Of the bytes of all: those of one subject, and those from which no job begins, so that others can be ended. */
const [SUBJECT_SHARE, BEGUN_SHARE] = [1 / 4, 7 / 8];
/** When a subject with as many jobs as it may have asks again. */
const TOO_MANY_MS = 1000;

const LOCK = 'jobs';
const COLUMNS = raw(`id, key_id AS "keyId", kind, status, total, done, failed, left_out AS "left", bytes,
  started_at_ms AS "startedAtMs", expires_at_ms AS "expiresAtMs", note`);

/** Jobs on the clock of the database; `mostBytes`: of all together. */
export function sqlJobs(db: SqlDatabase, mostBytes: number): JobStore & { prune(): Promise<void> } {
  const inWork = sql`status = 'scraping'`;
  const ofSubject = ({ subjectBytes }: Pick<JobBounds, 'subjectBytes'>) =>
    Math.min(subjectBytes, mostBytes * SUBJECT_SHARE);
  const isKept = () => sql`(${inWork} OR expires_at_ms > ${db.now()})`;
  const held = (subject: SqlValue) => sql`SELECT count(CASE WHEN ${inWork} THEN 1 END) AS jobs,
      CAST(coalesce(sum(bytes), 0) AS bigint) AS own, (SELECT bytes FROM job_total) AS total
      FROM job WHERE subject = ${subject}`;
  /** Whoever else keeps something waits until that is committed. */
  const addToTotal = (bytes: number) => sql`UPDATE job_total SET bytes = bytes + ${bytes}`;
  /** Refuses a job until the first of those that are kept goes. */
  function* full(why: JobRefusal['why'], which: Query): Steps<JobRefusal> {
    const [first] = yield* rows<{ ms: number }>(
      sql`SELECT coalesce(min(expires_at_ms), 0) - ${db.now()} AS ms FROM job ${which}`,
    );
    return { why, retryAfterMs: Math.max(first!.ms, 1) };
  }
  return {
    add: ({ id, keyId, subject, kind, request, total }, bounds) =>
      db.transact(LOCK, function* () {
        if ((yield* rows(sql`SELECT id FROM job WHERE id = ${id} AND ${isKept()}`)).length > 0) return null;
        // What was kept under this id for its time, and is not swept yet.
        // The job first, as the sweep takes them.
        const gone = yield* rows<Pick<Job, 'bytes'>>(sql`DELETE FROM job WHERE id = ${id} RETURNING bytes`);
        for (const table of ['job_page', 'job_request'])
          yield* rows(sql`DELETE FROM ${raw(table)} WHERE job_id = ${id}`);
        if (gone[0] !== undefined) yield* rows(addToTotal(-gone[0].bytes));
        const [now] = yield* rows<Held>(held(subject));
        const { jobs, own, total: all } = now!;
        const bytes = JOB_OVERHEAD + Buffer.byteLength(request);
        if (jobs >= bounds.jobsInWork) return { why: 'too_many', retryAfterMs: TOO_MANY_MS };
        if (own + bytes > ofSubject(bounds))
          return yield* full('subject_full', sql`WHERE subject = ${subject}`);
        if (all + bytes > mostBytes * BEGUN_SHARE) return yield* full('store_full', sql``);
        yield* rows(sql`INSERT INTO job (id, key_id, subject, kind, status, total, done, failed, left_out, bytes, last_seq,
            started_at_ms, expires_at_ms, runner, runner_until_ms, deaths, note)
          VALUES (${id}, ${keyId}, ${subject}, ${kind}, 'scraping', ${total}, 0, 0, 0,
            ${bytes}, 0, ${db.now()}, ${db.now()} + ${JOB_WORK_MS}, '', 0, 0, '')`);
        yield* rows(sql`INSERT INTO job_request (job_id, request) VALUES (${id}, ${request})`);
        yield* rows(addToTotal(bytes));
        return null;
      }),
    async requestOf(id) {
      const [found] = await db.read<{ request: string }>(
        sql`SELECT request FROM job_request WHERE job_id = ${id}`,
      );
      return found!.request;
    },
    async find(id, keyId) {
      const of = sql`id = ${id} AND key_id = ${keyId} AND ${isKept()}`;
      return (await db.read<Job>(sql`SELECT ${COLUMNS} FROM job WHERE ${of}`))[0] ?? null;
    },
    inWork: (keyId) =>
      db.read<Job>(
        sql`SELECT ${COLUMNS} FROM job WHERE key_id = ${keyId} AND ${inWork} ORDER BY started_at_ms, id`,
      ),
    async idle(limit, kind) {
      const of = kind === undefined ? sql`` : sql`AND kind = ${kind}`;
      return await db.read<Pick<Job, 'id' | 'keyId' | 'kind'>>(sql`SELECT id, key_id AS "keyId", kind FROM job
        WHERE ${inWork} AND runner_until_ms <= ${db.now()} ${of} ORDER BY started_at_ms, id LIMIT ${limit}`);
    },
    async claim(id, runner, ttlMs) {
      const claimed = await db.write<Job & { isOver: number; deaths: number }>(
        () => sql`UPDATE job SET deaths = deaths + CASE WHEN runner IN ('', ${runner}) THEN 0 ELSE 1 END,
            runner = ${runner}, runner_until_ms = ${db.now()} + ${ttlMs}
          WHERE id = ${id} AND ${inWork} AND (runner = ${runner} OR runner_until_ms <= ${db.now()})
          RETURNING ${COLUMNS}, deaths, CASE WHEN expires_at_ms <= ${db.now()} THEN 1 ELSE 0 END AS "isOver"`,
      );
      return claimed[0] === undefined ? null : { ...claimed[0], isOver: claimed[0].isOver === 1 };
    },
    async release(id, runner, afterMs = 0) {
      await db.write(
        () => sql`UPDATE job SET runner = '', runner_until_ms = ${db.now()} + ${Math.ceil(afterMs)}
          WHERE id = ${id} AND runner = ${runner}`,
      );
    },
    async finish(id, runner, page, { total, spare, ...bounds }) {
      let added = 0;
      const end = await db.transact(null, function* () {
        added = 0;
        const { name, url, state, body, trail } = page;
        const size =
          PAGE_OVERHEAD + [name, url, body, trail].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
        const counted = raw({ done: 'done', failed: 'failed', left: 'left_out' }[state]);
        // First of all, so that the ends of pages come one after the other.
        const [job] = yield* rows<{
          bytes: number;
          seq: number;
          subject: string;
          runner: string;
        }>(sql`UPDATE job
          SET deaths = 0 WHERE id = ${id} RETURNING bytes, last_seq + 1 AS seq, subject, runner`);
        if (job === undefined) return 'lost';
        const kept = job.runner === runner ? 'kept' : 'lost';
        // The answer to an earlier try may have been lost, or another process may have read it.
        const before = yield* rows(sql`SELECT seq FROM job_page WHERE job_id = ${id} AND name = ${name}`);
        if (before.length > 0) return kept;
        const [now] = yield* rows<Held>(held(job.subject));
        const [asked, own, all] = [job.bytes, now!.own, now!.total].map((bytes) => bytes + size + spare);
        if (asked! > bounds.jobBytes || own! > ofSubject(bounds) || all! > mostBytes) return 'full';
        yield* rows(sql`INSERT INTO job_page (job_id, seq, name, url, state, size, at_ms, trail, body)
          VALUES (${id}, ${job.seq}, ${name}, ${url}, ${state}, ${size}, ${db.now()}, ${trail}, ${body})`);
        yield* rows(sql`UPDATE job SET bytes = bytes + ${size}, last_seq = ${job.seq}, ${counted} = ${counted} + 1,
          total = ${total} WHERE id = ${id}`);
        added = size;
        return kept;
      });
      // On its own, so that pages wait for each other no longer than it takes. Who is killed ahead of it is counted by the next sweep.
      if (added > 0) await db.write(() => addToTotal(added));
      return end;
    },
    async end(id, how, note, runner) {
      const by = runner === undefined ? sql`` : sql`AND runner = ${runner}`;
      const ended = await db.write(
        () => sql`UPDATE job SET status = ${how}, note = ${note}, expires_at_ms = ${db.now()} + ${JOB_KEPT_MS}
          WHERE id = ${id} AND ${inWork} ${by} RETURNING id`,
      );
      return ended.length > 0;
    },
    async forget(keyId) {
      await db.write(
        () => sql`UPDATE job SET status = CASE WHEN ${inWork} THEN 'cancelled' ELSE status END, expires_at_ms = ${db.now()}
          WHERE key_id = ${keyId}`,
      );
    },
    pages: (id, after, limit) =>
      db.read(sql`SELECT seq, name, url, state, trail FROM job_page WHERE job_id = ${id} AND seq > ${after}
        ORDER BY seq LIMIT ${limit}`),
    async bodies(id, state, { skip, limit, mostBytes: most }) {
      const of = sql`FROM job_page WHERE job_id = ${id} AND state = ${state}`;
      const sizes = await db.read<{ size: number }>(
        sql`SELECT size ${of} ORDER BY seq LIMIT ${limit} OFFSET ${skip}`,
      );
      let [sum, fit] = [0, 0];
      for (const { size } of sizes) {
        sum += size;
        if (fit > 0 && sum > most) break;
        fit++;
      }
      return db.read(
        sql`SELECT seq, url, body, at_ms AS "atMs" ${of} ORDER BY seq LIMIT ${fit} OFFSET ${skip}`,
      );
    },
    async prune() {
      const isOver = () => sql`NOT (${inWork}) AND expires_at_ms <= ${db.now()}`;
      for (let left = SWEEPS; left > 0; left--) {
        const removed = await db.write(
          () => sql`DELETE FROM job_page WHERE (job_id, seq) IN (SELECT job_id, seq FROM job_page
            WHERE job_id IN (SELECT id FROM job WHERE ${isOver()}) LIMIT ${SWEPT_PAGES}) RETURNING seq`,
        );
        if (removed.length < SWEPT_PAGES) break;
        await turn();
      }
      const isEmpty = () => sql`${isOver()} AND NOT EXISTS (SELECT 1 FROM job_page WHERE job_id = job.id)`;
      await db.transact(null, function* () {
        // Locks them: a page that ends at that moment is there before it is asked for, or finds no job.
        yield* rows(sql`UPDATE job SET runner_until_ms = 0 WHERE ${isOver()}`);
        yield* rows(sql`DELETE FROM job_request WHERE job_id IN (SELECT id FROM job WHERE ${isEmpty()})`);
        yield* rows(sql`DELETE FROM job WHERE ${isEmpty()}`);
      });
      await db.transact(null, function* () {
        // First, so that who added has committed, and is in the sum. A page that is there and adds later counts twice, until the next sweep.
        yield* rows(addToTotal(0));
        yield* rows(sql`UPDATE job_total SET bytes = (SELECT coalesce(sum(bytes), 0) FROM job)`);
      });
    },
  };
}

/** Jobs of a subject in work, and what is kept of them and of all, in bytes. */
interface Held {
  readonly jobs: number;
  readonly own: number;
  readonly total: number;
}
