import { type RawBuilder, sql } from 'kysely';
import type { LeaseStore } from '../ports.ts';
import type { StoreClock } from '../store-clock.ts';
import type { PostgresAiQuota } from './ai-quota.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresCredits } from './credits.ts';

/** Leases on the clock of the PostgreSQL server, which all replicas share. */
export class PostgresLeases implements LeaseStore {
  readonly #connection: PostgresConnection;
  readonly #holders: { readonly credits: PostgresCredits; readonly aiQuota: PostgresAiQuota };
  readonly #clock: StoreClock | undefined;

  /** `clock` replaces the server's in tests. */
  constructor(
    connection: PostgresConnection,
    holders: { readonly credits: PostgresCredits; readonly aiQuota: PostgresAiQuota },
    clock?: StoreClock,
  ) {
    this.#connection = connection;
    this.#holders = holders;
    this.#clock = clock;
  }

  async renew(leaseId: string, ttlMs: number): Promise<void> {
    await this.#connection.run((db) =>
      sql`INSERT INTO lease (id, until_ms) VALUES (${leaseId}, ${this.#nowMs()} + ${ttlMs}::bigint)
        ON CONFLICT (id) DO UPDATE SET until_ms = excluded.until_ms`.execute(db),
    );
  }

  async end(leaseId: string, atMs: number): Promise<void> {
    await this.#release([leaseId], atMs);
    await this.#connection.run((db) => db.deleteFrom('lease').where('id', '=', leaseId).execute());
  }

  async reap(atMs: number): Promise<number> {
    // A hold whose lease is missing was made by a process that stalled until its lease was reaped.
    const dead = await this.#connection.run(async (db) => {
      await sql`DELETE FROM lease WHERE until_ms <= ${this.#nowMs()}`.execute(db);
      return sql<{ lease_id: string }>`
        SELECT lease_id FROM ai_reservation r WHERE NOT EXISTS (SELECT 1 FROM lease WHERE id = r.lease_id)
        UNION SELECT lease_id FROM credit_hold h WHERE NOT EXISTS (SELECT 1 FROM lease WHERE id = h.lease_id)`.execute(
        db,
      );
    });
    return this.#release(
      dead.rows.map((row) => row.lease_id),
      atMs,
    );
  }

  async #release(leaseIds: readonly string[], atMs: number): Promise<number> {
    const calls = await this.#holders.aiQuota.releaseLeases(leaseIds);
    return calls + (await this.#holders.credits.releaseLeases(leaseIds, atMs));
  }

  #nowMs(): RawBuilder<number> {
    if (this.#clock) return sql<number>`${this.#clock.nowMs()}::bigint`;
    return sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;
  }
}
