import type { ApiKeyRecord, ApiKeyStore, IssuedRecord, LicenseRecord, LicenseStore } from '../ports.ts';
import { compareTexts } from './compare-texts.ts';
import { type Query, raw, rows, type SqlDatabase, type SqlValue, sql } from './sql-database.ts';

const COLUMNS = {
  id: 'id',
  hash: 'hash',
  hint: 'hint',
  name: 'name',
  createdAtMs: 'created_at_ms',
  expiresAtMs: 'expires_at_ms',
  revokedAtMs: 'revoked_at_ms',
};

/** API keys in a table. */
export function sqlApiKeys(db: SqlDatabase): ApiKeyStore {
  const more = { plan: 'plan', account: 'account', monthlyQuota: 'monthly_quota' };
  const { update, ...keys } = records<ApiKeyRecord>(db, 'api_key', { ...COLUMNS, ...more });
  return { ...keys, setQuota: (id, monthlyQuota) => update(id, sql`monthly_quota = ${monthlyQuota}`) };
}

/** Licences in a table. */
export function sqlLicenses(db: SqlDatabase): LicenseStore {
  const more = { tier: 'tier', aiCallsLimit: 'ai_calls_limit' };
  return records<LicenseRecord>(db, 'license', { ...COLUMNS, ...more });
}

/**
 * Records in a table, found by the hash of a secret. Read anew at every call, so a revocation holds at once everywhere.
 * `columns`: that of each field of a record.
 */
function records<Item extends IssuedRecord>(
  db: SqlDatabase,
  table: 'api_key' | 'license',
  columns: Readonly<Record<keyof Item & string, string>>,
) {
  const fields = Object.keys(columns) as (keyof Item & string)[];
  const selected = fields.map((field) => `${columns[field]} AS "${field}"`).join(', ');
  const insert = `INSERT INTO ${table} (${Object.values(columns).join(', ')}) VALUES (${fields.map(() => '?').join(', ')})`;
  const select = `SELECT ${selected} FROM ${table}`;
  const insertion = (record: Item): Query => {
    return { sql: insert, values: fields.map((field) => record[field] as SqlValue) };
  };
  const one = async (found: Promise<readonly Item[]>): Promise<Item | null> => (await found)[0] ?? null;
  /** Changes a record; what it is then, or null when there is none. */
  const update = (id: string, change: Query): Promise<Item | null> =>
    one(
      db.write(
        () => sql`UPDATE ${raw(table)} SET ${change} WHERE id = ${id} RETURNING ${raw(selected)}`,
        'power',
      ),
    );
  return {
    async insert(record: Item): Promise<void> {
      await db.write(() => insertion(record), 'power');
    },
    insertFirst: (record: Item): Promise<boolean> =>
      db.transact(
        `first ${table}`,
        function* () {
          const found = yield* rows(raw(`SELECT id FROM ${table} LIMIT 1`));
          if (found.length === 0) yield* rows(insertion(record));
          return found.length === 0;
        },
        'power',
      ),
    findByHash: (hash: string) => one(db.read<Item>({ sql: `${select} WHERE hash = ?`, values: [hash] })),
    find: (id: string) => one(db.read<Item>({ sql: `${select} WHERE id = ?`, values: [id] })),
    list: async (): Promise<readonly Item[]> =>
      (await db.read<Item>(raw(select))).toSorted(
        (a, b) => a.createdAtMs - b.createdAtMs || compareTexts(a.id, b.id),
      ),
    revoke: (id: string, atMs: number) => update(id, sql`revoked_at_ms = coalesce(revoked_at_ms, ${atMs})`),
    update,
  };
}
