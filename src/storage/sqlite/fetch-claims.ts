import { CLAIM_MAX_MS, FAILURE_NOTE_MS, type FetchClaim } from '../snapshot-store.ts';
import type { SqliteConnection, Statement } from './connection.ts';

/** Table of {@link SqliteFetchClaims}. */
export const CLAIMS_SCHEMA = `
  CREATE TABLE claim (
    key TEXT PRIMARY KEY, holder TEXT NOT NULL, until_ms INTEGER NOT NULL, failure TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX claim_until ON claim (until_ms);
`;

interface Claim {
  readonly holder: string;
  readonly until_ms: number;
  readonly failure: string | null;
}

/** Claims over the processes that share the file. */
export class SqliteFetchClaims {
  readonly #connection: SqliteConnection;
  readonly #now: () => number;
  readonly #sql: Readonly<Record<'find' | 'take' | 'end' | 'fail' | 'prune', Statement>>;

  constructor(connection: SqliteConnection, now: () => number) {
    this.#connection = connection;
    this.#now = now;
    const prepare = (sql: string) => connection.prepare(sql);
    this.#sql = {
      find: prepare('SELECT holder, until_ms, failure FROM claim WHERE key = ?'),
      take: prepare('INSERT OR REPLACE INTO claim (key, holder, until_ms, failure) VALUES (?, ?, ?, NULL)'),
      end: prepare('DELETE FROM claim WHERE key = ? AND holder = ?'),
      fail: prepare('UPDATE claim SET failure = ?, until_ms = ? WHERE key = ? AND holder = ?'),
      prune: prepare('DELETE FROM claim WHERE until_ms <= ?'),
    };
  }

  async claim(id: string, holder: string, ttlMs: number, followed: string | null): Promise<FetchClaim> {
    const standing = () => this.#standing(id, holder, followed);
    // Who waits asks again and again, so a claim that is taken must not need the write lock.
    const early = await this.#connection.read(standing);
    if (early !== undefined) return early;
    return this.#connection.write(() => {
      const late = standing();
      if (late !== undefined) return late;
      this.#sql.take.run(id, holder, this.#now() + ttlMs);
      return { state: 'mine' };
    });
  }

  async release(id: string, holder: string, failure: string | null): Promise<void> {
    await this.#connection.write(() => {
      const nowMs = this.#now();
      if (failure === null) this.#sql.end.run(id, holder);
      else this.#sql.fail.run(failure, nowMs + FAILURE_NOTE_MS, id, holder);
      this.#sql.prune.run(nowMs);
    });
  }

  /** What stands against a claim, if anything. */
  #standing(id: string, holder: string, followed: string | null): FetchClaim | undefined {
    const found = this.#sql.find.get(id) as Claim | undefined;
    const nowMs = this.#now();
    if (found === undefined || found.until_ms <= nowMs || found.until_ms > nowMs + CLAIM_MAX_MS)
      return undefined;
    if (found.failure === null) {
      return found.holder === holder ? undefined : { state: 'taken', holder: found.holder };
    }
    return found.holder === followed ? { state: 'failed', failure: found.failure } : undefined;
  }
}
