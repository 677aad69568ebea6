import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { fail, invalid } from '../../contract/failure.ts';
import { openSqlite } from './connection.ts';

/** A copy that was opened and found whole. */
export interface Backup {
  /** Absolute path. */
  readonly file: string;
  readonly bytes: number;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Copies the embedded database, as it is at one moment, into a new file that only its owner can read, while other processes go on
 * to write; then opens the copy and checks all of it. Rejects `invalid_request` when there is no database, or something at the
 * place of the copy.
 */
export async function backUpSqlite(database: string, target: string): Promise<Backup> {
  const file = path.resolve(target);
  if (statSync(database, { throwIfNoEntry: false })?.isFile() !== true)
    throw invalid(
      `Set PAGEMARK_DATABASE_URL to the database that is to be copied; there is no file ${JSON.stringify(database)}.`,
    );
  takePlace(file);
  try {
    const source = await openSqlite(database);
    try {
      // Into an empty file, which keeps the rights it was made with (SQLite, "VACUUM with an INTO clause").
      await source.read(() => source.prepare('VACUUM INTO ?').run(file));
    } finally {
      source.close();
    }
    flush(file);
    flush(path.dirname(file));
    return { file, bytes: statSync(file).size, rows: rowsOfWhole(file) };
  } catch (cause) {
    rmSync(file, { force: true });
    throw cause;
  }
}

function takePlace(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    const message = `Name a new file in a folder that can be written; it is ${JSON.stringify(file)}: ${(cause as Error).message}.`;
    throw invalid(message, cause);
  }
}

function flush(file: string): void {
  const opened = openSync(file, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

/** Counts the rows of a database after a check of every page, index and constraint in it. */
function rowsOfWhole(file: string): Backup['rows'] {
  const copy = new Libsql(file, { readonly: true });
  try {
    const said = copy.prepare('PRAGMA integrity_check').all() as { readonly integrity_check: string }[];
    const faults = said.map((row) => row.integrity_check).filter((line) => line !== 'ok');
    if (faults.length > 0) {
      const message = `Restore the database from an earlier backup: this copy of it is damaged (${faults.slice(0, 3).join('; ')}).`;
      throw fail('store_unavailable', message);
    }
    const tables = copy.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return Object.fromEntries(
      (tables as { readonly name: string }[]).map(({ name }) => {
        const { count } = copy.prepare(`SELECT count(*) AS count FROM "${name}"`).get() as { count: number };
        return [name, count];
      }),
    );
  } finally {
    copy.close();
  }
}
