import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { AiQuotaStore, AiReservation, AiUsageTotal } from '../ports.ts';
import type { StoreClock } from '../store-clock.ts';
import type { PostgresConnection, PostgresDb } from './connection.ts';
import { dayOfServer } from './usage.ts';

/** AI calls in PostgreSQL: a counter of settled calls, and a row for each call under way. */
export class PostgresAiQuota implements AiQuotaStore {
  readonly #connection: PostgresConnection;

  readonly #clock: StoreClock | undefined;

  /** `clock` replaces the server's in tests. */
  constructor(connection: PostgresConnection, clock?: StoreClock) {
    this.#connection = connection;
    this.#clock = clock;
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
        kept_day: null,
        lease_id: leaseId,
        at_ms: atMs,
      };
      await transaction.insertInto('ai_reservation').values(row).execute();
      return { reserved: true, reservationId: row.id, used: used + 1 };
    });
  }

  async keep(reservationId: string, licenseId: string, period: string, limit: number): Promise<boolean> {
    const day = dayOfServer(this.#clock);
    const { rows } = await this.#connection.run((db) =>
      sql<{ kept: boolean }>`WITH kept AS (
          UPDATE ai_reservation SET kept = true, kept_day = ${day} WHERE id = ${reservationId} AND NOT kept
          RETURNING license_id, kept_day
        ), counted AS (${countKeptCall(sql`SELECT license_id, kept_day FROM kept`)})
        SELECT EXISTS (SELECT 1 FROM ai_reservation WHERE id = ${reservationId}) AS kept`.execute(db),
    );
    if (rows[0]!.kept) return true;
    // Released under a stalled but living process: the call is counted at once, there is nothing to hold.
    return this.#connection.exclusively(`ai ${licenseId}`, async (transaction) => {
      if ((await usedNow(transaction, licenseId, period)) >= limit) return false;
      await sql`INSERT INTO ai_usage (license_id, period, settled) VALUES (${licenseId}, ${period}, 1)
        ON CONFLICT (license_id, period) DO UPDATE SET settled = ai_usage.settled + 1`.execute(transaction);
      await countKeptCall(sql`SELECT ${licenseId}, ${day}`).execute(transaction);
      return true;
    });
  }

  async settle(reservationId: string): Promise<void> {
    await this.#connection.run((db) => countKept(db, sql`id = ${reservationId}`));
  }

  async release(reservationId: string, evenKept = false): Promise<void> {
    await this.#connection.run((db) =>
      sql`WITH gone AS (
          DELETE FROM ai_reservation WHERE id = ${reservationId} AND (${evenKept} OR NOT kept)
          RETURNING license_id, kept_day
        )
        UPDATE usage_count SET given_back = given_back + 1 FROM gone
        WHERE key_id = gone.license_id AND day = gone.kept_day AND source = ''`.execute(db),
    );
  }

  async usage(licenseId: string, period: string): Promise<{ readonly used: number }> {
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

/** Counts calls among those of a licence and day: rows of both. */
function countKeptCall(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`INSERT INTO usage_count (key_id, day, source, admitted, given_back)
    SELECT kept_call.*, '', 1, 0 FROM (${rows}) AS kept_call
    ON CONFLICT (key_id, day, source) DO UPDATE SET admitted = usage_count.admitted + 1`;
}

/**
 * Turns kept calls into counted ones in one statement, so that no reader sees them twice or not at all, and in one order, so that two
 * that count the same licences never wait for each other in a circle.
 */
async function countKept(db: PostgresDb, which: ReturnType<typeof sql>): Promise<void> {
  await sql`WITH gone AS (DELETE FROM ai_reservation WHERE kept AND ${which} RETURNING license_id, period)
    INSERT INTO ai_usage (license_id, period, settled)
    SELECT license_id, period, count(*) FROM gone GROUP BY license_id, period ORDER BY license_id, period
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
