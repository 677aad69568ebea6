import type { LicenseRecord, LicenseStore } from '../ports.ts';
import { LICENSE_COLUMNS, type LicenseRow, toLicense, toLicenseRow } from '../rows.ts';
import type { SqliteConnection, Statement } from './connection.ts';

const COLUMNS = LICENSE_COLUMNS.join(', ');

/** Licences in the embedded database. */
export class SqliteLicenses implements LicenseStore {
  readonly #connection: SqliteConnection;
  readonly #insert: Statement;
  readonly #insertFirst: Statement;
  readonly #byHash: Statement;
  readonly #byId: Statement;
  readonly #all: Statement;
  readonly #revoke: Statement;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#insert = connection.prepare(`INSERT INTO license (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#insertFirst = connection.prepare(
      `INSERT INTO license (${COLUMNS}) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM license)`,
    );
    this.#byHash = connection.prepare(`SELECT ${COLUMNS} FROM license WHERE hash = ?`);
    this.#byId = connection.prepare(`SELECT ${COLUMNS} FROM license WHERE id = ?`);
    this.#all = connection.prepare(`SELECT ${COLUMNS} FROM license ORDER BY created_at_ms, id`);
    this.#revoke = connection.prepare(
      'UPDATE license SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ?',
    );
  }

  async insert(license: LicenseRecord): Promise<void> {
    await this.#connection.write(() => this.#insert.run(...toValues(license)), 'power');
  }

  insertFirst(license: LicenseRecord): Promise<boolean> {
    return this.#connection.write(() => this.#insertFirst.run(...toValues(license)).changes === 1, 'power');
  }

  findByHash(hash: string): Promise<LicenseRecord | null> {
    return this.#connection.read(() => toLicense(this.#byHash.get(hash) as LicenseRow | undefined));
  }

  find(id: string): Promise<LicenseRecord | null> {
    return this.#connection.read(() => toLicense(this.#byId.get(id) as LicenseRow | undefined));
  }

  list(): Promise<readonly LicenseRecord[]> {
    return this.#connection.read(() => (this.#all.all() as LicenseRow[]).map((row) => toLicense(row)!));
  }

  revoke(id: string, atMs: number): Promise<LicenseRecord | null> {
    return this.#connection.write(() => {
      this.#revoke.run(atMs, id);
      return toLicense(this.#byId.get(id) as LicenseRow | undefined);
    }, 'power');
  }
}

function toValues(license: LicenseRecord): readonly unknown[] {
  const row = toLicenseRow(license);
  return LICENSE_COLUMNS.map((column) => row[column]);
}
