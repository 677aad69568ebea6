import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ApiKeyRecord, ApiKeyStore, LicenseRecord, LicenseStore } from '../ports.ts';
import { API_KEYS, type KeyedTable, LICENSES } from '../rows.ts';
import type { PostgresConnection } from './connection.ts';

/** Records in a table of the PostgreSQL database. Read anew at every call. */
class PostgresRecords<Item> {
  readonly #connection: PostgresConnection;
  readonly #table: KeyedTable<Item>;
  readonly #name: RawBuilder<unknown>;

  constructor(connection: PostgresConnection, table: KeyedTable<Item>) {
    this.#connection = connection;
    this.#table = table;
    this.#name = sql.table(table.name);
  }

  async insert(record: Item): Promise<void> {
    await this.#connection.run((db) => this.#insertion(record).execute(db));
  }

  insertFirst(record: Item): Promise<boolean> {
    return this.#connection.exclusively(`first ${this.#table.name}`, async (transaction) => {
      const { rows } = await sql`SELECT 1 FROM ${this.#name} LIMIT 1`.execute(transaction);
      if (rows.length > 0) return false;
      await this.#insertion(record).execute(transaction);
      return true;
    });
  }

  findByHash(hash: string): Promise<Item | null> {
    return this.#one(sql`SELECT * FROM ${this.#name} WHERE hash = ${hash}`);
  }

  find(id: string): Promise<Item | null> {
    return this.#one(sql`SELECT * FROM ${this.#name} WHERE id = ${id}`);
  }

  list(): Promise<readonly Item[]> {
    return this.#all(sql`SELECT * FROM ${this.#name} ORDER BY created_at_ms, id COLLATE "C"`);
  }

  revoke(id: string, atMs: number): Promise<Item | null> {
    return this.update(id, sql`revoked_at_ms = coalesce(revoked_at_ms, ${atMs})`);
  }

  /** Changes a record and reads what it is then. */
  protected update(id: string, change: RawBuilder<unknown>): Promise<Item | null> {
    return this.#one(sql`UPDATE ${this.#name} SET ${change} WHERE id = ${id} RETURNING *`);
  }

  #insertion(record: Item): RawBuilder<unknown> {
    const { columns, valuesOf } = this.#table;
    const names = sql.join(columns.map((column) => sql.ref(column)));
    return sql`INSERT INTO ${this.#name} (${names}) VALUES (${sql.join(valuesOf(record))})`;
  }

  async #one(query: RawBuilder<unknown>): Promise<Item | null> {
    return (await this.#all(query))[0] ?? null;
  }

  async #all(query: RawBuilder<unknown>): Promise<readonly Item[]> {
    const { rows } = await this.#connection.run((db) => query.execute(db));
    return (rows as object[]).map(this.#table.fromRow);
  }
}

/** How long a found key is believed without asking; a revocation must reach every process within 1 s. */
const CACHE_TTL_MS = 500;
const CACHE_MAX = 20_000;

/** API keys in PostgreSQL. Found ones are remembered for half a second; unknown ones never. */
export class PostgresApiKeys extends PostgresRecords<ApiKeyRecord> implements ApiKeyStore {
  readonly #found = new LRUCache<string, ApiKeyRecord>({
    max: CACHE_MAX,
    ttl: CACHE_TTL_MS,
    // With a resolution each look would start a timer.
    ttlResolution: 0,
  });

  constructor(connection: PostgresConnection) {
    super(connection, API_KEYS);
  }

  override async findByHash(hash: string): Promise<ApiKeyRecord | null> {
    const known = this.#found.get(hash);
    if (known) return known;
    const key = await super.findByHash(hash);
    if (key) this.#found.set(hash, key);
    return key;
  }

  setQuota(id: string, monthlyQuota: number | null): Promise<ApiKeyRecord | null> {
    return this.update(id, sql`monthly_quota = ${monthlyQuota}`);
  }

  protected override async update(id: string, change: RawBuilder<unknown>): Promise<ApiKeyRecord | null> {
    const key = await super.update(id, change);
    if (key) this.#found.delete(key.hash);
    return key;
  }
}

/** Licences in PostgreSQL. */
export class PostgresLicenses extends PostgresRecords<LicenseRecord> implements LicenseStore {
  constructor(connection: PostgresConnection) {
    super(connection, LICENSES);
  }
}
