import type { FinishedPage, Job, JobStore, WaitingPage } from '../job-store.ts';
import { insertAll, rows, type SqlDatabase, sql } from './sql-database.ts';

/** Expired jobs that one sweep removes. */
const SWEPT_JOBS = 20;

const PAGES = {
  into: 'job_page',
  columns: ['job_id', 'place', 'url', 'state'],
  texts: ['job_id', 'url', 'state'],
};

/** A job as its row has it. */
interface JobRow extends Omit<Job, 'isCancelled'> {
  readonly cancelled: number;
}

/** Jobs on the clock of the database. */
export function sqlJobs(db: SqlDatabase): JobStore & { prune(): Promise<void> } {
  return {
    async add({ id, keyId, options, ttlMs }, urls) {
      await db.transact(null, function* () {
        yield* rows(sql`INSERT INTO job (id, key_id, expires_at_ms, options, cancelled, bytes, runner_until_ms)
          VALUES (${id}, ${keyId}, ${db.now()} + ${ttlMs}, ${options}, 0, 0, 0)`);
        yield* rows(
          insertAll(
            db,
            PAGES,
            urls.map((url, place) => [id, place, url, 'waiting']),
          ),
        );
      });
    },
    async find(id, keyId) {
      const count = (state: string) =>
        sql`CAST((SELECT count(*) FROM job_page p WHERE p.job_id = j.id AND p.state = ${state}) AS bigint)`;
      const [row] = await db.read<JobRow>(sql`SELECT id, key_id AS "keyId", expires_at_ms AS "expiresAtMs",
          options, cancelled, ${count('done')} AS done, ${count('failed')} AS failed,
          CAST((SELECT count(*) FROM job_page p WHERE p.job_id = j.id) AS bigint) AS total
        FROM job j WHERE id = ${id} AND key_id = ${keyId} AND expires_at_ms > ${db.now()}`);
      if (row === undefined) return null;
      const { cancelled, ...job } = row;
      return { ...job, isCancelled: cancelled === 1 };
    },
    async held(keyId) {
      const [row] = await db.read<{ unfinished: number; bytes: number }>(sql`SELECT
          CAST(coalesce(sum(bytes), 0) AS bigint) AS bytes, CAST(coalesce(sum(CASE WHEN cancelled = 0 AND EXISTS
            (SELECT 1 FROM job_page p WHERE p.job_id = j.id AND p.state = 'waiting') THEN 1 ELSE 0 END), 0)
            AS bigint) AS unfinished
        FROM job j WHERE key_id = ${keyId} AND expires_at_ms > ${db.now()}`);
      return row!;
    },
    async claim(id, runnerId, ttlMs) {
      const claimed = await db.write(
        () => sql`UPDATE job SET runner = ${runnerId}, runner_until_ms = ${db.now()} + ${ttlMs}
          WHERE id = ${id} AND cancelled = 0 AND expires_at_ms > ${db.now()}
            AND (runner = ${runnerId} OR runner_until_ms <= ${db.now()}) RETURNING id`,
      );
      return claimed.length > 0;
    },
    async release(id, runnerId) {
      await db.write(() => sql`UPDATE job SET runner_until_ms = 0 WHERE id = ${id} AND runner = ${runnerId}`);
    },
    waiting: (id) =>
      db.read<WaitingPage>(
        sql`SELECT place, url FROM job_page WHERE job_id = ${id} AND state = 'waiting' ORDER BY place`,
      ),
    async finish(id, place, state, body) {
      await db.transact(null, function* () {
        const ended =
          yield* rows(sql`UPDATE job_page SET state = ${state}, body = ${body}, at_ms = ${db.now()}
          WHERE job_id = ${id} AND place = ${place} AND state = 'waiting' RETURNING place`);
        const bytes = ended.length * Buffer.byteLength(body);
        yield* rows(sql`UPDATE job SET bytes = bytes + ${bytes} WHERE id = ${id}`);
      });
    },
    async finished(id, state, { skip, limit, mostBytes }) {
      const of = sql`FROM job_page WHERE job_id = ${id} AND state = ${state}`;
      const sizes = await db.read<{ place: number; size: number }>(
        sql`SELECT place, CAST(length(body) AS bigint) AS size ${of} ORDER BY place LIMIT ${limit} OFFSET ${skip}`,
      );
      let [sum, fit] = [0, 0];
      for (const { size } of sizes) {
        sum += size;
        if (fit > 0 && sum > mostBytes) break;
        fit++;
      }
      return db.read<FinishedPage>(
        sql`SELECT place, url, body, at_ms AS "atMs" ${of} ORDER BY place LIMIT ${fit} OFFSET ${skip}`,
      );
    },
    async cancel(id, keyId) {
      await db.write(() => sql`UPDATE job SET cancelled = 1 WHERE id = ${id} AND key_id = ${keyId}`);
    },
    async prune() {
      const over = sql`SELECT id FROM job WHERE expires_at_ms <= ${db.now()} ORDER BY expires_at_ms, id LIMIT ${SWEPT_JOBS}`;
      await db.transact(null, function* () {
        yield* rows(sql`DELETE FROM job_page WHERE job_id IN (${over})`);
        yield* rows(sql`DELETE FROM job WHERE id IN (${over})`);
      });
    },
  };
}
