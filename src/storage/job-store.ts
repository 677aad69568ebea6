/** What a key asked for that is many pages. Times are milliseconds of the store's clock. */
export interface Job {
  readonly id: string;
  readonly keyId: string;
  readonly kind: 'batch' | 'crawl';
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  /** Pages that are known of, and those that have ended: with a document, without one, as another page again. */
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly left: number;
  /** What is kept of it. */
  readonly bytes: number;
  readonly startedAtMs: number;
  /** While it is in work: when it has to be over. Then: when it is forgotten. */
  readonly expiresAtMs: number;
  /** JSON of its owner: how it ended; '' while it is in work. */
  readonly note: string;
}

/** A job that is to begin. */
interface NewJob extends Pick<Job, 'id' | 'keyId' | 'kind' | 'total'> {
  /** Whose bounds hold: those of the key, or of its account. */
  readonly subject: string;
  /** JSON of its owner: what was asked for. */
  readonly request: string;
}

/** Why a job cannot begin: so many are in work, or what is kept is full until `retryAfterMs` from now. */
export interface JobRefusal {
  readonly why: 'too_many' | 'subject_full' | 'store_full';
  readonly retryAfterMs: number;
}

/** A page that has ended. */
export interface JobPage {
  /** What tells it from others of its job, in a few characters. */
  readonly name: string;
  readonly url: string;
  /** `left`: what it has is another page's. */
  readonly state: 'done' | 'failed' | 'left';
  /** JSON of the owner: the document, or why there is none. */
  readonly body: string;
  /** What the owner wants back when another process goes on with the job. */
  readonly trail: string;
}

/** Bounds of what is kept. */
export interface JobBounds {
  /** Of a subject. */
  readonly jobsInWork: number;
  /** Of a job, and of all jobs of a subject. */
  readonly jobBytes: number;
  readonly subjectBytes: number;
}

/** Jobs, which outlive the process that took them. One that is over for `JOB_KEPT_MS` is none; sweeps remove it. */
export interface JobStore {
  /** Adds a job, atomically over all processes, unless it is there; otherwise says what there is too much of. */
  add(job: NewJob, bounds: JobBounds): Promise<JobRefusal | null>;
  /** What was asked for. */
  requestOf(id: string): Promise<string>;
  /** A job of a key; null: it has none of that id. */
  find(id: string, keyId: string): Promise<Job | null>;
  /** Jobs of a key that are in work, oldest first. */
  inWork(keyId: string): Promise<readonly Job[]>;
  /** Jobs in work, or those of a kind, that no process is at, oldest first. */
  idle(limit: number, kind?: Job['kind']): Promise<readonly Pick<Job, 'id' | 'keyId' | 'kind'>[]>;
  /** Makes a process the one that is at a job, until `ttlMs` from now. Null: another one is, or the job is not in work. */
  claim(id: string, runner: string, ttlMs: number): Promise<ClaimedJob | null>;
  /** Lets any process have it, in `afterMs`. */
  release(id: string, runner: string, afterMs?: number): Promise<void>;
  /**
   * Ends a page, once; `total`: pages that are known of now; `spare`: bytes of each bound that are left to others. `lost`: another process is at the job by now, the page is kept;
   * `full`: so many bytes may not be kept. Pages that were begun may end when their job was ended.
   */
  finish(
    id: string,
    runner: string,
    page: JobPage,
    more: { readonly total: number; readonly spare: number } & Omit<JobBounds, 'jobsInWork'>,
  ): Promise<'kept' | 'lost' | 'full'>;
  /** Ends a job that is in work. `runner`: only where that process is at it. */
  end(id: string, how: Exclude<Job['status'], 'scraping'>, note: string, runner?: string): Promise<boolean>;
  /** Ends all jobs of a key, and has what is kept of them go with the next sweep; nobody is told of it any more. */
  forget(keyId: string): Promise<void>;
  /** Ended pages in the order of their ends, after the number of one. */
  pages(id: string, after: number, limit: number): Promise<readonly (JobTrail & { readonly seq: number })[]>;
  /** Ended pages in that order from `skip` on: at most `limit`, and no more than `mostBytes` but for the first. */
  bodies(
    id: string,
    state: 'done' | 'failed',
    part: { readonly skip: number; readonly limit: number; readonly mostBytes: number },
  ): Promise<readonly (Pick<JobPage, 'url' | 'body'> & { readonly seq: number; readonly atMs: number })[]>;
}

/** A job as the process has it that is at it. */
interface ClaimedJob extends Job {
  /** Its time is over. */
  readonly isOver: boolean;
  /** Processes that fell silent at it since a page of it ended. */
  readonly deaths: number;
}

/** What is read of a page to go on with its job. */
type JobTrail = Pick<JobPage, 'name' | 'url' | 'state' | 'trail'>;

/** How long a job may be in work, and how long it is kept after that. */
export const JOB_WORK_MS = 86_400_000;
export const JOB_KEPT_MS = 86_400_000;
