import type { CreditEntry, CreditEntryKind, CreditLedger } from '../ports.ts';

/** The credit ledger of one process. */
export class MemoryCredits implements CreditLedger {
  readonly #rows = new Map<string, CreditEntry[]>();
  /** `keyId ref` → lease. */
  readonly #held = new Map<
    string,
    { readonly keyId: string; readonly ref: string; readonly leaseId: string }
  >();

  async grant(keyId: string, amount: number, ref: string, atMs: number): Promise<number> {
    return this.#has(keyId, 'grant', ref)
      ? this.#balance(keyId)
      : this.#add(keyId, 'grant', amount, ref, atMs);
  }

  async spend(
    keyId: string,
    ref: string,
    leaseId: string,
    atMs: number,
  ): Promise<{ readonly balance: number } | null> {
    if (this.#has(keyId, 'spend', ref)) return { balance: this.#balance(keyId) };
    if (this.#balance(keyId) === 0) return null;
    this.#held.set(`${keyId} ${ref}`, { keyId, ref, leaseId });
    return { balance: this.#add(keyId, 'spend', -1, ref, atMs) };
  }

  async settle(keyId: string, ref: string): Promise<void> {
    this.#held.delete(`${keyId} ${ref}`);
  }

  async giveBack(keyId: string, ref: string, atMs: number): Promise<void> {
    if (this.#held.delete(`${keyId} ${ref}`)) this.#add(keyId, 'give_back', 1, ref, atMs);
  }

  async balance(keyId: string): Promise<number> {
    return this.#balance(keyId);
  }

  async entries(keyId: string, afterSeq: number, limit: number): Promise<readonly CreditEntry[]> {
    return (this.#rows.get(keyId) ?? []).slice(afterSeq, afterSeq + limit);
  }

  async load(entries: readonly CreditEntry[]): Promise<void> {
    for (const entry of entries) {
      const rows = this.#rows.get(entry.keyId) ?? [];
      if (entry.seq !== rows.length + 1)
        throw new Error(`load row ${rows.length + 1} next; it is ${entry.seq}`);
      rows.push(entry);
      this.#rows.set(entry.keyId, rows);
    }
  }

  /** Returns what dead leases hold; how many credits that were. */
  async releaseLeases(isDead: (leaseId: string) => boolean, atMs: number): Promise<number> {
    const dead = [...this.#held.values()].filter((hold) => isDead(hold.leaseId));
    for (const hold of dead) await this.giveBack(hold.keyId, hold.ref, atMs);
    return dead.length;
  }

  #has(keyId: string, kind: CreditEntryKind, ref: string): boolean {
    return (this.#rows.get(keyId) ?? []).some((row) => row.kind === kind && row.ref === ref);
  }

  #balance(keyId: string): number {
    return this.#rows.get(keyId)?.at(-1)?.balance ?? 0;
  }

  #add(keyId: string, kind: CreditEntryKind, delta: number, ref: string, atMs: number): number {
    const rows = this.#rows.get(keyId) ?? [];
    const balance = this.#balance(keyId) + delta;
    rows.push({ keyId, seq: rows.length + 1, kind, delta, balance, ref, atMs });
    this.#rows.set(keyId, rows);
    return balance;
  }
}
