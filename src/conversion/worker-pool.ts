import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtFile } from '../built-file.ts';
import { fail, ServiceError, toFailure } from '../contract/failure.ts';
import { orAborted } from '../fetching/deadline.ts';
import type { Collection } from './collect-garbage.ts';
import type { PageTask, PageWorkers } from './ports.ts';
import { type EndOfTask, startWorkerThread, type WorkerThread } from './worker-thread.ts';

/** Heap of one worker in MiB: the budget of 800,000 nodes fits, a page that needs more is too complex. */
const HEAP_MB = 768;
/** Measured: the default young generation makes parse and passes a quarter dearer. */
const YOUNG_GENERATION_MB = 32;
const STACK_MB = 4;
/**
 * What the thread of a worker may use. V8 collects a limited heap sooner: it takes two thirds of the memory, and 1.1 times the CPU
 * over all kinds of pages, 1.4 times for 100 KB of prose.
 */
export const WORKER_LIMITS = {
  maxOldGenerationSizeMb: HEAP_MB,
  maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
  stackSizeMb: STACK_MB,
};
/** CPU that a conversion may use: 2 s, and 1 s for each 100 KB of its page, never more than the setting. */
const BASE_CPU_MS = 2000;
const CPU_MS_PER_BYTE = 1000 / 100_000;
/** Between a thread that died while it started and the next attempt. */
const RESTART_MS = 100;
/**
 * When the spare thread starts, which takes half a second of CPU: so long after the others, or into a page that took the last
 * free one.
 */
const SPARE_AFTER_MS = 20_000;
const SPARE_INTO_PAGE_MS = 100;

export interface WorkerPoolSettings {
  readonly threads: number;
  /** Whether there is one thread more for a page that finds none free; it is started later, or by that page. */
  readonly hasSpare?: boolean;
  /** Whether the first threads convert the pages of the warm-up once they are ready; until then `isAlive` is false. */
  readonly warmsUp?: boolean;
  /** Most CPU of one conversion, in milliseconds (`PAGEMARK_CPU_MS`). */
  readonly cpuMs: number;
  /** Heap limit of one worker in MiB; tests set a small one. */
  readonly heapMb?: number;
  /** Another compiled worker module; tests of the pool itself set one. */
  readonly workerFile?: string;
}

export interface WorkerPool extends PageWorkers {
  /** Resolves when every thread but the spare has warmed up; rejects, the pool closed, when one ends before. */
  readonly ready: Promise<void>;
  /** True while there is a thread that is ready, once every one is warm. */
  readonly isAlive: boolean;
  readonly threads: { readonly threads: number; readonly ready: number; readonly busy: number };
  /** Collects the heaps of the threads that are at no page. */
  collect(what: Collection): void;
  close(): Promise<void>;
}

/** A place for a thread, which is replaced when it ends. */
interface Seat {
  thread: WorkerThread;
  /** Called once when the next thread is ready. */
  onReady: () => void;
}

/** Threads that convert pages, warmed up; rejects when one ends before. */
export async function startWorkerPool(settings: WorkerPoolSettings): Promise<WorkerPool> {
  const pool = openWorkerPool(settings);
  await pool.ready;
  return pool;
}

/**
 * Threads that convert pages; a page waits until they are ready. Who gives them one has a turn (`fair-turns.ts`), so that a
 * thread is free.
 */
export function openWorkerPool(settings: WorkerPoolSettings): WorkerPool {
  const file = settings.workerFile ?? builtFile('conversion/worker.js');
  const limits = { ...WORKER_LIMITS, maxOldGenerationSizeMb: settings.heapMb ?? HEAP_MB };
  let isClosed = false;
  /** Tells those who wait for a free thread of each. */
  const frees = new EventEmitter().setMaxListeners(0);
  const free = () => void frees.emit('free');
  const start = () => {
    const thread = startWorkerThread(file, limits);
    thread.ready.then(free, () => undefined);
    return thread;
  };
  const newSeat = (): Seat => ({ thread: start(), onReady: () => undefined });
  const seats = Array.from({ length: settings.threads }, newSeat);
  const close = async () => {
    isClosed = true;
    for (const { thread } of seats) thread.kill(closed());
    free();
    await Promise.all(seats.map(({ thread }) => thread.ended));
  };
  const keep = (seat: Seat) => void keepSeat(seat, start, () => isClosed);
  let isStarted = false;
  let isWarm = false;
  const warmThreads = async () => {
    if (settings.warmsUp) await Promise.all(seats.map(({ thread }) => thread.warm()));
    isWarm = true;
  };
  const warmUp = async () => {
    try {
      await Promise.all(seats.map(({ thread }) => thread.ready));
    } catch (error) {
      await close();
      throw error;
    }
    isStarted = true;
    seats.forEach(keep);
    startSpareIn(SPARE_AFTER_MS);
    void warmThreads();
  };
  let spare: Seat | null = null;
  const startSpare = (): void => {
    if (spare !== null || !settings.hasSpare || isClosed) return;
    spare = newSeat();
    seats.push(spare);
    keep(spare);
  };
  const startSpareIn = (ms: number) => setTimeout(startSpare, ms).unref();
  const freeThread = () => seats.find(({ thread }) => thread.isFree);
  const ready = warmUp();
  ready.catch(() => undefined);
  return {
    ready,
    get isAlive() {
      return isWarm && seats.some(({ thread }) => thread.isReady);
    },
    get threads() {
      const ready = seats.filter(({ thread }) => thread.isReady);
      const busy = ready.filter(({ thread }) => !thread.isFree).length;
      return { threads: seats.length, ready: ready.length, busy };
    },
    async convert(task, signal, onEnd) {
      let seat: Seat | undefined;
      try {
        signal.throwIfAborted();
        if (!isStarted) await orAborted(ready, signal);
        seat = freeThread();
        if (seat === undefined) startSpare();
        // The spare, or one that ended at rest and is started anew.
        for (; seat === undefined; seat = freeThread()) {
          if (isClosed) throw closed();
          await once(frees, 'free', { signal }).catch(() => signal.throwIfAborted());
        }
      } catch (error) {
        onEnd(0, 0, true);
        throw error;
      }
      const { thread } = seat;
      const limitMs = Math.min(settings.cpuMs, BASE_CPU_MS + task.bytes.byteLength * CPU_MS_PER_BYTE);
      const startedAt = performance.now();
      const { isCold } = thread;
      const converted = convertOn(thread, task, signal, limitMs);
      const timer = freeThread() === undefined ? startSpareIn(SPARE_INTO_PAGE_MS) : undefined;
      const end = await converted;
      clearTimeout(timer);
      const tookMs = performance.now() - startedAt;
      const tell = () => onEnd(end.cpuMs, tookMs, isCold);
      // What ended its thread keeps its turn until there is another one.
      if (!thread.isFree) seat.onReady = tell;
      else {
        free();
        tell();
      }
      if ('output' in end) return end.output;
      throw asFailure(end.error);
    },
    collect(what) {
      for (const { thread } of seats) if (thread.isFree) thread.collect(what);
    },
    close,
  };
}

async function keepSeat(seat: Seat, start: () => WorkerThread, isClosed: () => boolean): Promise<void> {
  for (;;) {
    await seat.thread.ended;
    if (isClosed()) return;
    seat.thread = start();
    try {
      await seat.thread.ready;
      const { onReady } = seat;
      seat.onReady = () => undefined;
      onReady();
    } catch {
      await sleep(RESTART_MS, undefined, { ref: false });
    }
  }
}

/** Converts a page; ends its thread when `signal` is aborted or `limitMs` of CPU are spent. */
async function convertOn(
  thread: WorkerThread,
  task: PageTask,
  signal: AbortSignal,
  limitMs: number,
): Promise<EndOfTask> {
  const onAbort = () => thread.kill(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let isOver = false;
  const look = async () => {
    const leftMs = limitMs - (await thread.taskCpuMs());
    if (isOver) return;
    if (leftMs > 0) timer = setTimeout(look, leftMs);
    else thread.kill(cpuSpent(limitMs));
  };
  // CPU is never more than the time that has passed.
  let timer = setTimeout(look, limitMs);
  try {
    return await thread.convert(task);
  } finally {
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

const closed = (): Error => new Error('The pool is closed');

function cpuSpent(limitMs: number): ServiceError {
  return fail(
    'conversion_timeout',
    `Convert a smaller page: this one took more than ${Math.round(limitMs)} ms of processor time.`,
  );
}

function asFailure(error: unknown): ServiceError {
  const code = (error as { code?: unknown } | null)?.code;
  const tooDeep = error instanceof RangeError && /call stack/i.test(error.message);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY' || tooDeep) {
    return fail(
      'document_too_complex',
      'Convert a smaller page: this one needs more memory than a conversion may use.',
      { cause: error },
    );
  }
  return error instanceof ServiceError ? error : new ServiceError(toFailure(error), { cause: error });
}
