import { Worker } from 'node:worker_threads';
import { fail } from '../contract/failure.ts';
import type { Collection } from './collect-garbage.ts';
import type { PageOutput, PageTask } from './ports.ts';
import type { FromWorker, ToWorker } from './serve-tasks.ts';
import { cpuMsOf } from './thread-cpu.ts';

/** How a page ended, and the CPU that it used. */
export type EndOfTask = { readonly cpuMs: number } & (
  | { readonly output: PageOutput }
  | { readonly error: unknown }
);

/** One worker thread: a page at a time. Once it has ended, by whatever cause, it is replaced and never used again. */
export interface WorkerThread {
  /** Resolves when it has warmed up; rejects with what ended it before. */
  readonly ready: Promise<void>;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  readonly isReady: boolean;
  /** True for so few pages that they cost several times what later ones will. */
  readonly isCold: boolean;
  /** Converts the pages of the warm-up, beside those that come meanwhile; resolves when it has, or has ended. */
  warm(): Promise<void>;
  /** Ready, and at no page. */
  readonly isFree: boolean;
  /** Converts a page on a free thread; the bytes are moved to it. Never rejects. */
  convert(task: PageTask): Promise<EndOfTask>;
  /** CPU of the page that it is at, in milliseconds; wall time where the system does not tell the CPU of a thread. */
  taskCpuMs(): Promise<number>;
  collect(what: Collection): void;
  /** Ends it at once; the page that it is at fails with `error`. */
  kill(error: unknown): void;
}

/** The first pages of a thread: they cost 1.5 times what later ones do, and more (decisions/119-ready-means-warm.md). */
const COLD_PAGES = 20;

/** The page that a thread is at. */
interface Work {
  readonly startedAt: number;
  readonly answer: (end: EndOfTask) => void;
}

export function startWorkerThread(file: string, resourceLimits: Worker['resourceLimits']): WorkerThread {
  // Flags of the process, such as how its own entry is read, are not for the worker's.
  const worker = new Worker(file, { env: {}, execArgv: [], resourceLimits });
  let taskId: number | null = null;
  let atRestMs = 0;
  let work: Work | null = null;
  let isReady = false;
  let converted = 0;
  // The page is not to blame for a thread that ended under it: another one converts it.
  let error: unknown = fail('busy', 'Retry after the time in Retry-After: the server is busy.', {
    retryAfterMs: 1000,
  });
  let onWarm = () => {};
  const elapsedMs = () => (work === null ? 0 : performance.now() - work.startedAt);
  const answer = (end: EndOfTask) => {
    const answered = work;
    work = null;
    answered?.answer(end);
  };
  // Without a listener the event would end the process; the exit that follows is what counts.
  worker.on('error', (cause) => {
    error = cause;
  });
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  const ended = exited.then(() => {
    isReady = false;
    answer({ error, cpuMs: elapsedMs() });
  });
  const ready = new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(error));
    worker.on('message', (message: FromWorker) => {
      atRestMs = message.atRestMs;
      if (message.kind === 'converted' || message.kind === 'failed') answer(message);
      if (message.kind === 'warm') onWarm();
      if (message.kind !== 'ready') return;
      taskId = message.taskId;
      isReady = true;
      resolve();
    });
  });
  const post = (message: ToWorker, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);
  ready.catch(() => undefined);
  return {
    ready,
    ended,
    get isReady() {
      return isReady;
    },
    get isFree() {
      return isReady && work === null;
    },
    get isCold() {
      return converted <= COLD_PAGES;
    },
    warm() {
      const warm = new Promise<void>((resolve) => {
        onWarm = resolve;
      });
      post({ warm: true });
      return Promise.race([warm, ended]);
    },
    convert: (task) =>
      new Promise((resolve) => {
        converted++;
        work = { startedAt: performance.now(), answer: resolve };
        post({ task }, [task.bytes.buffer]);
      }),
    // A thread at rest uses none.
    taskCpuMs: async () => Math.min(elapsedMs(), (await cpuMsOf(worker, taskId)) - atRestMs),
    collect: (what) => post({ collect: what }),
    kill(cause) {
      isReady = false;
      answer({ error: cause, cpuMs: elapsedMs() });
      void worker.terminate();
    },
  };
}
