import { createHash } from 'node:crypto';
import { ServiceError } from '../../../contract/failure.ts';
import { siteOf } from '../../../crawl/crawl-address.ts';
import type { CrawlTarget } from '../../../crawl/crawl-target.ts';
import { openSiteThread } from '../../../crawl/open-site-thread.ts';
import { type SiteFetch, siteFetch } from '../../../crawl/read-site.ts';
import type { Job } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import type { JobRequest } from './job-request.ts';
import { endedPages, type JobRun, type JobWork, type PageEnd } from './job-work.ts';
import { warningOf } from './scrape-request.ts';
import { leftOutTexts } from './site-request.ts';

/** Heap of the thread of a crawl in MiB. */
const MOST_HEAP_MB = 128;

/** Goes on with a crawl from what is kept of it, in a thread. Throws what the thread throws. */
export async function openCrawl(
  job: Job,
  deps: HttpDeps,
  { crawl, scrape }: JobRequest,
  { paces, stop, end: signal }: JobRun,
): Promise<JobWork> {
  /** The site, and its delay, once its robots.txt has told. */
  let [site, hostDelayMs]: [string | undefined, number] = [undefined, 0];
  const fetch = (ended: AbortSignal): SiteFetch => {
    const until = AbortSignal.any([ended, stop.signal]);
    return async (url, mostBytes) => {
      const isSitemap = site !== undefined;
      // robots.txt may name sitemaps of others, of which it says nothing.
      const isOfSite = !isSitemap || siteOf(new URL(url)) === site;
      await paces.through(url, isOfSite ? hostDelayMs : null, until).catch((error) => {
        // No page is kept without the robots.txt of its site.
        if (isSitemap || ended.aborted) throw error;
      });
      return await siteFetch(deps.fetcher, { signal: isSitemap ? until : ended })(url, mostBytes);
    };
  };
  const thread = openSiteThread(
    { ...crawl!, userAgent: deps.userAgent, heedsRobots: true },
    {
      fetch,
      onSite(origin, delayS) {
        [site, hostDelayMs] = [siteOf(new URL(origin)), delayS * 1000];
        paces.space(origin, hostDelayMs);
      },
      onWork: (ms) => deps.converter.charge(job.keyId, ms),
      signal,
      mostHeapMb: MOST_HEAP_MB,
    },
  );
  try {
    for await (const pages of endedPages(deps, job)) {
      // A first page that did not come leads nowhere.
      await thread.ask('restore', pages.map(({ trail }) => trail).filter(Boolean));
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
      const target = await thread.ask('take');
      if (target === undefined) return undefined;
      return { name: createHash('sha256').update(target.url).digest('base64url'), url: target.url, target };
    },
    async settle({ target }, end) {
      // Nobody goes on from a page without trail, and no job that has a fault is gone on with.
      const ofFault = (fault: unknown) => ({ trail: '', total: 1, isLeft: false, fault });
      // There is no site without its first page.
      if ('failure' in end && target!.depth === 0) return ofFault(new ServiceError(end.failure));
      return thread.ask('finish', visitOf(target!, end)).catch((error: unknown) => {
        signal.throwIfAborted();
        return ofFault(error);
      });
    },
    hostDelayMs: () => hostDelayMs,
    async note() {
      const ending = await thread.ask('end');
      return { robotsBlocked: ending.blocked, ...warningOf(...leftOutTexts(ending)) };
    },
    close: thread.end,
  };
}

function visitOf(target: CrawlTarget, end: PageEnd) {
  if ('failure' in end) return { target, page: null };
  const { finalUrl, outcome = 'ok', forms } = end.page;
  return { target, page: { finalUrl, outcome, trail: forms!.trail! } };
}
