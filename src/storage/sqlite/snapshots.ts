import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { ServiceError } from '../../contract/failure.ts';
import { OVERHEAD_BYTES, packBytes, unpackBytes } from '../packed-bytes.ts';
import type { SchemaStep } from '../schema-steps.ts';
import type { FetchClaim, Snapshot, SnapshotMeta, SnapshotStore } from '../snapshot-store.ts';
import { SqliteConnection, type Statement } from './connection.ts';
import { CLAIMS_SCHEMA, SqliteFetchClaims } from './fetch-claims.ts';
import { migrate } from './migrations.ts';
import { openingFailure } from './opening-failure.ts';

/** A page's last use is noted at most this often, so that reading it again and again writes nothing. */
const USE_STEP_MS = 60_000;

const STEPS: readonly SchemaStep[] = [
  {
    number: 1,
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
  { number: 2, oldest: 2, name: 'claims to fetch a page', sql: CLAIMS_SCHEMA },
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

async function openFile(options: SqliteSnapshotsOptions): Promise<SnapshotStore> {
  const connection = await SqliteConnection.open(options.file);
  try {
    await migrate(connection, STEPS);
    return new SqliteSnapshots(connection, options);
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

/** What a look finds of a page. */
interface PageRow {
  readonly meta: string;
  readonly used_ms: number;
}

class SqliteSnapshots implements SnapshotStore {
  readonly #connection: SqliteConnection;
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #keepMs: number;
  readonly #claims: SqliteFetchClaims;
  readonly #sql: ReturnType<typeof statements>;

  constructor(connection: SqliteConnection, { maxBytes, keepMs, now = Date.now }: SqliteSnapshotsOptions) {
    this.#connection = connection;
    this.#maxBytes = maxBytes;
    this.#keepMs = keepMs ?? Number.POSITIVE_INFINITY;
    this.#now = now;
    this.#claims = new SqliteFetchClaims(connection, now);
    this.#sql = statements(connection);
  }

  async find(key: string): Promise<SnapshotMeta | null> {
    const row = await this.#look<PageRow>('find', key);
    return row === undefined ? null : (JSON.parse(row.meta) as SnapshotMeta);
  }

  async get(key: string): Promise<Snapshot | null> {
    const row = await this.#look<PageRow & { readonly bytes: Uint8Array }>('get', key);
    return row === undefined
      ? null
      : { meta: JSON.parse(row.meta) as SnapshotMeta, bytes: await unpackBytes(row.bytes) };
  }

  async #look<Row extends PageRow>(statement: 'find' | 'get', key: string): Promise<Row | undefined> {
    const id = idOf(key);
    const row = (await this.#connection.read(() => this.#sql[statement].get(id))) as Row | undefined;
    const nowMs = this.#now();
    if (row !== undefined && nowMs - row.used_ms >= USE_STEP_MS)
      await this.#connection.write(() => this.#sql.use.run(nowMs, id));
    return row;
  }

  async put(key: string, { meta, bytes }: Snapshot): Promise<boolean> {
    const packed = await packBytes(bytes);
    const id = idOf(key);
    return this.#connection.write(() => {
      this.#drop(id);
      this.#prune();
      const size = packed.byteLength + OVERHEAD_BYTES;
      if (size > this.#maxBytes) return false;
      if (this.#sql.addContent.run(meta.digest, size, packed).changes === 1) this.#sql.grow.run(size);
      this.#sql.addPage.run(id, meta.digest, JSON.stringify(meta), this.#now());
      this.#makeRoom(id);
      return true;
    });
  }

  async touch(key: string, fetchedAtMs: number): Promise<void> {
    const id = idOf(key);
    await this.#connection.write(() => this.#sql.touch.run(fetchedAtMs, this.#now(), id));
  }

  async delete(key: string): Promise<void> {
    await this.#connection.write(() => this.#drop(idOf(key)));
  }

  claim(key: string, holder: string, ttlMs: number, followed: string | null): Promise<FetchClaim> {
    return this.#claims.claim(idOf(key), holder, ttlMs, followed);
  }

  release(key: string, holder: string, failure: string | null): Promise<void> {
    return this.#claims.release(idOf(key), holder, failure);
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  #prune(): void {
    const before = this.#now() - this.#keepMs;
    if (before === Number.NEGATIVE_INFINITY) return;
    for (const { key } of this.#sql.unused.all(before, PRUNE_STEP) as { key: string }[]) this.#drop(key);
  }

  #makeRoom(keep: string): void {
    while ((this.#sql.total.get() as { bytes: number }).bytes > this.#maxBytes) {
      const oldest = this.#sql.oldest.get(keep) as { key: string } | undefined;
      if (oldest === undefined) return;
      this.#drop(oldest.key);
    }
  }

  /** Removes a page, and its bytes when no other page has them. */
  #drop(id: string): void {
    const page = this.#sql.dropPage.get(id) as { digest: string } | undefined;
    if (page === undefined) return;
    const content = this.#sql.dropContent.get(page.digest, page.digest) as { size: number } | undefined;
    if (content) this.#sql.grow.run(-content.size);
  }
}

/** Keys are URLs of up to 8 KiB and more; their digest is as good. */
function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function isDamaged(thrown: unknown): boolean {
  const cause = thrown instanceof ServiceError ? (thrown.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' && /^SQLITE_(NOTADB|CORRUPT)/.test(cause.code);
}

function statements(connection: SqliteConnection): Readonly<Record<StatementName, Statement>> {
  const prepare = (sql: string) => connection.prepare(sql);
  return {
    find: prepare('SELECT meta, used_ms FROM page WHERE key = ?'),
    get: prepare('SELECT meta, used_ms, bytes FROM page JOIN content USING (digest) WHERE key = ?'),
    use: prepare('UPDATE page SET used_ms = ? WHERE key = ?'),
    touch: prepare(`UPDATE page SET meta = json_set(meta, '$.fetchedAtMs', ?), used_ms = ? WHERE key = ?`),
    addContent: prepare('INSERT OR IGNORE INTO content (digest, size, bytes) VALUES (?, ?, ?)'),
    addPage: prepare('INSERT INTO page (key, digest, meta, used_ms) VALUES (?, ?, ?, ?)'),
    dropPage: prepare('DELETE FROM page WHERE key = ? RETURNING digest'),
    dropContent: prepare(
      'DELETE FROM content WHERE digest = ? AND NOT EXISTS (SELECT 1 FROM page WHERE digest = ?) RETURNING size',
    ),
    oldest: prepare('SELECT key FROM page WHERE key <> ? ORDER BY used_ms LIMIT 1'),
    unused: prepare('SELECT key FROM page WHERE used_ms < ? ORDER BY used_ms LIMIT ?'),
    total: prepare('SELECT bytes FROM total'),
    grow: prepare('UPDATE total SET bytes = bytes + ?'),
  };
}

type StatementName =
  | 'find'
  | 'get'
  | 'use'
  | 'touch'
  | 'addContent'
  | 'addPage'
  | 'dropPage'
  | 'dropContent'
  | 'oldest'
  | 'unused'
  | 'total'
  | 'grow';
