/** Pages that a key asked for together, and how far they are. Times are milliseconds of the store's clock. */
export interface Job {
  readonly id: string;
  readonly keyId: string;
  readonly expiresAtMs: number;
  /** JSON of its owner: what is wanted of each page. */
  readonly options: string;
  readonly isCancelled: boolean;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

/** A page that is to be read. */
export interface WaitingPage {
  readonly place: number;
  readonly url: string;
}

/** A page that was read, or was not to be had; `body` is JSON of the owner. */
export interface FinishedPage extends WaitingPage {
  readonly body: string;
  readonly atMs: number;
}

/** Jobs of many pages, which outlive the process that took them. An expired job is none; sweeps remove it. */
export interface JobStore {
  /** Adds a job and its pages, in their order. */
  add(
    job: Pick<Job, 'id' | 'keyId' | 'options'> & { readonly ttlMs: number },
    urls: readonly string[],
  ): Promise<void>;
  /** A job of a key; null: it has none of that id. */
  find(id: string, keyId: string): Promise<Job | null>;
  /** Jobs of a key that have waiting pages, and the bytes of all that is kept for it. */
  held(keyId: string): Promise<{ readonly unfinished: number; readonly bytes: number }>;
  /**
   * Makes a process the one runner of a job until `ttlMs` from now, again where it is already. False: another one is, or the
   * job was cancelled or is over.
   */
  claim(id: string, runnerId: string, ttlMs: number): Promise<boolean>;
  /** Lets another process run the job. */
  release(id: string, runnerId: string): Promise<void>;
  waiting(id: string): Promise<readonly WaitingPage[]>;
  /** Ends a waiting page; one that has ended stays as it is. */
  finish(id: string, place: number, state: 'done' | 'failed', body: string): Promise<void>;
  /** Finished pages by their place from `skip` on: at most `limit`, and no more than `mostBytes` but for the first. */
  finished(
    id: string,
    state: 'done' | 'failed',
    part: { readonly skip: number; readonly limit: number; readonly mostBytes: number },
  ): Promise<readonly FinishedPage[]>;
  /** Ends a job of a key: no further page of it is begun. */
  cancel(id: string, keyId: string): Promise<void>;
}
