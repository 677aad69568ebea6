import type { Failure } from '../../../contract/failure.ts';
import type { ConvertedPage } from '../../../conversion/converter.ts';
import type { CrawlTarget } from '../../../crawl/crawl-target.ts';
import type { Job, JobPage } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import { documentOf } from './document.ts';
import { errorBody } from './errors.ts';
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

/** How a page ended: it came, or why it did not. */
export type PageEnd = { readonly page: ConvertedPage } | { readonly failure: Failure };

/** What a job does beside reading its pages. */
export interface JobWork {
  readonly scrape: Scrape;
  /** The next page; undefined: none may be begun now. */
  readonly take: () => JobTarget | undefined | Promise<JobTarget | undefined>;
  /** Milliseconds after which a page that said so is to be asked for again; undefined: it is not. */
  readonly againMs: (end: PageEnd) => number | undefined;
  /** What is kept of a page. `fault`: why the job cannot go on. Rejects when its signal is aborted. */
  readonly settle: (
    target: JobTarget,
    end: PageEnd,
  ) => Promise<{ readonly page: JobPage; readonly total: number; readonly fault?: unknown }>;
  /** The least milliseconds from one page to the next that the host asks for. */
  readonly hostDelayMs: () => number;
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

/** A page that came as its document, any other as its error: JSON. */
export function bodyOf(job: Job, url: string, end: PageEnd, scrape: Scrape): string {
  return JSON.stringify(
    'page' in end ? documentOf(end.page, scrape, { url, id: job.id }) : errorBody(end.failure),
  );
}

/** Goes on with a batch from what is kept of it. */
export async function openBatch(
  job: Job,
  deps: HttpDeps,
  { urls = [] }: JobRequest,
  scrape: Scrape,
): Promise<JobWork> {
  const ended = new Set<string>();
  for await (const pages of endedPages(deps, job)) for (const { name } of pages) ended.add(name);
  let next = 0;
  return {
    scrape,
    take() {
      while (ended.has(String(next))) next++;
      const url = urls[next];
      return url === undefined ? undefined : { name: String(next++), url };
    },
    againMs: () => undefined,
    async settle({ name, url }, end) {
      const state = 'page' in end ? 'done' : 'failed';
      return {
        page: { name, url, state, body: bodyOf(job, url, end, scrape), trail: '' },
        total: urls.length,
      };
    },
    hostDelayMs: () => 0,
    note: async () => ({}),
    close: async () => undefined,
  };
}
