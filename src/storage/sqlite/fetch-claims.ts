import {
  CLAIM_MAX_MS,
  FAILURE_NOTE_MS,
  type FetchClaim,
  idOf,
  type SnapshotStore,
} from '../snapshot-store.ts';
import type { SqliteConnection } from './connection.ts';

/** Table of {@link sqliteFetchClaims}. */
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

/** Claims over the processes that share the file. `now`: wall clock in milliseconds. */
export function sqliteFetchClaims(
  connection: SqliteConnection,
  now: () => number,
): Pick<SnapshotStore, 'claim' | 'release'> {
  const sql = connection.prepareAll({
    find: 'SELECT holder, until_ms, failure FROM claim WHERE key = ?',
    take: 'INSERT OR REPLACE INTO claim (key, holder, until_ms, failure) VALUES (?, ?, ?, NULL)',
    end: 'DELETE FROM claim WHERE key = ? AND holder = ?',
    fail: 'UPDATE claim SET failure = ?, until_ms = ? WHERE key = ? AND holder = ?',
    prune: 'DELETE FROM claim WHERE until_ms <= ?',
  });
  /** What stands against a claim, if anything. */
  const standing = (id: string, holder: string, followed: string | null): FetchClaim | undefined => {
    const found = sql.find.get(id) as Claim | undefined;
    const nowMs = now();
    if (found === undefined || found.until_ms <= nowMs || found.until_ms > nowMs + CLAIM_MAX_MS)
      return undefined;
    if (found.failure === null)
      return found.holder === holder ? undefined : { state: 'taken', holder: found.holder };
    return found.holder === followed ? { state: 'failed', failure: found.failure } : undefined;
  };
  return {
    async claim(key, holder, ttlMs, followed) {
      const id = idOf(key);
      const look = () => standing(id, holder, followed);
      // Who waits asks again and again, so a claim that is taken must not need the write lock.
      const early = await connection.read(look);
      if (early !== undefined) return early;
      return connection.write(() => {
        const late = look();
        if (late === undefined) sql.take.run(id, holder, now() + ttlMs);
        return late ?? { state: 'mine' };
      });
    },
    release: (key, holder, failure) =>
      connection.write(() => {
        const nowMs = now();
        if (failure === null) sql.end.run(idOf(key), holder);
        else sql.fail.run(failure, nowMs + FAILURE_NOTE_MS, idOf(key), holder);
        sql.prune.run(nowMs);
      }),
  };
}
