import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FailureReason, toFailure } from '../../../contract/failure.ts';
import { parseRequest } from '../../../contract/invalid-request.ts';
import type { WaitingPage } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import { unauthorized } from '../../request-headers.ts';
import { countAndConvert } from '../convert-page.ts';
import { documentOf } from './document.ts';
import { errorBody } from './errors.ts';
import { addressOf, readScrape, type Scrape, scrapeOptions } from './scrape-request.ts';

/** A runner that is silent for so long is taken to be dead; it says that it lives as often. */
const RUNNER_TTL_MS = 15_000;
const RENEW_MS = 5000;
/** Pages of a job that are on their way at a time, and most that a caller may ask for. */
const AT_A_TIME = 4;
const MOST_AT_A_TIME = 16;
/** Wait for what says no time of its own. */
const RETRY_MS = 1000;

/** Reasons that pass: the page waits. Nothing was counted. */
const PASSING: ReadonlySet<FailureReason> = new Set([
  'rate_limited',
  'busy',
  'concurrency_limited',
  'draining',
  'store_unavailable',
]);

/** Runs the jobs that this process has claimed. A process that ends leaves them to whoever asks for them next. */
export function createBatchRunner(deps: HttpDeps) {
  const runnerId = randomUUID();
  const running = new Map<string, Promise<void>>();
  const ended = new AbortController();
  const run = async (id: string, options: string, key: string): Promise<void> => {
    const claim = () => deps.jobs.claim(id, runnerId, RUNNER_TTL_MS);
    if (deps.isDraining() || !(await claim())) return;
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, ended.signal]);
    const renew = () =>
      claim().then(
        (isOurs) => isOurs || lost.abort(),
        () => undefined,
      );
    const renewal = setInterval(renew, RENEW_MS).unref();
    try {
      const body = JSON.parse(options) as { readonly maxConcurrency?: number };
      const scrape = readScrape(body, parseRequest(scrapeOptions, body), scrapeOptions);
      const pages = [...(await deps.jobs.waiting(id))];
      const work = async () => {
        for (let page = pages.shift(); page && !signal.aborted && !deps.isDraining(); page = pages.shift())
          await finishPage(deps, { id, key, scrape, page, signal });
      };
      const atATime = Math.min(body.maxConcurrency ?? AT_A_TIME, MOST_AT_A_TIME);
      await Promise.all(Array.from({ length: atATime }, work));
    } finally {
      clearInterval(renewal);
      await deps.jobs.release(id, runnerId);
    }
  };
  return {
    /** Goes on with a job, unless some process is at it. `key`: the one that it is of, which is judged again for each page. */
    start(id: string, options: string, key: string): void {
      if (running.has(id) || ended.signal.aborted) return;
      const work = run(id, options, key)
        .catch((error) => deps.onFault(error, id))
        .finally(() => running.delete(id));
      running.set(id, work);
    },
    /** Ends all work, before the stores are closed. */
    async end(): Promise<void> {
      ended.abort();
      await Promise.all(running.values());
    },
  };
}
export type BatchRunner = ReturnType<typeof createBatchRunner>;

interface PageWork {
  readonly id: string;
  readonly key: string;
  readonly scrape: Scrape;
  readonly page: WaitingPage;
  readonly signal: AbortSignal;
}

/** Reads a page, as soon as the plan of its key and the service have room for it, and keeps what came of it. */
async function finishPage(deps: HttpDeps, work: PageWork): Promise<void> {
  const { id, page, signal } = work;
  while (!signal.aborted && !deps.isDraining()) {
    try {
      const document = await readPage(deps, work);
      return await deps.jobs.finish(id, page.place, 'done', JSON.stringify(document));
    } catch (error) {
      if (signal.aborted) return;
      const failure = toFailure(error);
      if (!PASSING.has(failure.reason))
        return deps.jobs.finish(id, page.place, 'failed', JSON.stringify(errorBody(failure)));
      await sleep(failure.retryAfterMs ?? RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function readPage(deps: HttpDeps, { id, key, scrape, page, signal }: PageWork) {
  const caller = await deps.authenticator.authenticate(key);
  if (caller === null) throw unauthorized(key);
  const asked = { ...scrape.request, url: addressOf(page.url) };
  const converted = await countAndConvert(caller, deps, asked, { ...scrape.call, signal });
  return documentOf(converted, scrape, { url: page.url, id });
}
