import type { EndedSessionStore } from '../ports.ts';
import { rows, type SqlDatabase, sql } from './sql-database.ts';

/** Ids of sessions that were ended, until they would have been over. */
export function sqlEndedSessions(db: SqlDatabase): EndedSessionStore {
  return {
    add: (id, expiresAtMs, atMs) =>
      db.transact(
        null,
        function* () {
          yield* rows(sql`DELETE FROM ended_session WHERE expires_at_ms <= ${atMs}`);
          yield* rows(sql`INSERT INTO ended_session (id, expires_at_ms) VALUES (${id}, ${expiresAtMs})
            ON CONFLICT (id) DO NOTHING`);
        },
        'power',
      ),
    has: async (id) => (await db.read(sql`SELECT id FROM ended_session WHERE id = ${id}`)).length > 0,
  };
}
