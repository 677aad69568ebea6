import { randomUUID } from 'node:crypto';
import type { AiQuotaStore, AiReservation, AiUsageTotal } from '../ports.ts';
import type { StoreClock } from '../store-clock.ts';
import { dayOf } from '../usage-days.ts';
import type { SqliteConnection, Statement } from './connection.ts';
import { WINDOW_STATEMENTS } from './window-statements.ts';

interface ReservationRow {
  readonly id: string;
  readonly license_id: string;
  readonly period: string;
  readonly kept: number;
  /** Day on which the kept call was counted; null of one that an earlier version kept. */
  readonly kept_day: number | null;
}

/** AI calls in the embedded database: a counter of settled calls, and a row for each call under way. */
export class SqliteAiQuota implements AiQuotaStore {
  readonly #connection: SqliteConnection;
  readonly #used: Statement;
  readonly #reserve: Statement;
  readonly #find: Statement;
  readonly #keep: Statement;
  readonly #drop: Statement;
  readonly #count: Statement;
  readonly #heldBy: Statement;
  readonly #totals: Statement;
  readonly #load: Statement;
  readonly #countCall: Statement;
  readonly #countGivenBack: Statement;
  readonly #clock: StoreClock;

  constructor(connection: SqliteConnection, clock: StoreClock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#countCall = connection.prepare(WINDOW_STATEMENTS.countCall);
    this.#countGivenBack = connection.prepare(WINDOW_STATEMENTS.countGivenBack);
    this.#used = connection.prepare(
      `SELECT coalesce((SELECT settled FROM ai_usage WHERE license_id = ? AND period = ?), 0)
        + (SELECT count(*) FROM ai_reservation WHERE license_id = ? AND period = ?) AS used`,
    );
    this.#reserve = connection.prepare(
      'INSERT INTO ai_reservation (id, license_id, period, kept, lease_id, at_ms) VALUES (?, ?, ?, ?, ?, ?)',
    );
    const columns = 'id, license_id, period, kept, kept_day';
    this.#find = connection.prepare(`SELECT ${columns} FROM ai_reservation WHERE id = ?`);
    this.#keep = connection.prepare('UPDATE ai_reservation SET kept = 1, kept_day = ? WHERE id = ?');
    this.#drop = connection.prepare('DELETE FROM ai_reservation WHERE id = ?');
    this.#count = connection.prepare(
      `INSERT INTO ai_usage (license_id, period, settled) VALUES (?, ?, 1)
       ON CONFLICT (license_id, period) DO UPDATE SET settled = settled + 1`,
    );
    this.#heldBy = connection.prepare(`SELECT ${columns} FROM ai_reservation WHERE lease_id = ?`);
    this.#totals = connection.prepare(
      'SELECT license_id, period, settled FROM ai_usage ORDER BY license_id, period',
    );
    this.#load = connection.prepare('INSERT INTO ai_usage (license_id, period, settled) VALUES (?, ?, ?)');
  }

  async reserve(
    licenseId: string,
    period: string,
    limit: number,
    leaseId: string,
    atMs: number,
  ): Promise<AiReservation> {
    const full = await this.usage(licenseId, period);
    if (full.used >= limit) return { reserved: false, used: full.used };
    return this.#connection.write(() => {
      const used = this.#usedNow(licenseId, period);
      if (used >= limit) return { reserved: false, used };
      const reservationId = randomUUID();
      this.#reserve.run(reservationId, licenseId, period, 0, leaseId, atMs);
      return { reserved: true, reservationId, used: used + 1 };
    });
  }

  keep(reservationId: string, licenseId: string, period: string, limit: number): Promise<boolean> {
    return this.#connection.write(() => {
      const row = this.#find.get(reservationId) as ReservationRow | undefined;
      if (row?.kept) return true;
      if (!row && this.#usedNow(licenseId, period) >= limit) return false;
      const day = dayOf(this.#clock.nowMs());
      if (row) this.#keep.run(day, reservationId);
      // Released under a stalled but living process: the call is counted at once, there is nothing to hold.
      else this.#count.run(licenseId, period);
      this.#countCall.run(licenseId, day);
      return true;
    }, 'power');
  }

  async settle(reservationId: string): Promise<void> {
    await this.#connection.write(() => {
      const row = this.#find.get(reservationId) as ReservationRow | undefined;
      if (row?.kept) this.#finish(row);
    });
  }

  async release(reservationId: string, evenKept = false): Promise<void> {
    await this.#connection.write(() => {
      const row = this.#find.get(reservationId) as ReservationRow | undefined;
      if (!row || (row.kept && !evenKept)) return;
      this.#drop.run(row.id);
      if (row.kept_day !== null) this.#countGivenBack.run(row.license_id, row.kept_day);
    });
  }

  usage(licenseId: string, period: string): Promise<{ readonly used: number }> {
    return this.#connection.read(() => ({ used: this.#usedNow(licenseId, period) }));
  }

  totals(): Promise<readonly AiUsageTotal[]> {
    return this.#connection.read(() => {
      const rows = this.#totals.all() as { license_id: string; period: string; settled: number }[];
      return rows.map(({ license_id: licenseId, period, settled }) => ({ licenseId, period, settled }));
    });
  }

  async load(totals: readonly AiUsageTotal[]): Promise<void> {
    await this.#connection.write(() => {
      for (const { licenseId, period, settled } of totals) this.#load.run(licenseId, period, settled);
    }, 'power');
  }

  /** Inside a transaction: counts the kept calls of a lease and gives the others back; how many these were. */
  releaseLease(leaseId: string): number {
    const held = this.#heldBy.all(leaseId) as ReservationRow[];
    for (const row of held) this.#finish(row);
    return held.filter((row) => !row.kept).length;
  }

  #finish(row: ReservationRow): void {
    this.#drop.run(row.id);
    if (row.kept) this.#count.run(row.license_id, row.period);
  }

  #usedNow(licenseId: string, period: string): number {
    return (this.#used.get(licenseId, period, licenseId, period) as { used: number }).used;
  }
}
