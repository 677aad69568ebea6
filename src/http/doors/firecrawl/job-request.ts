import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Caller } from '../../../access/authenticator.ts';
import { parseHttpUrl } from '../../../contract/address.ts';
import { convertRequest } from '../../../contract/convert.ts';
import { invalid } from '../../../contract/failure.ts';
import { withScheme } from '../../../contract/typed-address.ts';
import { ANY_DEPTH } from '../../../crawl/crawl-target.ts';
import { PAGES_OF_HOST } from '../../../crawl/host-paces.ts';
import { MOST_DELAY_S } from '../../../crawl/read-site.ts';
import type { ThreadRequest } from '../../../crawl/site-thread.ts';
import { REFUSED_OF_JOBS } from './fields.table.ts';
import { listOf, readScrape, readTheirs, type Scrape, scrapeOptions, warningOf } from './scrape-request.ts';
import { siteFields, wantedSite } from './site-request.ts';

/** Bytes that a job keeps at most: documents, errors, and what is known of its site. */
export const JOB_BYTES = 67_108_864;
/** What a key, or an account, may have: jobs in work, and bytes of these and of ended ones. */
export const JOB_BOUNDS = { jobsInWork: 4, jobBytes: JOB_BYTES, subjectBytes: 402_653_184 };
/** Pages of a job at most, as theirs; a plan may allow fewer: what it admits while a job may be in work. */
const MOST_PAGES = 10_000;
const HOURS_IN_WORK = 24;
/** Pages of a job that are on their way at a time, and most that a caller may ask for. */
const [LANES, MOST_LANES] = [4, 16];
/** Patterns of a crawl, and characters of one. */
const [MOST_PATTERNS, MOST_PATTERN_CHARACTERS] = [100, 500];
/** What of the delay of its site the sitemaps of a crawl may take, in seconds. */
const SITEMAPS_S = 120;

/** A job as the store keeps it. */
export interface JobRequest {
  readonly scrape: Scrape;
  readonly lanes: number;
  readonly delayMs: number;
  readonly urls?: readonly string[];
  readonly crawl?: Omit<ThreadRequest, 'userAgent' | 'heedsRobots'>;
  /** Of a crawl: options of its pages as they were sent, to be told. */
  readonly options?: object;
}

/** A job that is asked for. */
interface WantedJob {
  readonly request: JobRequest;
  readonly total: number;
  /** What the answer says of it besides. */
  readonly said: { readonly invalidURLs?: readonly string[]; readonly warning?: string };
}

const isText = (element: unknown): boolean => typeof element === 'string' && element !== '';
const flag = z.boolean().nullish();
const count = z.int().nonnegative().nullish();
const pattern = z
  .string()
  .max(MOST_PATTERN_CHARACTERS)
  .refine(isPattern, { error: 'a regular expression', abort: true });
const patterns = listOf(pattern, MOST_PATTERNS).nullish();
const maxConcurrency = z.int().positive().nullish();
const batchRequest = scrapeOptions.extend({
  urls: z
    .array(z.unknown())
    .min(1)
    .max(MOST_PAGES)
    // One issue, however many elements are none.
    .pipe(
      z.custom<string[]>((urls) => (urls as unknown[]).every(isText), { error: 'an array of addresses' }),
    ),
  ignoreInvalidURLs: flag,
  maxConcurrency,
});
const crawlRequest = z.object({
  ...siteFields,
  limit: z.int().positive().nullish(),
  maxDepth: count,
  maxDiscoveryDepth: count,
  includePaths: patterns,
  excludePaths: patterns,
  regexOnFullURL: flag,
  allowBackwardLinks: flag,
  crawlEntireDomain: flag,
  delay: z.number().nonnegative().max(MOST_DELAY_S).nullish(),
  maxConcurrency,
  scrapeOptions: scrapeOptions.nullish(),
});

/** Whether a text is a regular expression; one that is too large is told by the thread that runs it. */
function isPattern(text: string): boolean {
  try {
    // linear: it is not run here.
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

const mostPages = ({ plan }: Caller): number => Math.min(MOST_PAGES, HOURS_IN_WORK * plan.perHour);
const lanesOf = (wanted: number | null | undefined): number => Math.min(wanted ?? LANES, MOST_LANES);

/** An address as it is asked for: without what a store may not take, as NUL; undefined where it is none. */
function addressOf(typed: string): string | undefined {
  return typed.length > convertRequest.shape.url.maxLength!
    ? undefined
    : parseHttpUrl(withScheme(typed))?.href;
}

/** Throws `invalid_request`. `isLenient`: whether addresses that are none are left out, unless told. */
export function readBatch(body: object, caller: Caller, isLenient: boolean): WantedJob {
  const { asked, scrape } = readScrape(batchRequest, body, REFUSED_OF_JOBS);
  const { urls, ignoreInvalidURLs, maxConcurrency: lanes } = asked;
  const most = mostPages(caller);
  if (urls.length > most)
    throw invalid(
      `Give at most ${most} addresses, which is what a job of this plan may have; these are ${urls.length}.`,
    );
  const addresses = urls.map(addressOf);
  const valid = addresses.filter((url) => url !== undefined);
  const invalidURLs = urls.filter((_, at) => addresses[at] === undefined);
  if (valid.length === 0 || (invalidURLs.length > 0 && !(ignoreInvalidURLs ?? isLenient)))
    throw invalid(
      `Set "urls" to http or https addresses, or "ignoreInvalidURLs" to true; ${JSON.stringify(invalidURLs[0]!.slice(0, 80))} is none.`,
    );
  return {
    request: { scrape, lanes: lanesOf(lanes), delayMs: 0, urls: valid },
    total: valid.length,
    said: { ...(invalidURLs.length > 0 && { invalidURLs }), ...warningOf(scrape.warning) },
  };
}

/** Throws `invalid_request`, `invalid_url`. */
export function readCrawl(body: object, caller: Caller): WantedJob {
  const { asked, warning } = readTheirs(crawlRequest, body, REFUSED_OF_JOBS);
  const options = (body as { readonly scrapeOptions?: object | null }).scrapeOptions ?? {};
  const { scrape } = readScrape(scrapeOptions, options, REFUSED_OF_JOBS);
  const limit = Math.min(asked.limit ?? MOST_PAGES, mostPages(caller));
  const isLess = limit < (asked.limit ?? 0);
  const site = wantedSite(asked, { limit, depth: asked.maxDiscoveryDepth ?? ANY_DEPTH }, SITEMAPS_S);
  const filter = {
    include: asked.includePaths ?? [],
    exclude: asked.excludePaths ?? [],
    isOfAddress: asked.regexOnFullURL === true,
    isWhole: asked.crawlEntireDomain === true || asked.allowBackwardLinks === true,
    segments: asked.maxDepth ?? null,
    isPlain: asked.ignoreQueryParameters === true,
  };
  return {
    request: {
      scrape,
      options,
      lanes: asked.delay ? 1 : Math.min(lanesOf(asked.maxConcurrency), PAGES_OF_HOST),
      delayMs: (asked.delay ?? 0) * 1000,
      crawl: { ...site, filter },
    },
    total: 1,
    said: warningOf(warning, isLess ? `"limit" is ${limit}, which is what a job of this plan may have.` : ''),
  };
}

/** Whether two jobs as stores keep them ask for the same: earlier versions wrote other orders of fields. */
export const isSameRequest = (one: string, other: string): boolean =>
  isDeepStrictEqual(JSON.parse(one), JSON.parse(other));

/** Whether an id is of the form of ours: no other one is looked for. */
export const isJobId = (id: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);

/** The id of a new job; one for each `x-idempotency-key` of a caller, where it sends one. */
export function jobIdOf({ keyId }: Caller, idempotencyKey: string | readonly string[] | undefined): string {
  if (idempotencyKey === undefined) return randomUUID();
  const hex = createHash('sha256')
    .update(JSON.stringify([keyId, idempotencyKey]))
    .digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
