import type { CreditEntry, CreditEntryKind, CreditLedger } from '../ports.ts';
import { idsIn, insertAll, type Query, rows, type SqlDatabase, type Steps, sql } from './sql-database.ts';

type Balance = Pick<CreditEntry, 'seq' | 'balance'>;

const NONE: Balance = { seq: 0, balance: 0 };
const ENTRIES = {
  into: 'credit_entry',
  columns: ['key_id', 'seq', 'kind', 'delta', 'balance', 'ref', 'at_ms'],
  texts: ['key_id', 'kind', 'ref'],
};

export interface SqlCredits extends CreditLedger {
  /** Returns what leases hold; how many credits that were. */
  releaseLeases(leaseIds: readonly string[], atMs: number): Promise<number>;
}

/** The credit ledger: the rows of a key are added one at a time, each with the balance after it, so the last one has the balance. */
export function sqlCredits(db: SqlDatabase): SqlCredits {
  const lockOf = (keyId: string): string => `credits ${keyId}`;
  const balance = async (keyId: string): Promise<number> =>
    ((await db.read<Balance>(lastOf(keyId)))[0] ?? NONE).balance;
  const giveBack = (keyId: string, ref: string, atMs: number): Promise<void> =>
    db.transact(lockOf(keyId), function* () {
      const held = yield* rows(
        sql`DELETE FROM credit_hold WHERE key_id = ${keyId} AND ref = ${ref} RETURNING ref`,
      );
      if (held.length > 0) yield* append(keyId, 'give_back', 1, ref, atMs);
    });
  return {
    balance,
    giveBack,
    grant: (keyId, amount, ref, atMs) =>
      db.transact(
        lockOf(keyId),
        function* () {
          if (yield* hasEntry(keyId, 'grant', ref)) return (yield* lastEntry(keyId)).balance;
          return yield* append(keyId, 'grant', amount, ref, atMs);
        },
        'power',
      ),
    spend: (keyId, ref, leaseId, atMs) =>
      db.transact(lockOf(keyId), function* () {
        const last = yield* lastEntry(keyId);
        if (yield* hasEntry(keyId, 'spend', ref)) return { balance: last.balance };
        if (last.balance === 0) return null;
        yield* rows(
          sql`INSERT INTO credit_hold (key_id, ref, lease_id) VALUES (${keyId}, ${ref}, ${leaseId})`,
        );
        return { balance: yield* append(keyId, 'spend', -1, ref, atMs) };
      }),
    async settle(keyId, ref) {
      await db.write(() => sql`DELETE FROM credit_hold WHERE key_id = ${keyId} AND ref = ${ref}`);
    },
    entries: (keyId, afterSeq, limit) =>
      db.read(sql`SELECT key_id AS "keyId", seq, kind, delta, balance, ref, at_ms AS "atMs" FROM credit_entry
        WHERE key_id = ${keyId} AND seq > ${afterSeq} ORDER BY seq LIMIT ${limit}`),
    async load(entries) {
      const all = entries.map(({ keyId, seq, kind, delta, balance: then, ref, atMs }) => {
        return [keyId, seq, kind, delta, then, ref, atMs];
      });
      await db.write(() => insertAll(db, ENTRIES, all), 'power');
    },
    async releaseLeases(leaseIds, atMs) {
      const held = await db.read<Pick<CreditEntry, 'keyId' | 'ref'>>(
        sql`SELECT key_id AS "keyId", ref FROM credit_hold WHERE lease_id IN (${idsIn(db, leaseIds)})`,
      );
      for (const { keyId, ref } of held) await giveBack(keyId, ref, atMs);
      return held.length;
    },
  };
}

function lastOf(keyId: string): Query {
  return sql`SELECT seq, balance FROM credit_entry WHERE key_id = ${keyId} ORDER BY seq DESC LIMIT 1`;
}

function* lastEntry(keyId: string): Steps<Balance> {
  return (yield* rows<Balance>(lastOf(keyId)))[0] ?? NONE;
}

function* hasEntry(keyId: string, kind: CreditEntryKind, ref: string): Steps<boolean> {
  const found = yield* rows(
    sql`SELECT seq FROM credit_entry WHERE key_id = ${keyId} AND ref = ${ref} AND kind = ${kind}`,
  );
  return found.length > 0;
}

/** Returns the balance after the entry. */
function* append(
  keyId: string,
  kind: CreditEntryKind,
  delta: number,
  ref: string,
  atMs: number,
): Steps<number> {
  const last = yield* lastEntry(keyId);
  const balance = last.balance + delta;
  yield* rows(sql`INSERT INTO credit_entry (key_id, seq, kind, delta, balance, ref, at_ms)
    VALUES (${keyId}, ${last.seq + 1}, ${kind}, ${delta}, ${balance}, ${ref}, ${atMs})`);
  return balance;
}
