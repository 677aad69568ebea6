import { randomUUID } from 'node:crypto';
import type { AiQuotaStore, AiReservation, AiUsageTotal } from '../ports.ts';
import { dayOf } from '../usage-days.ts';
import { insertAll, rows, type SqlDatabase, type SqlValue, type Steps } from './sql-database.ts';

/** Calls of a licence in a period: settled ones, and those under way. */
const USED = `SELECT coalesce((SELECT settled FROM ai_usage WHERE license_id = ? AND period = ?), 0)
  + (SELECT count(*) FROM ai_reservation WHERE license_id = ? AND period = ?) AS used`;

interface Held {
  readonly license_id: string;
  readonly period: string;
  readonly kept: boolean | number;
  /** Day on which the kept call was counted; null of one that is not kept, or that an earlier version kept. */
  readonly kept_day: number | null;
}

/** AI calls: a counter of settled calls, and a row for each call under way. */
export class SqlAiQuota implements AiQuotaStore {
  readonly #db: SqlDatabase;

  constructor(db: SqlDatabase) {
    this.#db = db;
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
    const reservationId = randomUUID();
    return this.#db.transact(lockOf(licenseId), function* () {
      const used = yield* usedNow(licenseId, period);
      if (used >= limit) return { reserved: false, used };
      yield* rows(
        'INSERT INTO ai_reservation (id, license_id, period, kept, lease_id, at_ms) VALUES (?, ?, ?, false, ?, ?)',
        reservationId,
        licenseId,
        period,
        leaseId,
        atMs,
      );
      return { reserved: true, reservationId, used: used + 1 };
    });
  }

  async keep(reservationId: string, licenseId: string, period: string, limit: number): Promise<boolean> {
    const day = dayOf(await this.#db.nowMs());
    return this.#db.transact(
      lockOf(licenseId),
      function* () {
        const kept = yield* rows(
          'UPDATE ai_reservation SET kept = true, kept_day = ? WHERE id = ? AND NOT kept RETURNING id',
          day,
          reservationId,
        );
        if (kept.length === 0) {
          const known = yield* rows('SELECT id FROM ai_reservation WHERE id = ?', reservationId);
          if (known.length > 0) return true;
          if ((yield* usedNow(licenseId, period)) >= limit) return false;
          // Released under a stalled but living process: the call is counted at once, there is nothing to hold.
          yield* countSettled([{ license_id: licenseId, period }]);
        }
        yield* rows(
          `INSERT INTO usage_count (key_id, day, source, admitted, given_back) VALUES (?, ?, '', 1, 0)
           ON CONFLICT (key_id, day, source) DO UPDATE SET admitted = usage_count.admitted + 1`,
          licenseId,
          day,
        );
        return true;
      },
      'power',
    );
  }

  async settle(reservationId: string): Promise<void> {
    await this.#db.transact(null, function* () {
      yield* countSettled(yield* drop('id = ? AND kept', reservationId));
    });
  }

  async release(reservationId: string, evenKept = false): Promise<void> {
    await this.#db.transact(null, function* () {
      const which = evenKept ? 'id = ?' : 'id = ? AND NOT kept';
      for (const { license_id: licenseId, kept_day: day } of yield* drop(which, reservationId)) {
        yield* rows(
          "UPDATE usage_count SET given_back = given_back + 1 WHERE key_id = ? AND day = ? AND source = ''",
          licenseId,
          day,
        );
      }
    });
  }

  async usage(licenseId: string, period: string): Promise<{ readonly used: number }> {
    const [row] = await this.#db.read<{ used: number }>(USED, licenseId, period, licenseId, period);
    return row!;
  }

  async totals(): Promise<readonly AiUsageTotal[]> {
    const all = await this.#db.read<AiUsageTotal>(
      'SELECT license_id AS "licenseId", period, settled FROM ai_usage',
    );
    const place = ({ licenseId, period }: AiUsageTotal) => `${licenseId} ${period}`;
    return all.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  }

  async load(totals: readonly AiUsageTotal[]): Promise<void> {
    const all = totals.map(({ licenseId, period, settled }) => [licenseId, period, settled]);
    await this.#db.transact(null, () => insertAll('ai_usage (license_id, period, settled)', all), 'power');
  }

  /** Counts the kept calls of a lease and gives the others back; how many these were. */
  releaseLease(leaseId: string): Promise<number> {
    return this.#db.transact(null, function* () {
      const held = yield* drop('lease_id = ?', leaseId);
      const kept = held.filter((row) => row.kept);
      yield* countSettled(kept);
      return held.length - kept.length;
    });
  }
}

const lockOf = (licenseId: string): string => `ai ${licenseId}`;

function* usedNow(licenseId: string, period: string): Steps<number> {
  const [row] = yield* rows<{ used: number }>(USED, licenseId, period, licenseId, period);
  return row!.used;
}

function drop(which: string, value: SqlValue): Steps<readonly Held[]> {
  return rows(
    `DELETE FROM ai_reservation WHERE ${which} RETURNING license_id, period, kept, kept_day`,
    value,
  );
}

/** In the order of the licences, so that two that count the same ones never wait for each other in a circle. */
function* countSettled(calls: readonly Pick<Held, 'license_id' | 'period'>[]): Steps<void> {
  for (const { license_id: licenseId, period } of calls.toSorted((a, b) =>
    a.license_id < b.license_id ? -1 : 1,
  )) {
    yield* rows(
      `INSERT INTO ai_usage (license_id, period, settled) VALUES (?, ?, 1)
       ON CONFLICT (license_id, period) DO UPDATE SET settled = ai_usage.settled + 1`,
      licenseId,
      period,
    );
  }
}
