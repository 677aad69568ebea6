import { fail } from '../contract/failure.ts';
import type { Stores } from '../storage/ports.ts';
import { dayOf, dayStartMs, monthOf } from '../storage/usage-days.ts';
import { type DailyUsage, splitDoors, type UsageTotal } from '../storage/usage-store.ts';

/** Totals of a month with whose they are. */
export interface MonthlyUsage extends UsageTotal {
  readonly kind: 'api_key' | 'license';
  readonly name: string;
  /** Plan of the key, or tier of the licence. */
  readonly plan: string;
  readonly account: string | null;
}

/** Reads what keys and licences used. */
export function createUsageReports(stores: Pick<Stores, 'apiKeys' | 'licenses' | 'usage'>) {
  const { apiKeys, licenses, usage } = stores;
  return {
    /** The last `days` days of a key or licence, today the last one; days without use are left out. Throws `not_found`. */
    async daily(id: string, days: number): Promise<readonly DailyUsage[]> {
      if ((await apiKeys.find(id)) === null && (await licenses.find(id)) === null) {
        throw fail(
          'not_found',
          `Give the id of an API key or a licence as "keys list" and "licenses list" show it; ${JSON.stringify(id)} is none.`,
        );
      }
      const today = await usage.today();
      return usage.daily(id, today - days + 1, today);
    },
    /** Totals of a month (UTC, such as `2026-11`; default: the store's own) by key and licence; those without use are left out. */
    async month(month?: string): Promise<readonly MonthlyUsage[]> {
      const day = month === undefined ? await usage.today() : dayOf(Date.parse(`${month}-01T00:00:00Z`));
      const { first, next } = monthOf(day);
      const [totals, keys, held] = await Promise.all([
        usage.totals(first, next - 1),
        apiKeys.list(),
        licenses.list(),
      ]);
      const owners = new Map<string, Omit<MonthlyUsage, keyof UsageTotal>>();
      for (const { id, name, plan, account } of keys)
        owners.set(id, { kind: 'api_key', name, plan, account });
      for (const { id, name, tier } of held)
        owners.set(id, { kind: 'license', name, plan: tier, account: null });
      return totals.flatMap((total) => {
        const owner = owners.get(total.keyId);
        return owner === undefined ? [] : [{ ...total, ...owner }];
      });
    },
    /**
     * The last `days` days, today the last one: the `most` keys and licences with the most calls, how many more had any, and what
     * became of all calls of yesterday and today.
     */
    async recent(days: number, most: number) {
      const today = await usage.today();
      const firstDay = today - days + 1;
      const [{ keyIds, all }, told] = await Promise.all([
        usage.busiest(firstDay, today, most),
        usage.outcomes(today - 1, today),
      ]);
      const busiest = keyIds.map(async (keyId) => {
        /** Counted calls of each day, today the last one. */
        const calls = Array<number>(days).fill(0);
        for (const one of await usage.daily(keyId, firstDay, today)) calls[one.day - firstDay] = one.calls;
        return { keyId, calls };
      });
      const { outcomes } = splitDoors(told);
      return { firstDay, busiest: await Promise.all(busiest), more: all - busiest.length, outcomes };
    },
  };
}

/** A day of the store as text, such as `2026-11-26`. */
export function dayText(day: number): string {
  return new Date(dayStartMs(day)).toISOString().slice(0, 10);
}
