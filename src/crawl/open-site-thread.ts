import { Worker } from 'node:worker_threads';
import { builtFile } from '../built-file.ts';
import { type Failure, fail, ServiceError, toFailure } from '../contract/failure.ts';
import type { SiteFetch } from './read-site.ts';
import type { SiteSteps, ThreadRequest } from './site-steps.ts';

/** What the thread of a site says: something that it wants fetched, what the site asks for, or the answer to a task. */
export type FromThread =
  | { readonly id: number; readonly url: string; readonly mostBytes: number | undefined }
  | { readonly origin: string; readonly delayS: number }
  | ({ readonly task: number } & Said);

/** What it is told: what it wanted, or a step to take. */
export type ToThread =
  | ({ readonly id: number } & Said)
  | { readonly task: number; readonly step: keyof SiteSteps; readonly args: readonly unknown[] };

export type Said = { readonly value: unknown } | { readonly failure: Failure };

/** Stack, and the heap of new objects, in MiB. */
const LIMITS = { maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const LOOK_MS = 100;

/** What a site needs of the service, and its bounds. */
interface SiteParts {
  readonly fetch: (signal: AbortSignal) => SiteFetch;
  /** Hears of the site, ahead of what is fetched of it beside robots.txt: the seconds from one request to the next that it asks for. */
  readonly onSite?: (origin: string, delayS: number) => void;
  /** Is told the milliseconds that the thread was at work since the last time. */
  readonly onWork: (ms: number) => void;
  readonly signal: AbortSignal;
  /** Most time at work, waiting left out, in milliseconds. */
  readonly mostWorkMs: () => number;
  /** Most heap in MiB. */
  readonly mostHeapMb: number;
}

/** A thread that reads what a site sends. */
interface SiteThread {
  /** Throws what the task throws, the reason of the signal, and `conversion_timeout` or `document_too_complex` for a site that is too much. */
  readonly ask: <Step extends keyof SiteSteps>(
    step: Step,
    ...args: Parameters<SiteSteps[Step]>
  ) => Promise<Awaited<ReturnType<SiteSteps[Step]>>>;
  /** Ends it, and resolves when what was fetched for it has ended too. */
  readonly end: () => Promise<void>;
}

/** Starts a thread of its own for a site, so that nothing that the site sends holds the one that answers. */
export function openSiteThread(request: ThreadRequest, parts: SiteParts): SiteThread {
  const { fetch, onSite, onWork, signal, mostWorkMs, mostHeapMb } = parts;
  signal.throwIfAborted();
  const thread = new Worker(builtFile('crawl/site-thread.js'), {
    workerData: request,
    env: {},
    execArgv: [],
    resourceLimits: { ...LIMITS, maxOldGenerationSizeMb: mostHeapMb },
  });
  const ending = new AbortController();
  const ended = AbortSignal.any([signal, ending.signal]);
  const answers = new Set<Promise<void>>();
  const asked = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>();
  let [lastTask, toldMs] = [0, 0];
  let fault: { readonly error: unknown } | undefined;
  let cause: unknown;
  const giveUp = (error: unknown) => {
    fault ??= { error };
    for (const { reject } of asked.values()) reject(fault.error);
    asked.clear();
  };
  const fetchNow = fetch(ended);
  const answer = async ({ id, url, mostBytes }: Extract<FromThread, { id: number }>): Promise<void> => {
    try {
      const { status, bytes } = await fetchNow(url, mostBytes);
      tell({ id, value: { status, bytes } });
    } catch (error) {
      cause = error;
      tell({ id, failure: toFailure(error) });
    }
  };
  const tell = (message: ToThread) => thread.postMessage(message);
  const workedMs = () => thread.performance.eventLoopUtilization().active;
  const tellWork = () => {
    const ms = workedMs();
    onWork(ms - toldMs);
    toldMs = ms;
  };
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort);
  const timer = setInterval(() => {
    if (workedMs() > mostWorkMs()) giveUp(tooMuchWork());
  }, LOOK_MS).unref();
  thread.on('error', (error) => giveUp(asFailure(error)));
  thread.on('exit', () => giveUp(new Error('The thread of a site ended')));
  thread.on('message', (message: FromThread) => {
    if ('id' in message) {
      const answered = answer(message).finally(() => answers.delete(answered));
      answers.add(answered);
      return;
    }
    if ('origin' in message) return onSite?.(message.origin, message.delayS);
    const task = asked.get(message.task);
    asked.delete(message.task);
    if ('failure' in message) task?.reject(new ServiceError(message.failure, { cause }));
    else task?.resolve(message.value as never);
  });
  return {
    async ask(step, ...args) {
      if (fault !== undefined) throw fault.error;
      const task = ++lastTask;
      const said = new Promise<never>((resolve, reject) => asked.set(task, { resolve, reject }));
      tell({ task, step, args });
      return said.finally(tellWork);
    },
    async end() {
      clearInterval(timer);
      signal.removeEventListener('abort', onAbort);
      tellWork();
      giveUp(new Error('The thread of a site was ended'));
      void thread.terminate();
      // What is held for them is let go when they have ended.
      ending.abort();
      await Promise.all(answers);
    },
  };
}

const tooMuchWork = (): ServiceError =>
  fail(
    'conversion_timeout',
    'Set "sitemap" to "skip", or ask for a part of the site: its addresses take too long.',
  );

const asFailure = (error: unknown): unknown =>
  (error as { readonly code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? fail(
        'document_too_complex',
        'Set "sitemap" to "skip", or ask for a part of the site: it needs too much memory.',
      )
    : error;
