import type { ApiKeyRecord, ApiKeyStore } from '../ports.ts';
import { API_KEY_COLUMNS, type ApiKeyRow, toApiKey, toApiKeyRow } from '../rows.ts';
import type { SqliteConnection, Statement } from './connection.ts';

const COLUMNS = API_KEY_COLUMNS.join(', ');

/** API keys in the embedded database. Read anew at every call, so a revocation holds at once everywhere. */
export class SqliteApiKeys implements ApiKeyStore {
  readonly #connection: SqliteConnection;
  readonly #insert: Statement;
  readonly #insertFirst: Statement;
  readonly #byHash: Statement;
  readonly #byId: Statement;
  readonly #all: Statement;
  readonly #revoke: Statement;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#insert = connection.prepare(`INSERT INTO api_key (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#insertFirst = connection.prepare(
      `INSERT INTO api_key (${COLUMNS}) SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM api_key)`,
    );
    this.#byHash = connection.prepare(`SELECT ${COLUMNS} FROM api_key WHERE hash = ?`);
    this.#byId = connection.prepare(`SELECT ${COLUMNS} FROM api_key WHERE id = ?`);
    this.#all = connection.prepare(`SELECT ${COLUMNS} FROM api_key ORDER BY created_at_ms, id`);
    this.#revoke = connection.prepare(
      'UPDATE api_key SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ?',
    );
  }

  async insert(key: ApiKeyRecord): Promise<void> {
    await this.#connection.write(() => this.#insert.run(...toValues(key)), 'power');
  }

  insertFirst(key: ApiKeyRecord): Promise<boolean> {
    return this.#connection.write(() => this.#insertFirst.run(...toValues(key)).changes === 1, 'power');
  }

  findByHash(hash: string): Promise<ApiKeyRecord | null> {
    return this.#connection.read(() => toApiKey(this.#byHash.get(hash) as ApiKeyRow | undefined));
  }

  find(id: string): Promise<ApiKeyRecord | null> {
    return this.#connection.read(() => toApiKey(this.#byId.get(id) as ApiKeyRow | undefined));
  }

  list(): Promise<readonly ApiKeyRecord[]> {
    return this.#connection.read(() => (this.#all.all() as ApiKeyRow[]).map((row) => toApiKey(row)!));
  }

  revoke(id: string, atMs: number): Promise<ApiKeyRecord | null> {
    return this.#connection.write(() => {
      this.#revoke.run(atMs, id);
      return toApiKey(this.#byId.get(id) as ApiKeyRow | undefined);
    }, 'power');
  }
}

function toValues(key: ApiKeyRecord): readonly unknown[] {
  const row = toApiKeyRow(key);
  return API_KEY_COLUMNS.map((column) => row[column]);
}
