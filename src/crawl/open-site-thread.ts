import { Worker } from 'node:worker_threads';
import { builtFile } from '../built-file.ts';
import { fail, ServiceError } from '../contract/failure.ts';
import { type Call, connectCalls } from '../port-calls.ts';
import type { SiteFetch } from './read-site.ts';
import type { SiteServices, SiteSteps, ThreadRequest } from './site-thread.ts';

/** Stack, and the heap of new objects, in MiB. */
const LIMITS = { maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const LOOK_MS = 100;
/** Time at work, waiting left out, in milliseconds: in all and for each page; measured: 0.6 s for 30,000 addresses with parameters. */
const [MOST_WORK_MS, MS_A_PAGE] = [4000, 25];

/** What a site needs of the service, and its bounds. */
interface SiteParts extends Partial<Pick<SiteServices, 'onSite'>> {
  readonly fetch: (signal: AbortSignal) => SiteFetch;
  /** Is told the milliseconds that the thread was at work since the last time. */
  readonly onWork: (ms: number) => void;
  readonly signal: AbortSignal;
  /** Most heap in MiB. */
  readonly mostHeapMb: number;
}

/** Starts a thread of its own for a site, so that nothing that the site sends holds the one that answers. */
export function openSiteThread(request: ThreadRequest, parts: SiteParts) {
  const { onSite = () => undefined, onWork, signal, mostHeapMb } = parts;
  signal.throwIfAborted();
  const thread = new Worker(builtFile('crawl/site-thread.js'), {
    workerData: request,
    env: {},
    execArgv: [],
    resourceLimits: { ...LIMITS, maxOldGenerationSizeMb: mostHeapMb },
  });
  const ending = new AbortController();
  const fetchNow = parts.fetch(AbortSignal.any([signal, ending.signal]));
  const underWay = new Set<Promise<unknown>>();
  let [workedMs, toldMs, pages] = [0, 0, 0];
  let fault: { readonly error: unknown } | undefined;
  let cause: unknown;
  const fetch: SiteFetch = async (...wanted) => {
    const fetched = fetchNow(...wanted);
    underWay.add(fetched);
    try {
      const { status, bytes } = await fetched;
      return { status, bytes };
    } catch (error) {
      cause = error;
      throw error;
    } finally {
      underWay.delete(fetched);
    }
  };
  const calls = connectCalls<SiteSteps>(thread, { fetch, onSite });
  const giveUp = (error: unknown) => {
    fault ??= { error };
    calls.giveUp(fault.error);
  };
  let lookedAt = performance.now();
  const lookAtWork = () => {
    // A thread that has died tells of none.
    const { active } = thread.performance.eventLoopUtilization();
    if (active > 0) lookedAt = performance.now();
    workedMs = Math.max(workedMs, active);
  };
  const tellWork = () => {
    lookAtWork();
    onWork(workedMs - toldMs);
    toldMs = workedMs;
  };
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort);
  const timer = setInterval(() => {
    lookAtWork();
    if (workedMs > MOST_WORK_MS + MS_A_PAGE * pages) giveUp(tooMuchWork());
  }, LOOK_MS).unref();
  thread.on('error', (error) => {
    // It was at work when it died.
    workedMs += Math.min(LOOK_MS, performance.now() - lookedAt);
    giveUp(asFailure(error));
  });
  thread.on('exit', () => giveUp(new Error('The thread of a site ended')));
  /** What failed in the thread may be what was fetched for it. */
  const caused = (error: unknown) =>
    fault === undefined && error instanceof ServiceError ? new ServiceError(error.failure, { cause }) : error;
  const ask: Call<SiteSteps> = (step, ...args) => {
    if (fault !== undefined) return Promise.reject(fault.error);
    if (step === 'restore') pages += (args[0] as readonly string[]).length;
    const answer = calls.call(step, ...args).then((value) => {
      // It is asked for whenever a lane is free, whether there is one or not.
      if (step === 'take' && value !== undefined) pages++;
      return value;
    });
    return answer.catch((error: unknown) => Promise.reject(caused(error))).finally(tellWork);
  };
  return {
    /** Throws what the step throws, the reason of the signal, and `conversion_timeout` or `document_too_complex` for a site that is too much. */
    ask,
    /** Ends it, and resolves when what was fetched for it has ended too. */
    async end() {
      clearInterval(timer);
      signal.removeEventListener('abort', onAbort);
      tellWork();
      giveUp(new Error('The thread of a site was ended'));
      void thread.terminate();
      // What is held for them is let go when they have ended.
      ending.abort();
      await Promise.allSettled(underWay);
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
