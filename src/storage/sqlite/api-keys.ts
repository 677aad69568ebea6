import type { ApiKeyRecord, ApiKeyStore } from '../ports.ts';
import type { SqliteConnection, Statement } from './connection.ts';

const COLUMNS = 'id, hash, hint, name, plan, created_at_ms, expires_at_ms, revoked_at_ms';

interface ApiKeyRow {
  readonly id: string;
  readonly hash: string;
  readonly hint: string;
  readonly name: string;
  readonly plan: string;
  readonly created_at_ms: number;
  readonly expires_at_ms: number | null;
  readonly revoked_at_ms: number | null;
}

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
    return this.#connection.read(() => toRecord(this.#byHash.get(hash) as ApiKeyRow | undefined));
  }

  find(id: string): Promise<ApiKeyRecord | null> {
    return this.#connection.read(() => toRecord(this.#byId.get(id) as ApiKeyRow | undefined));
  }

  list(): Promise<readonly ApiKeyRecord[]> {
    return this.#connection.read(() => (this.#all.all() as ApiKeyRow[]).map((row) => toRecord(row)!));
  }

  revoke(id: string, atMs: number): Promise<ApiKeyRecord | null> {
    return this.#connection.write(() => {
      this.#revoke.run(atMs, id);
      return toRecord(this.#byId.get(id) as ApiKeyRow | undefined);
    }, 'power');
  }
}

function toValues(key: ApiKeyRecord): readonly unknown[] {
  return [key.id, key.hash, key.hint, key.name, key.plan, key.createdAtMs, key.expiresAtMs, key.revokedAtMs];
}

function toRecord(row: ApiKeyRow | undefined): ApiKeyRecord | null {
  if (row === undefined) return null;
  return {
    id: row.id,
    hash: row.hash,
    hint: row.hint,
    name: row.name,
    plan: row.plan,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
  };
}
