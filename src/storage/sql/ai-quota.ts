import { randomUUID } from 'node:crypto';
import type { AiQuotaStore, AiUsageTotal } from '../ports.ts';
import { compareTexts } from './compare-texts.ts';
import { insertAll, type Query, rows, type SqlDatabase, sql } from './sql-database.ts';

/**
 * How calls under way end, which each engine does in its own way: SQLite in a transaction that is run in one go, PostgreSQL in one
 * statement, because a lock that is held over a round trip holds up all calls of the licence, and these the connections.
 */
export interface AiCallEnds extends Pick<AiQuotaStore, 'settle' | 'release'> {
  /** Marks a call as kept and counts it, unless it is kept; false when there is no such call any more. */
  keep(reservationId: string): Promise<boolean>;
  /** Counts the kept calls of leases and gives the others back; how many these were. */
  releaseLeases(leaseIds: readonly string[]): Promise<number>;
}

export type SqlAiQuota = AiQuotaStore & Pick<AiCallEnds, 'releaseLeases'>;

/** AI calls: a counter of settled calls, and a row for each call under way. */
export function sqlAiQuota(db: SqlDatabase, ends: AiCallEnds): SqlAiQuota {
  const lockOf = (licenseId: string): string => `ai ${licenseId}`;
  const usage = async (licenseId: string, period: string): Promise<{ readonly used: number }> =>
    (await db.read<{ used: number }>(usedOf(licenseId, period)))[0]!;
  return {
    ...ends,
    usage,
    async reserve(licenseId, period, limit, leaseId, atMs, atOnce = Number.POSITIVE_INFINITY) {
      const query = loadOf(licenseId, period);
      const isFull = ({ used, open }: Load): boolean => used >= limit || open >= atOnce;
      // A flood of refusals waits for no lock.
      const before = (await db.read<Load>(query))[0]!;
      if (isFull(before)) return { reserved: false, used: before.used };
      const reservationId = randomUUID();
      return db.transact(lockOf(licenseId), function* () {
        const now = (yield* rows<Load>(query))[0]!;
        const { used } = now;
        if (isFull(now)) return { reserved: false, used };
        yield* rows(sql`INSERT INTO ai_reservation (id, license_id, period, kept, lease_id, at_ms)
          VALUES (${reservationId}, ${licenseId}, ${period}, false, ${leaseId}, ${atMs})`);
        return { reserved: true, reservationId, used: used + 1 };
      });
    },
    async keep(id, licenseId, period, limit) {
      if (await ends.keep(id)) return true;
      // Released under a stalled but living process: the call is counted at once, there is nothing to hold.
      return db.transact(
        lockOf(licenseId),
        function* () {
          const [now] = yield* rows<{ used: number }>(usedOf(licenseId, period));
          if (now!.used >= limit) return false;
          yield* rows(sql`INSERT INTO ai_usage (license_id, period, settled) VALUES (${licenseId}, ${period}, 1)
            ON CONFLICT (license_id, period) DO UPDATE SET settled = ai_usage.settled + 1`);
          yield* rows(sql`INSERT INTO usage_count (key_id, day, source, admitted, given_back)
            VALUES (${licenseId}, ${db.today()}, '', 1, 0)
            ON CONFLICT (key_id, day, source) DO UPDATE SET admitted = usage_count.admitted + 1`);
          return true;
        },
        'power',
      );
    },
    async totals() {
      const all = await db.read<AiUsageTotal>(
        sql`SELECT license_id AS "licenseId", period, settled FROM ai_usage`,
      );
      return all.toSorted(
        (a, b) => compareTexts(a.licenseId, b.licenseId) || compareTexts(a.period, b.period),
      );
    },
    async load(totals) {
      const usages = {
        into: 'ai_usage',
        columns: ['license_id', 'period', 'settled'],
        texts: ['license_id', 'period'],
      };
      const all = totals.map(({ licenseId, period, settled }) => [licenseId, period, settled]);
      await db.write(() => insertAll(db, usages, all), 'power');
    },
  };
}

/** Calls of a licence in a period: settled ones, and those under way. */
function usedOf(licenseId: string, period: string): Query {
  return sql`SELECT
    coalesce((SELECT settled FROM ai_usage WHERE license_id = ${licenseId} AND period = ${period}), 0)
    + (SELECT count(*) FROM ai_reservation WHERE license_id = ${licenseId} AND period = ${period}) AS used`;
}

interface Load {
  readonly used: number;
  /** Calls under way, of whatever period. */
  readonly open: number;
}

function loadOf(licenseId: string, period: string): Query {
  return sql`SELECT (${usedOf(licenseId, period)}) AS used,
    (SELECT count(*) FROM ai_reservation WHERE license_id = ${licenseId}) AS open`;
}
