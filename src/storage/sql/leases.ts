import type { LeaseStore } from '../ports.ts';
import type { SqlAiQuota } from './ai-quota.ts';
import type { SqlCredits } from './credits.ts';
import { rows, type SqlDatabase, sql } from './sql-database.ts';

/** Leases on the clock of the database, and what is held under them. */
export function sqlLeases(db: SqlDatabase, credits: SqlCredits, aiQuota: SqlAiQuota): LeaseStore {
  const release = async (leaseId: string, atMs: number): Promise<number> =>
    (await aiQuota.releaseLease(leaseId)) + (await credits.releaseLease(leaseId, atMs));
  return {
    async renew(leaseId, ttlMs) {
      const query = sql`INSERT INTO lease (id, until_ms) VALUES (${leaseId}, ${(await db.nowMs()) + ttlMs})
        ON CONFLICT (id) DO UPDATE SET until_ms = excluded.until_ms`;
      await db.transact(null, () => rows(query));
    },
    async end(leaseId, atMs) {
      await release(leaseId, atMs);
      await db.transact(null, () => rows(sql`DELETE FROM lease WHERE id = ${leaseId}`));
    },
    async reap(atMs) {
      const nowMs = await db.nowMs();
      const over = await db.read(sql`SELECT id FROM lease WHERE until_ms <= ${nowMs} LIMIT 1`);
      if (over.length > 0)
        await db.transact(null, () => rows(sql`DELETE FROM lease WHERE until_ms <= ${nowMs}`));
      // A hold whose lease is missing was made by a process that stalled until its lease was reaped.
      const dead = await db.read<{ id: string }>(
        sql`SELECT lease_id AS id FROM ai_reservation WHERE lease_id NOT IN (SELECT id FROM lease)
          UNION SELECT lease_id FROM credit_hold WHERE lease_id NOT IN (SELECT id FROM lease)`,
      );
      let released = 0;
      for (const { id } of dead) released += await release(id, atMs);
      return released;
    },
  };
}
