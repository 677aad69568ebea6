import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { builtFile } from '../../built-file.ts';
import { type Failure, fail, ServiceError } from '../../contract/failure.ts';
import type { FetchClaim, Snapshot, SnapshotMeta, SnapshotStore } from '../snapshot-store.ts';
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
export async function openThreadedSnapshots(options: SqliteSnapshotsOptions): Promise<SnapshotStore> {
  const store = new ThreadedSnapshots(options);
  await store.open();
  return store;
}

class ThreadedSnapshots implements SnapshotStore {
  readonly #options: Omit<SqliteSnapshotsOptions, 'now'>;
  readonly #now: () => number;
  readonly #pending = new Map<number, Pending>();
  /** Facts by key, also those on their way; a change takes them out when it begins and when it is done. */
  readonly #known = new LRUCache<string, Promise<SnapshotMeta | null>>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  #worker: Worker | undefined;
  #calls = 0;

  constructor({ now = Date.now, ...options }: SqliteSnapshotsOptions) {
    this.#options = options;
    this.#now = now;
  }

  open(): Promise<void> {
    return this.#call('open');
  }

  async find(key: string): Promise<SnapshotMeta | null> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = this.#call<SnapshotMeta | null>('find', key);
    this.#known.set(key, asked);
    const meta = await asked.catch(() => null);
    if (meta === null && this.#known.peek(key) === asked) this.#known.delete(key);
    return asked;
  }

  get(key: string): Promise<Snapshot | null> {
    return this.#call('get', key);
  }

  put(key: string, snapshot: Snapshot): Promise<boolean> {
    return this.#change('put', key, snapshot);
  }

  touch(key: string, fetchedAtMs: number): Promise<void> {
    return this.#change('touch', key, fetchedAtMs);
  }

  delete(key: string): Promise<void> {
    return this.#change('delete', key);
  }

  claim(key: string, holder: string, ttlMs: number, followed: string | null): Promise<FetchClaim> {
    return this.#call('claim', key, holder, ttlMs, followed);
  }

  release(key: string, holder: string, failure: string | null): Promise<void> {
    return this.#call('release', key, holder, failure);
  }

  async close(): Promise<void> {
    if (this.#worker === undefined) return;
    const worker = this.#worker;
    await this.#call('close');
    await worker.terminate();
  }

  async #change<T>(method: 'put' | 'touch' | 'delete', key: string, ...args: readonly unknown[]): Promise<T> {
    this.#known.delete(key);
    try {
      return await this.#call<T>(method, key, ...args);
    } finally {
      this.#known.delete(key);
    }
  }

  #call<T>(method: ThreadCall['method'], ...args: readonly unknown[]): Promise<T> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = this.#calls++;
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      // The thread keeps the process alive only while somebody waits for it.
      worker.ref();
      worker.postMessage({ id, method, args, nowMs: this.#now() } satisfies ThreadCall);
    });
  }

  #start(): Worker {
    const worker = new Worker(builtFile('storage/sqlite/snapshot-thread.js'), {
      workerData: this.#options,
      execArgv: [],
    });
    worker.on('message', (answer: ThreadAnswer) => {
      const caller = this.#pending.get(answer.id);
      this.#pending.delete(answer.id);
      if (this.#pending.size === 0) worker.unref();
      if ('failure' in answer) caller?.reject(new ServiceError(answer.failure));
      else caller?.resolve(answer.value as never);
    });
    let fault: unknown;
    worker.on('error', (error) => {
      fault = error;
    });
    worker.once('exit', () => this.#ended(fault));
    return worker;
  }

  #ended(cause: unknown): void {
    this.#worker = undefined;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) {
      reject(fail('store_unavailable', 'Retry the request: the store of pages was interrupted.', { cause }));
    }
  }
}
