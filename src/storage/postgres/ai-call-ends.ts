import type { AiCallEnds } from '../sql/ai-quota.ts';
import { idsIn, type Query, raw, type SqlDatabase, sql } from '../sql/sql-database.ts';

/** Ends AI calls in one statement each, so that no lock is held over a round trip, and no reader sees a call twice or not at all. */
export function postgresAiCallEnds(db: SqlDatabase): AiCallEnds {
  /** Counts kept calls in one order, so that two that count the same licences never wait for each other in a circle. */
  const countKept = (which: Query) =>
    db.write(
      () => sql`WITH gone AS (DELETE FROM ai_reservation WHERE kept AND ${which} RETURNING license_id, period)
        INSERT INTO ai_usage (license_id, period, settled)
        SELECT license_id, period, count(*) FROM gone GROUP BY license_id, period ORDER BY license_id, period
        ON CONFLICT (license_id, period) DO UPDATE SET settled = ai_usage.settled + excluded.settled`,
    );
  return {
    async keep(id) {
      // What is not kept may be released while this waits for it, which the state that the last part reads does not show.
      const [row] = await db.write<{ kept: boolean }>(
        () => sql`WITH kept AS (
            UPDATE ai_reservation SET kept = true, kept_day = ${db.today()} WHERE id = ${id} AND NOT kept
            RETURNING license_id, kept_day
          ), counted AS (
            INSERT INTO usage_count (key_id, day, source, admitted, given_back)
            SELECT license_id, kept_day, '', 1, 0 FROM kept
            ON CONFLICT (key_id, day, source) DO UPDATE SET admitted = usage_count.admitted + 1
          )
          SELECT EXISTS (SELECT 1 FROM kept) OR EXISTS (SELECT 1 FROM ai_reservation WHERE id = ${id} AND kept) AS kept`,
      );
      return row!.kept;
    },
    async settle(id) {
      await countKept(sql`id = ${id}`);
    },
    async release(id, evenKept = false) {
      await db.write(
        () => sql`WITH gone AS (
            DELETE FROM ai_reservation WHERE id = ${id} AND ${raw(evenKept ? 'true' : 'NOT kept')}
            RETURNING license_id, kept_day
          )
          UPDATE usage_count SET given_back = given_back + 1 FROM gone
          WHERE key_id = gone.license_id AND day = gone.kept_day AND source = ''`,
      );
    },
    async releaseLeases(leaseIds) {
      // Locked in one order, as two processes may release the same leases.
      const which = sql`id IN (SELECT id FROM ai_reservation WHERE lease_id IN (${idsIn(db, leaseIds)}) ORDER BY id FOR UPDATE)`;
      const open = await db.write(
        () => sql`DELETE FROM ai_reservation WHERE NOT kept AND ${which} RETURNING id`,
      );
      await countKept(which);
      return open.length;
    },
  };
}
