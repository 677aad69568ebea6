import { Worker } from 'node:worker_threads';
import { ServiceError } from '../contract/failure.ts';
import type { Collection } from './collect-garbage.ts';
import { busy } from './fair-turns.ts';
import type { PageOutput, PageTask } from './ports.ts';
import type { FromWorker, ToWorker } from './serve-tasks.ts';
import { cpuMsOf } from './thread-cpu.ts';

/** How a page ended, and the CPU that it used. */
export type EndOfTask = { readonly cpuMs: number } & (
  | { readonly output: PageOutput }
  | { readonly error: unknown }
);

/** One worker thread: a page at a time. Once it has ended, by whatever cause, it is replaced and never used again. */
export type WorkerThread = ReturnType<typeof startWorkerThread>;

/** The first pages of a thread: they cost 1.5 times what later ones do, and more (decisions/119-ready-means-warm.md). */
const COLD_PAGES = 20;

/** The page that a thread is at. */
interface Work {
  readonly startedAt: number;
  readonly answer: (end: EndOfTask) => void;
}

export function startWorkerThread(file: string, resourceLimits: Worker['resourceLimits']) {
  // Flags of the process, such as how its own entry is read, are not for the worker's.
  const worker = new Worker(file, { env: {}, execArgv: [], resourceLimits });
  let taskId: number | null = null;
  let atRestMs = 0;
  let work: Work | null = null;
  let isReady = false;
  let converted = 0;
  // The page is not to blame for a thread that ended under it: another one converts it.
  let error: unknown = new ServiceError(busy(0));
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
    /** Resolves when it has warmed up; rejects with what ended it before. */
    ready,
    /** Resolves when it has ended. */
    ended,
    get isReady(): boolean {
      return isReady;
    },
    /** Ready, and at no page. */
    get isFree(): boolean {
      return isReady && work === null;
    },
    /** True for so few pages that they cost several times what later ones will. */
    get isCold(): boolean {
      return converted <= COLD_PAGES;
    },
    /** Converts the pages of the warm-up, beside those that come meanwhile; resolves when it has, or has ended. */
    warm(): Promise<void> {
      const warm = new Promise<void>((resolve) => {
        onWarm = resolve;
      });
      post({ warm: true });
      return Promise.race([warm, ended]);
    },
    /** Converts a page on a free thread; the bytes are moved to it. Never rejects. */
    convert: (task: PageTask) =>
      new Promise<EndOfTask>((resolve) => {
        converted++;
        work = { startedAt: performance.now(), answer: resolve };
        post({ task }, [task.bytes.buffer]);
      }),
    /** CPU of the page that it is at, in milliseconds: none at rest; wall time where the system does not tell that of a thread. */
    taskCpuMs: async () => Math.min(elapsedMs(), (await cpuMsOf(worker, taskId)) - atRestMs),
    collect: (what: Collection) => post({ collect: what }),
    /** Ends it at once; the page that it is at fails with `cause`. */
    kill(cause: unknown): void {
      isReady = false;
      answer({ error: cause, cpuMs: elapsedMs() });
      void worker.terminate();
    },
  };
}
