import type { LeaseStore } from '../ports.ts';
import type { SqlAiQuota } from './ai-quota.ts';
import type { SqlCredits } from './credits.ts';
import { type SqlDatabase, sql } from './sql-database.ts';

/** Leases on the clock of the database, and what is held under them. */
export function sqlLeases(db: SqlDatabase, credits: SqlCredits, aiQuota: SqlAiQuota): LeaseStore {
  const release = async (leaseIds: readonly string[], atMs: number): Promise<number> =>
    (await aiQuota.releaseLeases(leaseIds)) + (await credits.releaseLeases(leaseIds, atMs));
  return {
    async renew(leaseId, ttlMs) {
      await db.write(
        () => sql`INSERT INTO lease (id, until_ms) VALUES (${leaseId}, ${db.now()} + ${ttlMs})
          ON CONFLICT (id) DO UPDATE SET until_ms = excluded.until_ms`,
      );
    },
    async end(leaseId, atMs) {
      await release([leaseId], atMs);
      await db.write(() => sql`DELETE FROM lease WHERE id = ${leaseId}`);
    },
    async reap(atMs) {
      // Every process asks all the time, so that must need no lock.
      const over = await db.read(sql`SELECT id FROM lease WHERE until_ms <= ${db.now()} LIMIT 1`);
      if (over.length > 0) await db.write(() => sql`DELETE FROM lease WHERE until_ms <= ${db.now()}`);
      // A hold whose lease is missing was made by a process that stalled until its lease was reaped.
      const dead = await db.read<{ id: string }>(
        sql`SELECT lease_id AS id FROM ai_reservation r WHERE NOT EXISTS (SELECT 1 FROM lease WHERE id = r.lease_id)
          UNION SELECT lease_id FROM credit_hold h WHERE NOT EXISTS (SELECT 1 FROM lease WHERE id = h.lease_id)`,
      );
      if (dead.length === 0) return 0;
      return release(
        dead.map(({ id }) => id),
        atMs,
      );
    },
  };
}
