import type { LeaseStore } from '../ports.ts';
import type { StoreClock } from '../store-clock.ts';
import type { SqliteAiQuota } from './ai-quota.ts';
import type { SqliteConnection, Statement } from './connection.ts';
import type { SqliteCredits } from './credits.ts';

/** Leases of the processes that share the file, on the file's clock. */
export class SqliteLeases implements LeaseStore {
  readonly #connection: SqliteConnection;
  readonly #clock: StoreClock;
  readonly #credits: SqliteCredits;
  readonly #aiQuota: SqliteAiQuota;
  readonly #renew: Statement;
  readonly #drop: Statement;
  readonly #dead: Statement;

  constructor(
    connection: SqliteConnection,
    clock: StoreClock,
    holders: { readonly credits: SqliteCredits; readonly aiQuota: SqliteAiQuota },
  ) {
    this.#connection = connection;
    this.#clock = clock;
    this.#credits = holders.credits;
    this.#aiQuota = holders.aiQuota;
    this.#renew = connection.prepare('INSERT OR REPLACE INTO lease (id, until_ms) VALUES (?, ?)');
    this.#drop = connection.prepare('DELETE FROM lease WHERE id = ?');
    // A hold whose lease is missing was made by a process that stalled until its lease was reaped.
    this.#dead = connection.prepare(
      `SELECT id FROM lease WHERE until_ms <= ?
       UNION SELECT lease_id FROM ai_reservation WHERE lease_id NOT IN (SELECT id FROM lease)
       UNION SELECT lease_id FROM credit_hold WHERE lease_id NOT IN (SELECT id FROM lease)`,
    );
  }

  async renew(leaseId: string, ttlMs: number): Promise<void> {
    await this.#connection.write(() => this.#renew.run(leaseId, this.#clock.nowMs() + ttlMs));
  }

  async end(leaseId: string, atMs: number): Promise<void> {
    await this.#connection.write(() => this.#release(leaseId, atMs));
  }

  async reap(atMs: number): Promise<number> {
    const dead = () => this.#dead.all(this.#clock.nowMs()) as { id: string }[];
    if ((await this.#connection.read(dead)).length === 0) return 0;
    return this.#connection.write(() => dead().reduce((sum, { id }) => sum + this.#release(id, atMs), 0));
  }

  #release(leaseId: string, atMs: number): number {
    const released = this.#aiQuota.releaseLease(leaseId) + this.#credits.releaseLease(leaseId, atMs);
    this.#drop.run(leaseId);
    return released;
  }
}
