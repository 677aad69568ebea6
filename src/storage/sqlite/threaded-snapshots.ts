import { Worker } from 'node:worker_threads';
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
  #worker: Worker | undefined;
  #calls = 0;

  constructor({ now = Date.now, ...options }: SqliteSnapshotsOptions) {
    this.#options = options;
    this.#now = now;
  }

  open(): Promise<void> {
    return this.#call('open');
  }

  find(key: string): Promise<SnapshotMeta | null> {
    return this.#call('find', key);
  }

  get(key: string): Promise<Snapshot | null> {
    return this.#call('get', key);
  }

  put(key: string, snapshot: Snapshot): Promise<boolean> {
    return this.#call('put', key, snapshot);
  }

  touch(key: string, fetchedAtMs: number): Promise<void> {
    return this.#call('touch', key, fetchedAtMs);
  }

  delete(key: string): Promise<void> {
    return this.#call('delete', key);
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
