import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import Libsql from 'libsql';
import { LRUCache } from 'lru-cache';
import { builtFile } from '../../built-file.ts';
import { fail } from '../../contract/failure.ts';
import { connectCalls } from '../../port-calls.ts';
import type { SnapshotMeta, SnapshotStore } from '../snapshot-store.ts';
import type { SnapshotSteps } from './snapshot-thread.ts';
import type { SqliteSnapshotsOptions } from './snapshots.ts';

/**
 * Milliseconds for which the facts of a page are not asked again while nobody writes to the file: a page that everybody asks for costs
 * no way to the thread, which still notes that it is used.
 */
const KNOWN_MS = 1000;
/** Pages whose facts are known at most: some hundred bytes each. */
const MAX_KNOWN = 1000;

/**
 * Opens the snapshot file in a thread of its own: pages are large, and SQLite reads, writes and flushes them
 * synchronously. Rejects as `openSqliteSnapshots` does; a thread that dies is started again by the next call.
 */
export async function openThreadedSnapshots({
  now = Date.now,
  ...options
}: SqliteSnapshotsOptions): Promise<SnapshotStore> {
  /** Facts by key, also those on their way, of the state that the file was last seen in. */
  const known = new LRUCache<string, Promise<SnapshotMeta | null>>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  const file = watchFile(options.file);
  let thread: ReturnType<typeof start> | undefined;
  let waiting = 0;
  const start = () => {
    const worker = new Worker(builtFile('storage/sqlite/snapshot-thread.js'), {
      workerData: options,
      execArgv: [],
    });
    const calls = connectCalls<SnapshotSteps>(worker, {});
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      thread = undefined;
      const message = 'Retry the request: the store of pages was interrupted.';
      calls.giveUp(fail('store_unavailable', message, { cause }));
    });
    return { worker, calls };
  };
  const call = async <T>(method: keyof SnapshotStore | 'open', ...args: readonly unknown[]): Promise<T> => {
    thread ??= start();
    const { worker, calls } = thread;
    waiting++;
    // The thread keeps the process alive only while somebody waits for it.
    worker.ref();
    try {
      return (await calls.call('ask', now(), method, args)) as T;
    } finally {
      if (--waiting === 0) worker.unref();
    }
  };
  await call('open').catch(async (cause: unknown) => {
    await thread?.worker.terminate();
    throw cause;
  });
  return {
    async find(key) {
      if (file.hasChanged()) known.clear();
      const found = known.get(key);
      if (found !== undefined) return found;
      const asked = call<SnapshotMeta | null>('find', key);
      known.set(key, asked);
      const meta = await asked.catch(() => null);
      if (meta === null && known.peek(key) === asked) known.delete(key);
      return asked;
    },
    get: (key) => call('get', key),
    put: (key, snapshot) => call('put', key, snapshot),
    touch: (key, fetchedAtMs) => call('touch', key, fetchedAtMs),
    delete: (key) => call('delete', key),
    claim: (...asked) => call('claim', ...asked),
    release: (...ended) => call('release', ...ended),
    async close() {
      file.close();
      if (thread === undefined) return;
      const { worker } = thread;
      await call('close');
      await worker.terminate();
    },
  };
}

/** Tells whether a file may have been written since the last look, by whatever process: a look takes microseconds and no lock. */
function watchFile(file: string) {
  let database: Libsql.Database | undefined;
  let look: Libsql.Statement<unknown[]>;
  /** Of the file that is open, which no other file can have meanwhile. */
  let inode: number | undefined;
  let version: number | undefined;
  return {
    hasChanged(): boolean {
      try {
        const found = statSync(file).ino;
        if (found !== inode) {
          database?.close();
          version = undefined;
          database = new Libsql(file, { timeout: 0 });
          look = database.prepare('PRAGMA data_version');
          inode = found;
        }
        const before = version;
        version = (look.get() as { data_version: number }).data_version;
        return version !== before;
      } catch {
        return true;
      }
    },
    close(): void {
      database?.close();
      inode = undefined;
    },
  };
}
