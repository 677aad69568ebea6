import type { LeaseStore } from '../ports.ts';
import type { SqlAiQuota } from './ai-quota.ts';
import type { SqlCredits } from './credits.ts';
import { rows, type SqlDatabase } from './sql-database.ts';

/** Leases on the clock of the database. */
export class SqlLeases implements LeaseStore {
  readonly #db: SqlDatabase;
  readonly #holders: { readonly credits: SqlCredits; readonly aiQuota: SqlAiQuota };

  constructor(db: SqlDatabase, holders: { readonly credits: SqlCredits; readonly aiQuota: SqlAiQuota }) {
    this.#db = db;
    this.#holders = holders;
  }

  async renew(leaseId: string, ttlMs: number): Promise<void> {
    const untilMs = (await this.#db.nowMs()) + ttlMs;
    const sql = `INSERT INTO lease (id, until_ms) VALUES (?, ?)
      ON CONFLICT (id) DO UPDATE SET until_ms = excluded.until_ms`;
    await this.#db.transact(null, () => rows(sql, leaseId, untilMs));
  }

  async end(leaseId: string, atMs: number): Promise<void> {
    await this.#release(leaseId, atMs);
    await this.#db.transact(null, () => rows('DELETE FROM lease WHERE id = ?', leaseId));
  }

  async reap(atMs: number): Promise<number> {
    const nowMs = await this.#db.nowMs();
    const over = await this.#db.read('SELECT id FROM lease WHERE until_ms <= ? LIMIT 1', nowMs);
    if (over.length > 0)
      await this.#db.transact(null, () => rows('DELETE FROM lease WHERE until_ms <= ?', nowMs));
    // A hold whose lease is missing was made by a process that stalled until its lease was reaped.
    const dead = await this.#db.read<{ lease_id: string }>(
      `SELECT lease_id FROM ai_reservation WHERE lease_id NOT IN (SELECT id FROM lease)
       UNION SELECT lease_id FROM credit_hold WHERE lease_id NOT IN (SELECT id FROM lease)`,
    );
    let released = 0;
    for (const { lease_id: leaseId } of dead) released += await this.#release(leaseId, atMs);
    return released;
  }

  async #release(leaseId: string, atMs: number): Promise<number> {
    const { aiQuota, credits } = this.#holders;
    return (await aiQuota.releaseLease(leaseId)) + (await credits.releaseLease(leaseId, atMs));
  }
}
