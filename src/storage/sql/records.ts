import type { ApiKeyRecord, ApiKeyStore, LicenseRecord, LicenseStore } from '../ports.ts';
import { insertAll, rows, type SqlDatabase, type SqlValue } from './sql-database.ts';

type Columns<Item> = Readonly<Record<keyof Item & string, string>>;

/** Records in a table, found by the hash of a secret. Read anew at every call, so a revocation holds at once everywhere. */
class SqlRecords<Item extends Pick<ApiKeyRecord, 'id' | 'createdAtMs'>> {
  readonly #db: SqlDatabase;
  readonly #table: string;
  readonly #fields: readonly (readonly [field: keyof Item & string, column: string])[];
  readonly #columns: string;

  /** `columns`: that of each field of a record. */
  constructor(db: SqlDatabase, table: string, columns: Columns<Item>) {
    this.#db = db;
    this.#table = table;
    this.#fields = Object.entries(columns) as (readonly [keyof Item & string, string])[];
    this.#columns = Object.values(columns).join(', ');
  }

  async insert(record: Item): Promise<void> {
    await this.#db.transact(null, () => this.#insertion(record), 'power');
  }

  insertFirst(record: Item): Promise<boolean> {
    const [table, insertion] = [this.#table, () => this.#insertion(record)];
    return this.#db.transact(
      `first ${table}`,
      function* () {
        if ((yield* rows(`SELECT id FROM ${table} LIMIT 1`)).length > 0) return false;
        yield* insertion();
        return true;
      },
      'power',
    );
  }

  async findByHash(hash: string): Promise<Item | null> {
    return (await this.#select('WHERE hash = ?', hash))[0] ?? null;
  }

  async find(id: string): Promise<Item | null> {
    return (await this.#select('WHERE id = ?', id))[0] ?? null;
  }

  async list(): Promise<readonly Item[]> {
    const all = await this.#select('');
    // Here, because each engine has an order of texts of its own.
    return all.toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
  }

  revoke(id: string, atMs: number): Promise<Item | null> {
    return this.update(id, 'revoked_at_ms = coalesce(revoked_at_ms, ?)', atMs);
  }

  /** Changes a record; what it is then, or null when there is none. */
  protected async update(id: string, change: string, value: SqlValue): Promise<Item | null> {
    const sql = `UPDATE ${this.#table} SET ${change} WHERE id = ? RETURNING ${this.#columns}`;
    const [row] = await this.#db.transact(null, () => rows<object>(sql, value, id), 'power');
    return row === undefined ? null : this.#fromRow(row);
  }

  #insertion(record: Item) {
    const values = this.#fields.map(([field]) => record[field] as SqlValue);
    return insertAll(`${this.#table} (${this.#columns})`, [values]);
  }

  async #select(which: string, ...values: readonly SqlValue[]): Promise<readonly Item[]> {
    const sql = `SELECT ${this.#columns} FROM ${this.#table} ${which}`;
    return (await this.#db.read<object>(sql, ...values)).map((row) => this.#fromRow(row));
  }

  #fromRow(row: object): Item {
    return Object.fromEntries(
      this.#fields.map(([field, column]) => [field, row[column as never]]),
    ) as unknown as Item;
  }
}

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
export class SqlApiKeys extends SqlRecords<ApiKeyRecord> implements ApiKeyStore {
  constructor(db: SqlDatabase) {
    const more = { plan: 'plan', account: 'account', monthlyQuota: 'monthly_quota' };
    super(db, 'api_key', { ...COLUMNS, ...more });
  }

  setQuota(id: string, monthlyQuota: number | null): Promise<ApiKeyRecord | null> {
    return this.update(id, 'monthly_quota = ?', monthlyQuota);
  }
}

/** Licences in a table. */
export class SqlLicenses extends SqlRecords<LicenseRecord> implements LicenseStore {
  constructor(db: SqlDatabase) {
    super(db, 'license', { ...COLUMNS, tier: 'tier', aiCallsLimit: 'ai_calls_limit' });
  }
}
