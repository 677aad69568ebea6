import type { CreditEntry, CreditEntryKind, CreditLedger } from '../ports.ts';
import { type CreditEntryRow, toCreditEntry } from '../rows.ts';
import type { SqliteConnection, Statement } from './connection.ts';

/** The credit ledger: rows are only added, each with the balance after it, so the last one is the balance. */
export class SqliteCredits implements CreditLedger {
  readonly #connection: SqliteConnection;
  readonly #last: Statement;
  readonly #find: Statement;
  readonly #append: Statement;
  readonly #entries: Statement;
  readonly #hold: Statement;
  readonly #unhold: Statement;
  readonly #heldBy: Statement;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#last = connection.prepare(
      'SELECT seq, balance FROM credit_entry WHERE key_id = ? ORDER BY seq DESC LIMIT 1',
    );
    this.#find = connection.prepare(
      'SELECT balance FROM credit_entry WHERE key_id = ? AND ref = ? AND kind = ?',
    );
    this.#append = connection.prepare(
      'INSERT INTO credit_entry (key_id, seq, kind, delta, balance, ref, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#entries = connection.prepare(
      'SELECT key_id, seq, kind, delta, balance, ref, at_ms FROM credit_entry WHERE key_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    );
    this.#hold = connection.prepare('INSERT INTO credit_hold (key_id, ref, lease_id) VALUES (?, ?, ?)');
    this.#unhold = connection.prepare('DELETE FROM credit_hold WHERE key_id = ? AND ref = ?');
    this.#heldBy = connection.prepare('SELECT key_id, ref FROM credit_hold WHERE lease_id = ?');
  }

  grant(keyId: string, amount: number, ref: string, atMs: number): Promise<number> {
    return this.#connection.write(() => {
      if (this.#find.get(keyId, ref, 'grant') === undefined) this.#add(keyId, 'grant', amount, ref, atMs);
      return this.#balance(keyId);
    }, 'power');
  }

  async spend(
    keyId: string,
    ref: string,
    leaseId: string,
    atMs: number,
  ): Promise<{ readonly balance: number } | null> {
    if ((await this.balance(keyId)) === 0) return null;
    return this.#connection.write(() => {
      if (this.#find.get(keyId, ref, 'spend') !== undefined) return { balance: this.#balance(keyId) };
      if (this.#balance(keyId) === 0) return null;
      this.#hold.run(keyId, ref, leaseId);
      return { balance: this.#add(keyId, 'spend', -1, ref, atMs) };
    });
  }

  async settle(keyId: string, ref: string): Promise<void> {
    await this.#connection.write(() => this.#unhold.run(keyId, ref));
  }

  async giveBack(keyId: string, ref: string, atMs: number): Promise<void> {
    await this.#connection.write(() => this.#return(keyId, ref, atMs));
  }

  balance(keyId: string): Promise<number> {
    return this.#connection.read(() => this.#balance(keyId));
  }

  entries(keyId: string, afterSeq: number, limit: number): Promise<readonly CreditEntry[]> {
    return this.#connection.read(() =>
      (this.#entries.all(keyId, afterSeq, limit) as CreditEntryRow[]).map(toCreditEntry),
    );
  }

  async load(entries: readonly CreditEntry[]): Promise<void> {
    await this.#connection.write(() => {
      for (const { keyId, seq, kind, delta, balance, ref, atMs } of entries) {
        this.#append.run(keyId, seq, kind, delta, balance, ref, atMs);
      }
    }, 'power');
  }

  /** Inside a transaction: returns what a lease holds; how many credits that were. */
  releaseLease(leaseId: string, atMs: number): number {
    const held = this.#heldBy.all(leaseId) as { key_id: string; ref: string }[];
    for (const { key_id: keyId, ref } of held) this.#return(keyId, ref, atMs);
    return held.length;
  }

  #return(keyId: string, ref: string, atMs: number): void {
    if (this.#unhold.run(keyId, ref).changes === 1) this.#add(keyId, 'give_back', 1, ref, atMs);
  }

  #balance(keyId: string): number {
    return (this.#last.get(keyId) as { balance: number } | undefined)?.balance ?? 0;
  }

  #add(keyId: string, kind: CreditEntryKind, delta: number, ref: string, atMs: number): number {
    const last = (this.#last.get(keyId) as { seq: number; balance: number } | undefined) ?? {
      seq: 0,
      balance: 0,
    };
    this.#append.run(keyId, last.seq + 1, kind, delta, last.balance + delta, ref, atMs);
    return last.balance + delta;
  }
}
