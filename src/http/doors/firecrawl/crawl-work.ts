import { createHash } from 'node:crypto';
import { ServiceError } from '../../../contract/failure.ts';
import type { CrawlTarget } from '../../../crawl/crawl-target.ts';
import type { HostPaces } from '../../../crawl/host-paces.ts';
import { outcomeError } from '../../../crawl/look-at-page.ts';
import { openSiteThread } from '../../../crawl/open-site-thread.ts';
import { siteFetch } from '../../../crawl/read-site.ts';
import type { VisitedPage } from '../../../crawl/site-crawl.ts';
import type { Job } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import { type JobRequest, MOST_DELAY_S } from './job-request.ts';
import { bodyOf, endedPages, type JobWork, type PageEnd } from './job-work.ts';
import { leftOutText } from './left-out-text.ts';
import type { Scrape } from './scrape-request.ts';

/** Time at work of the thread of a crawl, in milliseconds: in all and for each page; and its heap in MiB. */
const [MOST_WORK_MS, MS_A_PAGE, MOST_HEAP_MB] = [4000, 25, 128];
/** The longest time that a site may have itself waited for, in milliseconds. */
const MOST_RETRY_MS = 60_000;

/** Goes on with a crawl from what is kept of it, in a thread. Throws what the thread throws. */
export async function openCrawl(
  job: Job,
  deps: HttpDeps,
  {
    crawl,
    scrape,
    paces,
    signal,
  }: Pick<JobRequest, 'crawl'> & {
    readonly scrape: Scrape;
    readonly paces: HostPaces;
    readonly signal: AbortSignal;
  },
): Promise<JobWork> {
  let [begun, hostDelayMs] = [0, 0];
  const thread = openSiteThread({
    fetch: (ended) => siteFetch(deps.fetcher, { signal: ended }),
    onWork: (ms) => deps.converter.charge(job.keyId, ms),
    signal,
    mostWorkMs: () => MOST_WORK_MS + MS_A_PAGE * begun,
    mostHeapMb: MOST_HEAP_MB,
  });
  const pace = (url: string, delayS: number | undefined) => {
    if (delayS === undefined) return;
    hostDelayMs = Math.min(delayS, MOST_DELAY_S) * 1000;
    paces.hold(url, hostDelayMs);
  };
  try {
    await thread.ask({ kind: 'begin', request: { ...crawl!, userAgent: deps.userAgent } });
    for await (const pages of endedPages(deps, job)) {
      begun += pages.length;
      // A first page that did not come leads nowhere.
      const trails = pages.map(({ trail }) => trail).filter(Boolean);
      pace(crawl!.url, await thread.ask({ kind: 'restore', trails }));
    }
  } catch (error) {
    await thread.end();
    throw error;
  }
  return {
    // Pages without content lead on.
    scrape: {
      ...scrape,
      request: { ...scrape.request, strict: false },
      call: { ...scrape.call, forms: [...(scrape.call.forms ?? []), 'trail'] },
    },
    async take() {
      const target = await thread.ask({ kind: 'take' });
      if (target === undefined) return undefined;
      begun++;
      return { name: createHash('sha256').update(target.url).digest('base64url'), url: target.url, target };
    },
    againMs(end) {
      const { status = 0, retryAfterMs = 0 } = 'page' in end ? end.page.upstream : {};
      const isToWait = (status === 429 || status === 503) && retryAfterMs > 0;
      return isToWait && retryAfterMs <= MOST_RETRY_MS ? retryAfterMs : undefined;
    },
    async settle({ name, url, target }, given) {
      const end = judged(given);
      const state = 'page' in end ? 'done' : 'failed';
      // Nobody goes on from a page without trail, and no job that has a fault is gone on with.
      const ofFault = (fault: unknown) => ({
        page: { name, url, state, body: bodyOf(job, url, end, scrape), trail: '' } as const,
        total: 1,
        fault,
      });
      // There is no site without its first page.
      if ('failure' in given && target!.depth === 0) return ofFault(new ServiceError(given.failure));
      let visited: VisitedPage;
      try {
        visited = await thread.ask({ kind: 'finish', visit: visitOf(target!, given) });
      } catch (error) {
        signal.throwIfAborted();
        return ofFault(error);
      }
      if ('page' in given) {
        const { finalUrl, upstream } = given.page;
        pace(finalUrl, visited.delayS);
        paces.hold(url, Math.min(upstream.retryAfterMs ?? 0, MOST_RETRY_MS));
      }
      const { trail, total, isLeft } = visited;
      if (isLeft) return { page: { name, url, state: 'left', body: '', trail }, total };
      return { page: { name, url, state, body: bodyOf(job, url, end, scrape), trail }, total };
    },
    hostDelayMs: () => hostDelayMs,
    async note() {
      const ending = await thread.ask({ kind: 'end' });
      const warning = leftOutText(ending);
      return { robotsBlocked: ending.blocked, ...(warning === '' ? {} : { warning }) };
    },
    close: thread.end,
  };
}

/** A page that came may have no content. */
function judged(end: PageEnd): PageEnd {
  if ('failure' in end) return end;
  const { outcome = 'ok', upstream } = end.page;
  return outcome === 'ok' ? end : { failure: outcomeError(outcome, upstream).failure };
}

function visitOf(target: CrawlTarget, end: PageEnd) {
  if ('failure' in end) return { target, page: null };
  const { finalUrl, outcome = 'ok', forms } = end.page;
  return { target, page: { finalUrl, outcome, trail: forms!.trail! } };
}
