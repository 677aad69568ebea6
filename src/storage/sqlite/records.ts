import type { ApiKeyRecord, ApiKeyStore, LicenseRecord, LicenseStore } from '../ports.ts';
import { API_KEYS, type KeyedTable, LICENSES } from '../rows.ts';
import type { SqliteConnection, Statement } from './connection.ts';

/** Records in a table of the embedded database. Read anew at every call, so a revocation holds at once everywhere. */
class SqliteRecords<Item> {
  readonly #connection: SqliteConnection;
  readonly #table: KeyedTable<Item>;
  readonly #insert: Statement;
  readonly #insertFirst: Statement;
  readonly #byHash: Statement;
  readonly #byId: Statement;
  readonly #all: Statement;
  readonly #revoke: Statement;

  constructor(connection: SqliteConnection, table: KeyedTable<Item>) {
    const { name, columns } = table;
    const names = columns.join(', ');
    const values = columns.map(() => '?').join(', ');
    this.#connection = connection;
    this.#table = table;
    this.#insert = connection.prepare(`INSERT INTO ${name} (${names}) VALUES (${values})`);
    this.#insertFirst = connection.prepare(
      `INSERT INTO ${name} (${names}) SELECT ${values} WHERE NOT EXISTS (SELECT 1 FROM ${name})`,
    );
    this.#byHash = connection.prepare(`SELECT ${names} FROM ${name} WHERE hash = ?`);
    this.#byId = connection.prepare(`SELECT ${names} FROM ${name} WHERE id = ?`);
    this.#all = connection.prepare(`SELECT ${names} FROM ${name} ORDER BY created_at_ms, id`);
    this.#revoke = connection.prepare(
      `UPDATE ${name} SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ?`,
    );
  }

  async insert(record: Item): Promise<void> {
    await this.#connection.write(() => this.#insert.run(...this.#table.valuesOf(record)), 'power');
  }

  insertFirst(record: Item): Promise<boolean> {
    return this.#connection.write(
      () => this.#insertFirst.run(...this.#table.valuesOf(record)).changes === 1,
      'power',
    );
  }

  findByHash(hash: string): Promise<Item | null> {
    return this.#connection.read(() => this.#one(this.#byHash, hash));
  }

  find(id: string): Promise<Item | null> {
    return this.#connection.read(() => this.#one(this.#byId, id));
  }

  list(): Promise<readonly Item[]> {
    return this.#connection.read(() => (this.#all.all() as object[]).map(this.#table.fromRow));
  }

  revoke(id: string, atMs: number): Promise<Item | null> {
    return this.update(id, () => this.#revoke.run(atMs, id));
  }

  /** Runs a change of the record, and reads what it is then. */
  protected update(id: string, change: () => unknown): Promise<Item | null> {
    return this.#connection.write(() => {
      change();
      return this.#one(this.#byId, id);
    }, 'power');
  }

  #one(statement: Statement, key: string): Item | null {
    const row = statement.get(key) as object | undefined;
    return row === undefined ? null : this.#table.fromRow(row);
  }
}

/** API keys in the embedded database. */
export class SqliteApiKeys extends SqliteRecords<ApiKeyRecord> implements ApiKeyStore {
  readonly #setQuota: Statement;

  constructor(connection: SqliteConnection) {
    super(connection, API_KEYS);
    this.#setQuota = connection.prepare('UPDATE api_key SET monthly_quota = ? WHERE id = ?');
  }

  setQuota(id: string, monthlyQuota: number | null): Promise<ApiKeyRecord | null> {
    return this.update(id, () => this.#setQuota.run(monthlyQuota, id));
  }
}

/** Licences in the embedded database. */
export class SqliteLicenses extends SqliteRecords<LicenseRecord> implements LicenseStore {
  constructor(connection: SqliteConnection) {
    super(connection, LICENSES);
  }
}
