import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ApiKeyRecord, ApiKeyStore } from '../ports.ts';
import { toApiKey, toApiKeyRow } from '../rows.ts';
import type { PostgresConnection } from './connection.ts';

/** How long a found key is believed without asking; a revocation must reach every process within 1 s. */
const CACHE_TTL_MS = 500;
const CACHE_MAX = 20_000;

/** API keys in PostgreSQL. Found ones are remembered for half a second; unknown ones never. */
export class PostgresApiKeys implements ApiKeyStore {
  readonly #connection: PostgresConnection;
  readonly #found = new LRUCache<string, ApiKeyRecord>({ max: CACHE_MAX, ttl: CACHE_TTL_MS });

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async insert(key: ApiKeyRecord): Promise<void> {
    await this.#connection.run((db) => db.insertInto('api_key').values(toApiKeyRow(key)).execute());
  }

  insertFirst(key: ApiKeyRecord): Promise<boolean> {
    return this.#connection.exclusively('first api_key', async (transaction) => {
      if (await transaction.selectFrom('api_key').select('id').limit(1).executeTakeFirst()) return false;
      await transaction.insertInto('api_key').values(toApiKeyRow(key)).execute();
      return true;
    });
  }

  async findByHash(hash: string): Promise<ApiKeyRecord | null> {
    const known = this.#found.get(hash);
    if (known) return known;
    const key = toApiKey(
      await this.#connection.run((db) =>
        db.selectFrom('api_key').selectAll().where('hash', '=', hash).executeTakeFirst(),
      ),
    );
    if (key) this.#found.set(hash, key);
    return key;
  }

  async find(id: string): Promise<ApiKeyRecord | null> {
    return toApiKey(
      await this.#connection.run((db) =>
        db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst(),
      ),
    );
  }

  async list(): Promise<readonly ApiKeyRecord[]> {
    const rows = await this.#connection.run((db) =>
      db.selectFrom('api_key').selectAll().orderBy('created_at_ms').orderBy(sql`id COLLATE "C"`).execute(),
    );
    return rows.map((row) => toApiKey(row)!);
  }

  async revoke(id: string, atMs: number): Promise<ApiKeyRecord | null> {
    const key = toApiKey(
      await this.#connection.run((db) =>
        db
          .updateTable('api_key')
          .set((table) => ({ revoked_at_ms: table.fn.coalesce('revoked_at_ms', table.val(atMs)) }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst(),
      ),
    );
    if (key) this.#found.delete(key.hash);
    return key;
  }
}
