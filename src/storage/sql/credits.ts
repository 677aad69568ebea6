import type { CreditEntry, CreditEntryKind, CreditLedger } from '../ports.ts';
import { insertAll, rows, type SqlDatabase, type Steps } from './sql-database.ts';

type Balance = Pick<CreditEntry, 'seq' | 'balance'>;

const INTO = 'credit_entry (key_id, seq, kind, delta, balance, ref, at_ms)';
const LAST = 'SELECT seq, balance FROM credit_entry WHERE key_id = ? ORDER BY seq DESC LIMIT 1';
const NONE: Balance = { seq: 0, balance: 0 };

/** The credit ledger: the rows of a key are added one at a time, each with the balance after it, so the last one has the balance. */
export class SqlCredits implements CreditLedger {
  readonly #db: SqlDatabase;

  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  grant(keyId: string, amount: number, ref: string, atMs: number): Promise<number> {
    return this.#db.transact(
      lockOf(keyId),
      function* () {
        if (yield* hasEntry(keyId, 'grant', ref)) return (yield* lastEntry(keyId)).balance;
        return yield* append(keyId, 'grant', amount, ref, atMs);
      },
      'power',
    );
  }

  async spend(
    keyId: string,
    ref: string,
    leaseId: string,
    atMs: number,
  ): Promise<{ readonly balance: number } | null> {
    // Most keys hold no credit: they are answered without a transaction.
    if ((await this.balance(keyId)) === 0) return null;
    return this.#db.transact(lockOf(keyId), function* () {
      const { balance } = yield* lastEntry(keyId);
      if (yield* hasEntry(keyId, 'spend', ref)) return { balance };
      if (balance === 0) return null;
      yield* insertAll('credit_hold (key_id, ref, lease_id)', [[keyId, ref, leaseId]]);
      return { balance: yield* append(keyId, 'spend', -1, ref, atMs) };
    });
  }

  async settle(keyId: string, ref: string): Promise<void> {
    await this.#db.transact(null, () => rows(UNHOLD, keyId, ref));
  }

  giveBack(keyId: string, ref: string, atMs: number): Promise<void> {
    return this.#db.transact(lockOf(keyId), function* () {
      const held = yield* rows(`${UNHOLD} RETURNING ref`, keyId, ref);
      if (held.length > 0) yield* append(keyId, 'give_back', 1, ref, atMs);
    });
  }

  async balance(keyId: string): Promise<number> {
    return ((await this.#db.read<Balance>(LAST, keyId))[0] ?? NONE).balance;
  }

  async entries(keyId: string, afterSeq: number, limit: number): Promise<readonly CreditEntry[]> {
    return this.#db.read<CreditEntry>(
      `SELECT key_id AS "keyId", seq, kind, delta, balance, ref, at_ms AS "atMs" FROM credit_entry
       WHERE key_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
      keyId,
      afterSeq,
      limit,
    );
  }

  async load(entries: readonly CreditEntry[]): Promise<void> {
    const all = entries.map(({ keyId, seq, kind, delta, balance, ref, atMs }) => {
      return [keyId, seq, kind, delta, balance, ref, atMs];
    });
    await this.#db.transact(null, () => insertAll(INTO, all), 'power');
  }

  /** Returns what a lease holds; how many credits that were. */
  async releaseLease(leaseId: string, atMs: number): Promise<number> {
    const held = await this.#db.read<{ key_id: string; ref: string }>(
      'SELECT key_id, ref FROM credit_hold WHERE lease_id = ?',
      leaseId,
    );
    for (const { key_id: keyId, ref } of held) await this.giveBack(keyId, ref, atMs);
    return held.length;
  }
}

const UNHOLD = 'DELETE FROM credit_hold WHERE key_id = ? AND ref = ?';

const lockOf = (keyId: string): string => `credits ${keyId}`;

function* lastEntry(keyId: string): Steps<Balance> {
  return (yield* rows<Balance>(LAST, keyId))[0] ?? NONE;
}

function* hasEntry(keyId: string, kind: CreditEntryKind, ref: string): Steps<boolean> {
  const sql = 'SELECT seq FROM credit_entry WHERE key_id = ? AND ref = ? AND kind = ?';
  return (yield* rows(sql, keyId, ref, kind)).length > 0;
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
  yield* insertAll(INTO, [[keyId, last.seq + 1, kind, delta, balance, ref, atMs]]);
  return balance;
}
