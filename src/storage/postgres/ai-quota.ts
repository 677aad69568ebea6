import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AiQuotaStore, AiReservation, AiUsage, AiUsageTotal } from '../ports.ts';
import type { PostgresConnection, PostgresDb } from './connection.ts';

/** AI calls in PostgreSQL: a counter of settled calls, and a row for each call under way. */
export class PostgresAiQuota implements AiQuotaStore {
  readonly #connection: PostgresConnection;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async reserve(
    licenseId: string,
    period: string,
    limit: number,
    leaseId: string,
    atMs: number,
  ): Promise<AiReservation> {
    const before = await this.usage(licenseId, period);
    if (before.used >= limit) return { reserved: false, used: before.used };
    return this.#connection.exclusively(`ai ${licenseId}`, async (transaction) => {
      const used = await usedNow(transaction, licenseId, period);
      if (used >= limit) return { reserved: false, used };
      const row = {
        id: randomUUID(),
        license_id: licenseId,
        period,
        kept: false,
        lease_id: leaseId,
        at_ms: atMs,
      };
      await transaction.insertInto('ai_reservation').values(row).execute();
      return { reserved: true, reservationId: row.id, used: used + 1 };
    });
  }

  async keep(reservationId: string, licenseId: string, period: string, limit: number): Promise<boolean> {
    const kept = await this.#connection.run((db) =>
      db
        .updateTable('ai_reservation')
        .set({ kept: true })
        .where('id', '=', reservationId)
        .returning('id')
        .executeTakeFirst(),
    );
    if (kept) return true;
    // Released under a stalled but living process: the call is counted at once, there is nothing to hold.
    return this.#connection.exclusively(`ai ${licenseId}`, async (transaction) => {
      if ((await usedNow(transaction, licenseId, period)) >= limit) return false;
      await sql`INSERT INTO ai_usage (license_id, period, settled) VALUES (${licenseId}, ${period}, 1)
        ON CONFLICT (license_id, period) DO UPDATE SET settled = ai_usage.settled + 1`.execute(transaction);
      return true;
    });
  }

  async settle(reservationId: string): Promise<void> {
    await this.#connection.run((db) => countKept(db, sql`id = ${reservationId}`));
  }

  async release(reservationId: string, evenKept = false): Promise<void> {
    const kept = evenKept ? [false, true] : [false];
    await this.#connection.run((db) =>
      db.deleteFrom('ai_reservation').where('id', '=', reservationId).where('kept', 'in', kept).execute(),
    );
  }

  async usage(licenseId: string, period: string): Promise<AiUsage> {
    return { used: await this.#connection.run((db) => usedNow(db, licenseId, period)) };
  }

  async totals(): Promise<readonly AiUsageTotal[]> {
    const rows = await this.#connection.run((db) =>
      // Bytewise order, so that every store lists the same way.
      db
        .selectFrom('ai_usage')
        .selectAll()
        .orderBy(sql`license_id COLLATE "C"`)
        .orderBy(sql`period COLLATE "C"`)
        .execute(),
    );
    return rows.map(({ license_id: licenseId, period, settled }) => ({ licenseId, period, settled }));
  }

  async load(totals: readonly AiUsageTotal[]): Promise<void> {
    if (totals.length === 0) return;
    const rows = totals.map(({ licenseId, period, settled }) => ({ license_id: licenseId, period, settled }));
    await this.#connection.run((db) => db.insertInto('ai_usage').values(rows).execute());
  }

  /** Counts the kept calls of the leases and gives the others back; how many these were. */
  async releaseLeases(leaseIds: readonly string[]): Promise<number> {
    if (leaseIds.length === 0) return 0;
    return this.#connection.run(async (db) => {
      const open = await db
        .deleteFrom('ai_reservation')
        .where('lease_id', 'in', leaseIds)
        .where('kept', '=', false)
        .returning('id')
        .execute();
      await countKept(db, sql`lease_id = ANY(${leaseIds})`);
      return open.length;
    });
  }
}

/** Turns kept calls into counted ones in one statement, so that no reader sees them twice or not at all. */
async function countKept(db: PostgresDb, which: ReturnType<typeof sql>): Promise<void> {
  await sql`WITH gone AS (DELETE FROM ai_reservation WHERE kept AND ${which} RETURNING license_id, period)
    INSERT INTO ai_usage (license_id, period, settled)
    SELECT license_id, period, count(*) FROM gone GROUP BY license_id, period
    ON CONFLICT (license_id, period) DO UPDATE SET settled = ai_usage.settled + excluded.settled`.execute(db);
}

async function usedNow(db: PostgresDb, licenseId: string, period: string): Promise<number> {
  const result = await sql<{ used: number }>`SELECT
    coalesce((SELECT settled FROM ai_usage WHERE license_id = ${licenseId} AND period = ${period}), 0)
    + (SELECT count(*) FROM ai_reservation WHERE license_id = ${licenseId} AND period = ${period}) AS used`.execute(
    db,
  );
  return result.rows[0]!.used;
}
