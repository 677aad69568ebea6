import type { Failure } from '../../../contract/failure.ts';
import type { ConvertedPage } from '../../../conversion/converter.ts';
import type { CrawlTarget } from '../../../crawl/crawl-target.ts';
import type { HostDelay, HostPaces } from '../../../crawl/host-paces.ts';
import { createHostQueue } from '../../../crawl/host-queue.ts';
import { outcomeError } from '../../../crawl/look-at-page.ts';
import type { VisitedPage } from '../../../crawl/site-crawl.ts';
import type { Job, JobPage } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import { documentOf } from './document.ts';
import { errorOf } from './errors.ts';
import type { JobRequest } from './job-request.ts';
import type { Scrape } from './scrape-request.ts';

/** Pages that are read at a time to go on with a job. */
const MOST_AT_A_TIME = 20;

/** A page of a job. */
export interface JobTarget {
  readonly name: string;
  readonly url: string;
  readonly target?: CrawlTarget;
}

/** How a page ended: it came, or why it did not, and for how many milliseconds its site wants to be left alone. */
export type PageEnd =
  | { readonly page: ConvertedPage }
  | { readonly failure: Failure; readonly siteRetryMs?: number | undefined };

/** How a job is run by this process. */
export interface JobRun {
  readonly runner: string;
  readonly paces: HostPaces;
  /** Whether the job is in work and this process at it: for so long again. */
  readonly claim: () => Promise<boolean>;
  /** Aborted: no page is begun any more, and no sitemap read: that is left to who goes on with the job. */
  readonly stop: AbortController;
  /** Aborted: what is under way is given up, and pages are not counted. */
  readonly end: AbortSignal;
}

/** What a job does beside reading its pages. */
export interface JobWork {
  readonly scrape: Scrape;
  /** The next page; undefined: none may be begun now. */
  readonly take: () => JobTarget | undefined | Promise<JobTarget | undefined>;
  /** Takes in a page that has ended. `fault`: why the job cannot go on. Rejects when its signal is aborted. */
  readonly settle: (target: JobTarget, end: PageEnd) => Promise<VisitedPage & { readonly fault?: unknown }>;
  readonly hostDelayMs: () => HostDelay;
  /** What the status says of a job that is completed. */
  readonly note: () => Promise<object>;
  readonly close: () => Promise<void>;
}

/** What is kept of the pages of a job that have ended, some at a time, in the order of their ends. */
export async function* endedPages({ jobs }: Pick<HttpDeps, 'jobs'>, { id }: Job) {
  for (let after = 0; ; ) {
    const pages = await jobs.pages(id, after, MOST_AT_A_TIME);
    if (pages.length === 0) return;
    yield pages;
    after = pages.at(-1)!.seq;
  }
}

/** What is kept of a page: that it came with its document, else its error. */
export function keptOf(
  { id }: Pick<Job, 'id'>,
  url: string,
  end: PageEnd,
  scrape: Scrape,
): Pick<JobPage, 'state' | 'body'> {
  if ('failure' in end) return { state: 'failed', body: JSON.stringify(errorOf(end.failure)) };
  const { outcome = 'ok', upstream } = end.page;
  if (outcome !== 'ok') return keptOf({ id }, url, outcomeError(outcome, upstream), scrape);
  return { state: 'done', body: JSON.stringify(documentOf(end.page, scrape, { url, id })) };
}

/** Goes on with a batch from what is kept of it. */
export async function openBatch(
  job: Job,
  deps: HttpDeps,
  { urls = [], scrape }: JobRequest,
  { paces }: Pick<JobRun, 'paces'>,
): Promise<JobWork> {
  const ended = new Set<string>();
  for await (const pages of endedPages(deps, job)) for (const { name } of pages) ended.add(name);
  const left = urls.map((url, at) => ({ name: String(at), url })).filter(({ name }) => !ended.has(name));
  const take = createHostQueue(left);
  const isHeld = (url: string): boolean => paces.heldMs(url) > 0;
  return {
    scrape,
    // Room at a host comes soon, the time of one that is held may not.
    take: () => take((url) => !isHeld(url) && paces.hasRoom(url)) ?? take((url) => !isHeld(url)) ?? take(),
    settle: async () => ({ trail: '', total: urls.length, isLeft: false }),
    hostDelayMs: () => null,
    note: async () => ({}),
    close: async () => undefined,
  };
}
