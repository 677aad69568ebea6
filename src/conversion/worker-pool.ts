import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { fail, ServiceError, toFailure } from '../contract/failure.ts';
import type { Collection } from './collect-garbage.ts';
import { MAX_ARRIVED_WAIT_MS } from './overload-guard.ts';
import type { PageOutput, PageTask, PageWorkers } from './ports.ts';
import { createRest } from './rest.ts';
import { asFailure, createWorkerSlots } from './worker-slots.ts';

/** Heap of one worker in MiB: the budget of 800,000 nodes fits, a page that needs more is too complex. */
const HEAP_MB = 768;
/** Measured: the default young generation makes parse and passes a quarter dearer. */
const YOUNG_GENERATION_MB = 32;
const STACK_MB = 4;
/** What the thread of a worker may use. V8 collects a limited heap sooner: it takes two thirds of the memory. */
export const WORKER_LIMITS = {
  maxOldGenerationSizeMb: HEAP_MB,
  maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
  stackSizeMb: STACK_MB,
};
const PROBE_TIMEOUT_MS = 1000;
/** Between the death of a worker and the look whether another one was started. */
const HEAL_AFTER_MS = 100;

export interface WorkerPoolSettings {
  readonly workers: number;
  readonly queueMax: number;
  /** Heap limit of one worker in MiB; tests set a small one. */
  readonly heapMb?: number;
  /** Another compiled worker module; tests of the pool itself set one. */
  readonly workerFile?: string;
}

export interface WorkerPool extends PageWorkers {
  /** Collects the heaps of idle workers; one at work or just ended is left alone. Never rejects. */
  collect(what: Collection): Promise<void>;
}

/** Node 20 runs no TypeScript: started from the sources, the pool runs the built worker. */
function builtWorker(): string {
  const here = import.meta.url;
  return fileURLToPath(
    here.endsWith('.ts') ? new URL('../../dist/conversion/worker.js', here) : new URL('./worker.js', here),
  );
}

/**
 * Threads that convert pages. Resolves when every worker has warmed up. A page's bytes are moved to the worker, not
 * copied; an abort kills a running conversion with its thread, and the pool starts another one.
 */
export async function startWorkerPool(settings: WorkerPoolSettings): Promise<WorkerPool> {
  const slots = createWorkerSlots(settings.workers, MAX_ARRIVED_WAIT_MS);
  const rest = createRest(() => slots.full);
  const pool = new Piscina<PageTask, PageOutput>({
    filename: settings.workerFile ?? builtWorker(),
    minThreads: settings.workers,
    maxThreads: settings.workers,
    maxQueue: settings.queueMax + settings.workers,
    concurrentTasksPerWorker: 1,
    resourceLimits: { ...WORKER_LIMITS, maxOldGenerationSizeMb: settings.heapMb ?? HEAP_MB },
    env: {},
    workerData: rest.ended,
  });
  // A worker that dies between tasks is replaced by the pool; without a listener the event would end the process.
  pool.on('error', () => undefined);
  let isClosed = false;
  // Piscina replaces no worker that died while it started, until a task comes; the tasks that wait bring none.
  pool.on('workerDestroy', () => {
    setTimeout(() => {
      if (isClosed || pool.threads.length >= settings.workers) return;
      run(probeTask(), AbortSignal.timeout(PROBE_TIMEOUT_MS)).catch(() => undefined);
    }, HEAL_AFTER_MS).unref();
  });
  const run = (task: PageTask, signal: AbortSignal) => runOn(pool, task, signal).finally(rest.answered);
  const convert = async (task: PageTask, signal: AbortSignal) => {
    if (signal.aborted) throw asFailure(signal.reason);
    await slots.take(signal);
    try {
      return await run(task, signal);
    } finally {
      slots.release();
    }
  };
  const never = new AbortController().signal;
  await Promise.all(Array.from({ length: settings.workers }, () => run(probeTask(), never)));
  return {
    size: settings.workers,
    get waiting() {
      return slots.waiting;
    },
    convert,
    rest: rest.plan,
    probe: () =>
      convert(probeTask(), AbortSignal.timeout(PROBE_TIMEOUT_MS)).then(
        () => true,
        // All at work is alive: the deadline ends what they do.
        () => slots.full,
      ),
    async collect(what) {
      // Each idle worker takes one.
      const idle = isClosed ? 0 : settings.workers;
      const collected = Array.from({ length: idle }, () => pool.run(probeTask(), { name: what }));
      await Promise.allSettled(collected);
    },
    close: () => {
      isClosed = true;
      return pool.destroy();
    },
  };
}

async function runOn(
  pool: Piscina<PageTask, PageOutput>,
  task: PageTask,
  signal: AbortSignal,
): Promise<PageOutput> {
  try {
    return await pool.run(task, { signal, transferList: [task.bytes.buffer] });
  } catch (error) {
    throw signal.aborted ? asFailure(signal.reason) : workerFailure(error);
  }
}

function workerFailure(error: unknown): ServiceError {
  const code = (error as { code?: unknown } | null)?.code;
  const tooDeep = error instanceof RangeError && /call stack/i.test(error.message);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY' || tooDeep) {
    return fail(
      'document_too_complex',
      'Convert a smaller page: this one needs more memory than a conversion may use.',
      { cause: error },
    );
  }
  // The page is not to blame for a thread that ended under it: another one converts it.
  if (error instanceof Error && /task queue|worker exited/i.test(error.message)) {
    return fail('busy', 'Retry after the time in Retry-After: the server is busy.', {
      cause: error,
      retryAfterMs: 1000,
    });
  }
  return new ServiceError(toFailure(error), { cause: error });
}

function probeTask(): PageTask {
  return {
    bytes: new TextEncoder().encode(
      '<!doctype html><title>Probe</title><main><h1>Probe</h1><p>Alive.</main>',
    ),
    contentType: 'text/html; charset=utf-8',
    url: 'https://example.com/',
    status: 200,
    format: 'markdown',
    options: {},
    wantMetadata: false,
    wantDiagnostics: false,
  };
}
