import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { builtFile } from '../../built-file.ts';
import { type Failure, fail, ServiceError } from '../../contract/failure.ts';
import type { SnapshotMeta, SnapshotStore } from '../snapshot-store.ts';
import type { SqliteSnapshotsOptions } from './snapshots.ts';

/** One call to the thread. */
export interface ThreadCall {
  readonly id: number;
  readonly method: keyof SnapshotStore | 'open';
  readonly args: readonly unknown[];
  /** The caller's wall clock: there is one clock, also in tests. */
  readonly nowMs: number;
}

/** Its answer. */
export type ThreadAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure };

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Milliseconds for which the facts of a page are not asked again: a page that everybody asks for costs no way to the thread. What
 * this process changes is seen at once, what another one does to the same file within this time.
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
  const pending = new Map<number, Pending>();
  /** Facts by key, also those on their way; a change takes them out when it begins and when it is done. */
  const known = new LRUCache<string, Promise<SnapshotMeta | null>>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  let thread: Worker | undefined;
  let calls = 0;
  const ended = (cause: unknown): void => {
    thread = undefined;
    const lost = [...pending.values()];
    pending.clear();
    for (const { reject } of lost)
      reject(fail('store_unavailable', 'Retry the request: the store of pages was interrupted.', { cause }));
  };
  const start = (): Worker => {
    const worker = new Worker(builtFile('storage/sqlite/snapshot-thread.js'), {
      workerData: options,
      execArgv: [],
    });
    worker.on('message', (answer: ThreadAnswer) => {
      const caller = pending.get(answer.id);
      pending.delete(answer.id);
      if (pending.size === 0) worker.unref();
      if ('failure' in answer) caller?.reject(new ServiceError(answer.failure));
      else caller?.resolve(answer.value as never);
    });
    let fault: unknown;
    worker.on('error', (error) => {
      fault = error;
    });
    worker.once('exit', () => ended(fault));
    return worker;
  };
  const call = <T>(method: ThreadCall['method'], ...args: readonly unknown[]): Promise<T> => {
    thread ??= start();
    const worker = thread;
    const id = calls++;
    return new Promise<T>((resolve, reject) => {
      pending.set(id, { resolve, reject });
      // The thread keeps the process alive only while somebody waits for it.
      worker.ref();
      worker.postMessage({ id, method, args, nowMs: now() } satisfies ThreadCall);
    });
  };
  const change = async <T>(
    method: 'put' | 'touch' | 'delete',
    key: string,
    ...args: readonly unknown[]
  ): Promise<T> => {
    known.delete(key);
    return call<T>(method, key, ...args).finally(() => known.delete(key));
  };
  await call('open');
  return {
    async find(key) {
      const found = known.get(key);
      if (found !== undefined) return found;
      const asked = call<SnapshotMeta | null>('find', key);
      known.set(key, asked);
      const meta = await asked.catch(() => null);
      if (meta === null && known.peek(key) === asked) known.delete(key);
      return asked;
    },
    get: (key) => call('get', key),
    put: (key, snapshot) => change('put', key, snapshot),
    touch: (key, fetchedAtMs) => change('touch', key, fetchedAtMs),
    delete: (key) => change('delete', key),
    claim: (...asked) => call('claim', ...asked),
    release: (...ended) => call('release', ...ended),
    async close() {
      if (thread === undefined) return;
      const worker = thread;
      await call('close');
      await worker.terminate();
    },
  };
}
