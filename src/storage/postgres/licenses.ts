import { sql } from 'kysely';
import type { LicenseRecord, LicenseStore } from '../ports.ts';
import { toLicense, toLicenseRow } from '../rows.ts';
import type { PostgresConnection } from './connection.ts';

/** Licences in PostgreSQL. */
export class PostgresLicenses implements LicenseStore {
  readonly #connection: PostgresConnection;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async insert(license: LicenseRecord): Promise<void> {
    await this.#connection.run((db) => db.insertInto('license').values(toLicenseRow(license)).execute());
  }

  insertFirst(license: LicenseRecord): Promise<boolean> {
    return this.#connection.exclusively('first license', async (transaction) => {
      if (await transaction.selectFrom('license').select('id').limit(1).executeTakeFirst()) return false;
      await transaction.insertInto('license').values(toLicenseRow(license)).execute();
      return true;
    });
  }

  async findByHash(hash: string): Promise<LicenseRecord | null> {
    return toLicense(
      await this.#connection.run((db) =>
        db.selectFrom('license').selectAll().where('hash', '=', hash).executeTakeFirst(),
      ),
    );
  }

  async find(id: string): Promise<LicenseRecord | null> {
    return toLicense(
      await this.#connection.run((db) =>
        db.selectFrom('license').selectAll().where('id', '=', id).executeTakeFirst(),
      ),
    );
  }

  async list(): Promise<readonly LicenseRecord[]> {
    const rows = await this.#connection.run((db) =>
      db.selectFrom('license').selectAll().orderBy('created_at_ms').orderBy(sql`id COLLATE "C"`).execute(),
    );
    return rows.map((row) => toLicense(row)!);
  }

  async revoke(id: string, atMs: number): Promise<LicenseRecord | null> {
    return toLicense(
      await this.#connection.run((db) =>
        db
          .updateTable('license')
          .set((table) => ({ revoked_at_ms: table.fn.coalesce('revoked_at_ms', table.val(atMs)) }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst(),
      ),
    );
  }
}
