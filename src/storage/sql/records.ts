import type { ApiKeyRecord, ApiKeyStore, LicenseRecord, LicenseStore } from '../ports.ts';
import { insertAll, rows, type SqlDatabase, type SqlValue } from './sql-database.ts';

type Columns<Item> = Readonly<Record<keyof Item & string, string>>;

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
  return { ...keys, setQuota: (id, monthlyQuota) => update(id, 'monthly_quota = ?', monthlyQuota) };
}

/** Licences in a table. */
export function sqlLicenses(db: SqlDatabase): LicenseStore {
  return records<LicenseRecord>(db, 'license', { ...COLUMNS, tier: 'tier', aiCallsLimit: 'ai_calls_limit' });
}

/**
 * Records in a table, found by the hash of a secret. Read anew at every call, so a revocation holds at once everywhere.
 * `columns`: that of each field of a record.
 */
function records<Item extends ApiKeyRecord | LicenseRecord>(
  db: SqlDatabase,
  table: string,
  columns: Columns<Item>,
) {
  const fields = Object.entries(columns) as (readonly [keyof Item & string, string])[];
  const names = Object.values(columns).join(', ');
  const fromRow = (row: object) =>
    Object.fromEntries(fields.map(([field, column]) => [field, row[column as never]])) as unknown as Item;
  const insertion = (record: Item) =>
    insertAll(`${table} (${names})`, [fields.map(([field]) => record[field] as SqlValue)]);
  const select = async (which: string, ...values: readonly SqlValue[]): Promise<readonly Item[]> =>
    (await db.read<object>({ sql: `SELECT ${names} FROM ${table} ${which}`, values })).map(fromRow);
  /** Changes a record; what it is then, or null when there is none. */
  const update = async (id: string, change: string, value: SqlValue): Promise<Item | null> => {
    const query = {
      sql: `UPDATE ${table} SET ${change} WHERE id = ? RETURNING ${names}`,
      values: [value, id],
    };
    const [row] = await db.transact(null, () => rows<object>(query), 'power');
    return row === undefined ? null : fromRow(row);
  };
  return {
    insert: (record: Item) => db.transact(null, () => insertion(record), 'power'),
    insertFirst: (record: Item) =>
      db.transact(
        `first ${table}`,
        function* () {
          const found = yield* rows({ sql: `SELECT id FROM ${table} LIMIT 1`, values: [] });
          if (found.length === 0) yield* insertion(record);
          return found.length === 0;
        },
        'power',
      ),
    findByHash: async (hash: string) => (await select('WHERE hash = ?', hash))[0] ?? null,
    find: async (id: string) => (await select('WHERE id = ?', id))[0] ?? null,
    // Sorted here, because each engine has an order of texts of its own.
    list: async () =>
      (await select('')).toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1)),
    revoke: (id: string, atMs: number) => update(id, 'revoked_at_ms = coalesce(revoked_at_ms, ?)', atMs),
    update,
  };
}
