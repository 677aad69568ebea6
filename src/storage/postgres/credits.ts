import type { CreditEntry, CreditEntryKind, CreditLedger } from '../ports.ts';
import { toCreditEntry } from '../rows.ts';
import type { PostgresConnection, PostgresDb, PostgresTransaction } from './connection.ts';

/** The credit ledger in PostgreSQL: the rows of a key are added one at a time, each with the balance after it. */
export class PostgresCredits implements CreditLedger {
  readonly #connection: PostgresConnection;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  grant(keyId: string, amount: number, ref: string, atMs: number): Promise<number> {
    return this.#locked(keyId, async (transaction) => {
      if (await hasEntry(transaction, keyId, 'grant', ref))
        return (await lastEntry(transaction, keyId)).balance;
      return append(transaction, keyId, 'grant', amount, ref, atMs);
    });
  }

  async spend(
    keyId: string,
    ref: string,
    leaseId: string,
    atMs: number,
  ): Promise<{ readonly balance: number } | null> {
    // Most keys hold no credit: they are answered without a transaction.
    if ((await this.balance(keyId)) === 0) return null;
    return this.#locked(keyId, async (transaction) => {
      const { balance } = await lastEntry(transaction, keyId);
      if (await hasEntry(transaction, keyId, 'spend', ref)) return { balance };
      if (balance === 0) return null;
      await transaction.insertInto('credit_hold').values({ key_id: keyId, ref, lease_id: leaseId }).execute();
      return { balance: await append(transaction, keyId, 'spend', -1, ref, atMs) };
    });
  }

  async settle(keyId: string, ref: string): Promise<void> {
    await this.#connection.run((db) =>
      db.deleteFrom('credit_hold').where('key_id', '=', keyId).where('ref', '=', ref).execute(),
    );
  }

  giveBack(keyId: string, ref: string, atMs: number): Promise<void> {
    return this.#locked(keyId, async (transaction) => {
      const held = await transaction
        .deleteFrom('credit_hold')
        .where('key_id', '=', keyId)
        .where('ref', '=', ref)
        .returning('ref')
        .executeTakeFirst();
      if (held) await append(transaction, keyId, 'give_back', 1, ref, atMs);
    });
  }

  async balance(keyId: string): Promise<number> {
    return (await this.#connection.run((db) => lastEntry(db, keyId))).balance;
  }

  async entries(keyId: string, afterSeq: number, limit: number): Promise<readonly CreditEntry[]> {
    const rows = await this.#connection.run((db) =>
      db
        .selectFrom('credit_entry')
        .selectAll()
        .where('key_id', '=', keyId)
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute(),
    );
    return rows.map(toCreditEntry);
  }

  async load(entries: readonly CreditEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map(({ keyId, seq, kind, delta, balance, ref, atMs }) => {
      return { key_id: keyId, seq, kind, delta, balance, ref, at_ms: atMs };
    });
    await this.#connection.run((db) => db.insertInto('credit_entry').values(rows).execute());
  }

  /** Returns what the leases hold; how many credits that were. */
  async releaseLeases(leaseIds: readonly string[], atMs: number): Promise<number> {
    if (leaseIds.length === 0) return 0;
    const held = await this.#connection.run((db) =>
      db.selectFrom('credit_hold').select(['key_id', 'ref']).where('lease_id', 'in', leaseIds).execute(),
    );
    for (const { key_id: keyId, ref } of held) await this.giveBack(keyId, ref, atMs);
    return held.length;
  }

  #locked<T>(keyId: string, work: (transaction: PostgresTransaction) => Promise<T>): Promise<T> {
    return this.#connection.exclusively(`credits ${keyId}`, work);
  }
}

async function lastEntry(
  db: PostgresDb,
  keyId: string,
): Promise<{ readonly seq: number; readonly balance: number }> {
  const last = await db
    .selectFrom('credit_entry')
    .select(['seq', 'balance'])
    .where('key_id', '=', keyId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? { seq: 0, balance: 0 };
}

async function hasEntry(db: PostgresDb, keyId: string, kind: CreditEntryKind, ref: string): Promise<boolean> {
  const found = await db
    .selectFrom('credit_entry')
    .select('seq')
    .where('key_id', '=', keyId)
    .where('ref', '=', ref)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return found !== undefined;
}

async function append(
  db: PostgresTransaction,
  keyId: string,
  kind: CreditEntryKind,
  delta: number,
  ref: string,
  atMs: number,
): Promise<number> {
  const last = await lastEntry(db, keyId);
  const balance = last.balance + delta;
  const row = { key_id: keyId, seq: last.seq + 1, kind, delta, balance, ref, at_ms: atMs };
  await db.insertInto('credit_entry').values(row).execute();
  return balance;
}
