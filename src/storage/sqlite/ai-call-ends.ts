import type { AiCallEnds } from '../sql/ai-quota.ts';
import type { StoreClock } from '../store-clock.ts';
import { dayOf } from '../usage-days.ts';
import type { SqliteConnection } from './connection.ts';
import { WINDOW_STATEMENTS } from './window-statements.ts';

interface Held {
  readonly id: string;
  readonly license_id: string;
  readonly period: string;
  readonly kept: number;
  /** Day on which the kept call was counted; null of one that is not kept, or that an earlier version kept. */
  readonly kept_day: number | null;
}

/** Ends AI calls in transactions that are run in one go. */
export function sqliteAiCallEnds(connection: SqliteConnection, clock: StoreClock): AiCallEnds {
  const { countCall, countGivenBack } = WINDOW_STATEMENTS;
  const columns = 'id, license_id, period, kept, kept_day';
  const sql = connection.prepareAll({
    countCall,
    countGivenBack,
    find: `SELECT ${columns} FROM ai_reservation WHERE id = ?`,
    heldBy: `SELECT ${columns} FROM ai_reservation WHERE lease_id IN (SELECT value FROM json_each(?))`,
    keep: 'UPDATE ai_reservation SET kept = 1, kept_day = ? WHERE id = ?',
    drop: 'DELETE FROM ai_reservation WHERE id = ?',
    count: `INSERT INTO ai_usage (license_id, period, settled) VALUES (?, ?, 1)
      ON CONFLICT (license_id, period) DO UPDATE SET settled = settled + 1`,
  });
  const find = (id: string) => sql.find.get(id) as Held | undefined;
  const finish = ({ id, license_id, period, kept }: Held): void => {
    sql.drop.run(id);
    if (kept) sql.count.run(license_id, period);
  };
  return {
    keep: (id) =>
      connection.write(() => {
        const held = find(id);
        if (held === undefined || held.kept) return held !== undefined;
        const day = dayOf(clock.nowMs());
        sql.keep.run(day, id);
        sql.countCall.run(held.license_id, day);
        return true;
      }, 'power'),
    settle: (id) =>
      connection.write(() => {
        const held = find(id);
        if (held?.kept) finish(held);
      }),
    release: (id, evenKept = false) =>
      connection.write(() => {
        const held = find(id);
        if (held === undefined || (held.kept && !evenKept)) return;
        sql.drop.run(id);
        if (held.kept_day !== null) sql.countGivenBack.run(held.license_id, held.kept_day);
      }),
    releaseLeases: (leaseIds) =>
      connection.write(() => {
        const held = sql.heldBy.all(JSON.stringify(leaseIds)) as Held[];
        for (const call of held) finish(call);
        return held.filter(({ kept }) => !kept).length;
      }),
  };
}
