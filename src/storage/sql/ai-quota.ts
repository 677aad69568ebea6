import { randomUUID } from 'node:crypto';
import type { AiQuotaStore, AiUsageTotal } from '../ports.ts';
import { dayOf } from '../usage-days.ts';
import { insertAll, type Query, rows, type SqlDatabase, type Steps, sql } from './sql-database.ts';

/** A call under way. */
interface Held {
  readonly licenseId: string;
  readonly period: string;
  readonly kept: boolean | number;
  /** Day on which the kept call was counted; null of one that is not kept, or that an earlier version kept. */
  readonly keptDay: number | null;
}

export interface SqlAiQuota extends AiQuotaStore {
  /** Counts the kept calls of a lease and gives the others back; how many these were. */
  releaseLease(leaseId: string): Promise<number>;
}

/** AI calls: a counter of settled calls, and a row for each call under way. */
export function sqlAiQuota(db: SqlDatabase): SqlAiQuota {
  const lockOf = (licenseId: string): string => `ai ${licenseId}`;
  const usage = async (licenseId: string, period: string): Promise<{ readonly used: number }> =>
    (await db.read<{ used: number }>(usedOf(licenseId, period)))[0]!;
  return {
    usage,
    async reserve(licenseId, period, limit, leaseId, atMs) {
      const before = await usage(licenseId, period);
      if (before.used >= limit) return { reserved: false, used: before.used };
      const reservationId = randomUUID();
      return db.transact(lockOf(licenseId), function* () {
        const used = yield* usedNow(licenseId, period);
        if (used >= limit) return { reserved: false, used };
        yield* rows(sql`INSERT INTO ai_reservation (id, license_id, period, kept, lease_id, at_ms)
          VALUES (${reservationId}, ${licenseId}, ${period}, false, ${leaseId}, ${atMs})`);
        return { reserved: true, reservationId, used: used + 1 };
      });
    },
    async keep(id, licenseId, period, limit) {
      const day = dayOf(await db.nowMs());
      return db.transact(
        lockOf(licenseId),
        function* () {
          const kept = yield* rows(sql`UPDATE ai_reservation SET kept = true, kept_day = ${day}
            WHERE id = ${id} AND NOT kept RETURNING id`);
          if (kept.length === 0) {
            const known = yield* rows(sql`SELECT id FROM ai_reservation WHERE id = ${id}`);
            if (known.length > 0) return true;
            if ((yield* usedNow(licenseId, period)) >= limit) return false;
            // Released under a stalled but living process: the call is counted at once, there is nothing to hold.
            yield* countSettled([{ licenseId, period }]);
          }
          yield* rows(sql`INSERT INTO usage_count (key_id, day, source, admitted, given_back)
            VALUES (${licenseId}, ${day}, '', 1, 0)
            ON CONFLICT (key_id, day, source) DO UPDATE SET admitted = usage_count.admitted + 1`);
          return true;
        },
        'power',
      );
    },
    settle: (id) =>
      db.transact(null, function* () {
        yield* countSettled(
          yield* rows(sql`DELETE FROM ai_reservation WHERE id = ${id} AND kept
          RETURNING license_id AS "licenseId", period`),
        );
      }),
    release: (id, evenKept = false) =>
      db.transact(null, function* () {
        const gone = yield* rows<Held>(sql`DELETE FROM ai_reservation
          WHERE id = ${id} AND (NOT kept OR 1 = ${evenKept ? 1 : 0})
          RETURNING license_id AS "licenseId", kept_day AS "keptDay"`);
        for (const { licenseId, keptDay } of gone)
          yield* rows(sql`UPDATE usage_count SET given_back = given_back + 1
            WHERE key_id = ${licenseId} AND day = ${keptDay} AND source = ''`);
      }),
    async totals() {
      const all = await db.read<AiUsageTotal>(
        sql`SELECT license_id AS "licenseId", period, settled FROM ai_usage`,
      );
      const place = ({ licenseId, period }: AiUsageTotal) => `${licenseId} ${period}`;
      return all.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
    },
    load(totals) {
      const all = totals.map(({ licenseId, period, settled }) => [licenseId, period, settled]);
      return db.transact(null, () => insertAll('ai_usage (license_id, period, settled)', all), 'power');
    },
    releaseLease: (leaseId) =>
      db.transact(null, function* () {
        const held = yield* rows<Held>(sql`DELETE FROM ai_reservation WHERE lease_id = ${leaseId}
          RETURNING license_id AS "licenseId", period, kept`);
        const kept = held.filter((call) => call.kept);
        yield* countSettled(kept);
        return held.length - kept.length;
      }),
  };
}

/** Calls of a licence in a period: settled ones, and those under way. */
function usedOf(licenseId: string, period: string): Query {
  return sql`SELECT
    coalesce((SELECT settled FROM ai_usage WHERE license_id = ${licenseId} AND period = ${period}), 0)
    + (SELECT count(*) FROM ai_reservation WHERE license_id = ${licenseId} AND period = ${period}) AS used`;
}

function* usedNow(licenseId: string, period: string): Steps<number> {
  return (yield* rows<{ used: number }>(usedOf(licenseId, period)))[0]!.used;
}

/** In the order of the licences, so that two that count the same ones never wait for each other in a circle. */
function* countSettled(calls: readonly Pick<Held, 'licenseId' | 'period'>[]): Steps<void> {
  for (const { licenseId, period } of calls.toSorted((a, b) => (a.licenseId < b.licenseId ? -1 : 1)))
    yield* rows(sql`INSERT INTO ai_usage (license_id, period, settled) VALUES (${licenseId}, ${period}, 1)
      ON CONFLICT (license_id, period) DO UPDATE SET settled = ai_usage.settled + 1`);
}
