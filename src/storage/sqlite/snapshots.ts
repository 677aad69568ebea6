import { rmSync } from 'node:fs';
import { OVERHEAD_BYTES, packBytes, unpackBytes } from '../packed-bytes.ts';
import type { SchemaStep } from '../schema-steps.ts';
import { idOf, type SnapshotMeta, type SnapshotStore } from '../snapshot-store.ts';
import type { SqliteConnection } from './connection.ts';
import { CLAIMS_SCHEMA, sqliteFetchClaims } from './fetch-claims.ts';
import { openMigrated } from './migrations.ts';
import { isDamaged, openingFailure } from './opening-failure.ts';

/** A page's last use is noted at most this often, so that reading it again and again writes nothing. */
const USE_STEP_MS = 60_000;

const STEPS: readonly SchemaStep[] = [
  {
    oldest: 1,
    name: 'pages and their bytes',
    sql: `
      CREATE TABLE page (
        key TEXT PRIMARY KEY, digest TEXT NOT NULL, meta TEXT NOT NULL, used_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX page_used ON page (used_ms);
      CREATE INDEX page_digest ON page (digest);
      CREATE TABLE content (digest TEXT PRIMARY KEY, size INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
      CREATE TABLE total (one INTEGER PRIMARY KEY CHECK (one = 1), bytes INTEGER NOT NULL) STRICT;
      INSERT INTO total (one, bytes) VALUES (1, 0);
    `,
  },
  { oldest: 2, name: 'claims to fetch a page', sql: CLAIMS_SCHEMA },
];

/** Pages that ran out are removed this many at a time, with each new one. */
const PRUNE_STEP = 20;

export interface SqliteSnapshotsOptions {
  /** A file of its own: pages are bulky and may be lost, keys are neither. */
  readonly file: string;
  /** Bound of the compressed bytes. */
  readonly maxBytes: number;
  /** A page that nobody has asked for so long is removed; default: only room decides. */
  readonly keepMs?: number;
  /** Wall clock in milliseconds, for the order of use; default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Opens the snapshot file; a damaged one is thrown away and begun anew, since it only holds copies. Rejects
 * `store_unavailable` when it cannot be written.
 */
export async function openSqliteSnapshots(options: SqliteSnapshotsOptions): Promise<SnapshotStore> {
  try {
    return await openFile(options);
  } catch (thrown) {
    if (!isDamaged(thrown)) throw openingFailure(thrown, options.file, 'PAGEMARK_DATA_DIR');
    for (const suffix of ['', '-wal', '-shm']) rmSync(options.file + suffix, { force: true });
    return openFile(options);
  }
}

function openFile(options: SqliteSnapshotsOptions): Promise<SnapshotStore> {
  return openMigrated(options.file, STEPS, (connection) => sqliteSnapshots(connection, options));
}

/** What a look finds of a page. */
interface PageRow {
  readonly meta: string;
  readonly used_ms: number;
}

function sqliteSnapshots(
  connection: SqliteConnection,
  { maxBytes, keepMs = Number.POSITIVE_INFINITY, now = Date.now }: SqliteSnapshotsOptions,
): SnapshotStore {
  const sql = connection.prepareAll({
    find: 'SELECT meta, used_ms FROM page WHERE key = ?',
    get: 'SELECT meta, used_ms, bytes FROM page JOIN content USING (digest) WHERE key = ?',
    use: 'UPDATE page SET used_ms = ? WHERE key = ?',
    touch: `UPDATE page SET meta = json_set(meta, '$.fetchedAtMs', ?), used_ms = ? WHERE key = ?`,
    addContent: 'INSERT OR IGNORE INTO content (digest, size, bytes) VALUES (?, ?, ?)',
    addPage: 'INSERT INTO page (key, digest, meta, used_ms) VALUES (?, ?, ?, ?)',
    dropPage: 'DELETE FROM page WHERE key = ? RETURNING digest',
    dropContent:
      'DELETE FROM content WHERE digest = ? AND NOT EXISTS (SELECT 1 FROM page WHERE digest = ?) RETURNING size',
    oldest: 'SELECT key FROM page WHERE key <> ? ORDER BY used_ms LIMIT 1',
    unused: 'SELECT key FROM page WHERE used_ms < ? ORDER BY used_ms LIMIT ?',
    total: 'SELECT bytes FROM total',
    grow: 'UPDATE total SET bytes = bytes + ?',
  });
  const look = async <Row extends PageRow>(
    statement: 'find' | 'get',
    key: string,
  ): Promise<Row | undefined> => {
    const id = idOf(key);
    const row = (await connection.read(() => sql[statement].get(id))) as Row | undefined;
    const nowMs = now();
    // A page that can be read is given, whether its use can be noted or not.
    if (row !== undefined && nowMs - row.used_ms >= USE_STEP_MS)
      connection.write(() => sql.use.run(nowMs, id)).catch(() => undefined);
    return row;
  };
  /** Removes a page, and its bytes when no other page has them. */
  const drop = (id: string): void => {
    const page = sql.dropPage.get(id) as { digest: string } | undefined;
    if (page === undefined) return;
    const content = sql.dropContent.get(page.digest, page.digest) as { size: number } | undefined;
    if (content) sql.grow.run(-content.size);
  };
  const prune = (): void => {
    const before = now() - keepMs;
    if (before === Number.NEGATIVE_INFINITY) return;
    for (const { key } of sql.unused.all(before, PRUNE_STEP) as { key: string }[]) drop(key);
  };
  const makeRoom = (keep: string): void => {
    while ((sql.total.get() as { bytes: number }).bytes > maxBytes) {
      const oldest = sql.oldest.get(keep) as { key: string } | undefined;
      if (oldest === undefined) return;
      drop(oldest.key);
    }
  };
  return {
    ...sqliteFetchClaims(connection, now),
    async find(key) {
      const row = await look('find', key);
      return row === undefined ? null : (JSON.parse(row.meta) as SnapshotMeta);
    },
    async get(key) {
      const row = await look<PageRow & { readonly bytes: Uint8Array }>('get', key);
      if (row === undefined) return null;
      return { meta: JSON.parse(row.meta) as SnapshotMeta, bytes: await unpackBytes(row.bytes) };
    },
    async put(key, { meta, bytes }) {
      const packed = await packBytes(bytes);
      const id = idOf(key);
      return connection.write(() => {
        drop(id);
        prune();
        const size = packed.byteLength + OVERHEAD_BYTES;
        if (size > maxBytes) return false;
        if (sql.addContent.run(meta.digest, size, packed).changes === 1) sql.grow.run(size);
        sql.addPage.run(id, meta.digest, JSON.stringify(meta), now());
        makeRoom(id);
        return true;
      });
    },
    async touch(key, fetchedAtMs) {
      await connection.write(() => sql.touch.run(fetchedAtMs, now(), idOf(key)));
    },
    delete: (key) => connection.write(() => drop(idOf(key))),
    close: async () => connection.close(),
  };
}
