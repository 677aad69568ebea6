import { setTimeout as sleep } from 'node:timers/promises';
import type { ConvertRequest } from '../../../contract/convert.ts';
import { type FailureReason, fail, ServiceError, toFailure } from '../../../contract/failure.ts';
import type { HostPaces } from '../../../crawl/host-paces.ts';
import { runLanes } from '../../../crawl/run-lanes.ts';
import { siteRetryOf } from '../../../fetching/response-head.ts';
import type { Job, JobPage } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import { countAndConvert } from '../convert-page.ts';
import { openCrawl } from './crawl-work.ts';
import { errorBody } from './errors.ts';
import { REFUSED_OF_JOBS } from './fields.table.ts';
import { JOB_BOUNDS, JOB_BYTES, type JobRequest } from './job-request.ts';
import { type JobTarget, type JobWork, openBatch, type PageEnd } from './job-work.ts';
import { readScrape, scrapeOptions } from './scrape-request.ts';

/** Wait for what says no time of its own, and for a store: less than others wait before they take over what this process is at. */
const [RETRY_MS, STORE_RETRY_MS] = [1000, 500];

/** A job that waits for longer is given up by the process, and begins anew then: a crawl reads its site anew for that. */
const MOST_WAIT_MS = { batch: 15_000, crawl: 90_000 };

/** Reasons that pass: the page waits. It was not counted. */
const PASSING: ReadonlySet<FailureReason> = new Set([
  'rate_limited',
  'busy',
  'concurrency_limited',
  'draining',
  'store_unavailable',
]);

/** Reasons for which a site that was there cannot be gone on with: the job is let go for another try, after so many milliseconds. */
const AWAY: ReadonlySet<FailureReason> = new Set([
  'fetch_timeout',
  'upstream_unavailable',
  'upstream_unreachable',
  'upstream_tls',
]);
const AWAY_MS = 15_000;
/** How often a page is asked for again that said when to come again, and the longest time that its site is left alone for that, in milliseconds. */
const [MOST_AGAIN, MOST_SITE_RETRY_MS] = [2, 60_000];

/** Bytes of a document at most, and those of a job that are left to the errors of its last pages. */
const [DOCUMENT_BYTES, ERROR_BYTES] = [JOB_BYTES / 4, 262_144];

/** How a job is run by this process. */
interface JobRun {
  readonly runner: string;
  readonly paces: HostPaces;
  /** Whether the job is in work and this process at it: for so long again. */
  readonly claim: () => Promise<boolean>;
  /** Aborted: no page is begun any more. */
  readonly stop: AbortController;
  /** Aborted: pages that are under way are given up, and not counted. */
  readonly end: AbortSignal;
}

/** Others have looked twice for a job that they may begin, and take the place of one that was let go, ahead of that job itself. */
const MOST_LOOKS_MS = 5000;

/** Why a job begins no page: others have its place, and it goes on later. */
export const GOES_ON = 'goes on later';

/** How a job ended: its status and what that says besides; or for how long its plan has no room, until when others have its place. */
export type JobEnd =
  | { readonly how: 'completed' | 'failed'; readonly note: object }
  | { readonly how: 'waits'; readonly forMs: number };

/** Reads the pages of a job that are not read yet. Undefined: it was stopped. Rejects where it can be gone on with later. */
export async function runJob(job: Job, deps: HttpDeps, run: JobRun): Promise<JobEnd | undefined> {
  const { stop } = run;
  let work: JobWork | undefined;
  try {
    const request = JSON.parse(await deps.jobs.requestOf(job.id)) as JobRequest;
    const scrape = readScrape(request.scrape, request.scrape, scrapeOptions, REFUSED_OF_JOBS);
    const parts = { ...request, scrape, paces: run.paces, stop: stop.signal, signal: run.end };
    work = await (request.crawl === undefined ? openBatch : openCrawl)(job, deps, parts);
    const { lanes, delayMs } = request;
    const state: RunState = { job, deps, run, work, delayMs, waitUntil: 0, done: job.done };
    const { take } = work;
    await runLanes(
      {
        take: () => untilFault(async () => take(), state),
        visit: (target) => untilFault(() => visit(target, state), state),
        stop: stop.signal,
      },
      lanes,
    );
    if (state.fault !== undefined) throw state.fault.error;
    if (stop.signal.reason === GOES_ON)
      return { how: 'waits', forMs: Math.max(state.waitUntil - performance.now(), MOST_LOOKS_MS) };
    if (stop.signal.aborted) return undefined;
    // A crawl without any document is no success.
    if (job.kind === 'crawl' && state.done === 0 && state.failed !== undefined)
      return { how: 'failed', note: { ...(await work.note()), ...told(state.failed) } };
    return { how: 'completed', note: await work.note() };
  } catch (error) {
    const failure = toFailure(error);
    if (run.end.aborted || failure.reason === 'store_unavailable') throw error;
    if (work === undefined && AWAY.has(failure.reason)) return { how: 'waits', forMs: AWAY_MS };
    if (failure.reason === 'internal') deps.onFault(error, job.id);
    return { how: 'failed', note: told(JSON.stringify(errorBody(failure))) };
  } finally {
    await work?.close();
  }
}

interface RunState {
  readonly job: Job;
  readonly deps: HttpDeps;
  readonly run: JobRun;
  readonly work: JobWork;
  /** The least time from one page to the next that the caller asks for. */
  readonly delayMs: number;
  /** Before this moment nothing is begun: the plan, or the service, has no room. */
  waitUntil: number;
  done: number;
  /** The error of the first page that failed. */
  failed?: string;
  /** Why the job cannot go on. */
  fault?: { readonly error: unknown };
}

/** What the status says of an error. */
function told(body: string): object {
  const { success: _, ...error } = JSON.parse(body) as { readonly success: false };
  return error;
}

/** A fault ends the job: nothing more is begun, and what is under way is kept. */
async function untilFault<T>(work: () => Promise<T>, state: RunState): Promise<T | undefined> {
  const { stop, end } = state.run;
  try {
    return await work();
  } catch (error) {
    if (!end.aborted) state.fault ??= { error };
    stop.abort();
    return undefined;
  }
}

/** Reads a page as soon as there is room for it, and keeps what came of it. */
async function visit(target: JobTarget, state: RunState): Promise<void> {
  const { deps, run, work } = state;
  let [end, tries]: [PageEnd | undefined, number] = [undefined, 0];
  for (let leave = await enter(target, state); leave !== undefined; leave = await enter(target, state)) {
    const endWork = deps.beginWork();
    try {
      const came = await readPage(target, state).finally(leave);
      if (came === undefined) continue;
      end = came;
      const siteRetryMs = ('failure' in end ? end.siteRetryMs : siteRetryOf(end.page.upstream)) ?? 0;
      run.paces.hold(target.url, Math.min(siteRetryMs, MOST_SITE_RETRY_MS));
      const isAgain = work.asksAgain && siteRetryMs > 0 && siteRetryMs <= MOST_SITE_RETRY_MS;
      if (!isAgain || tries++ === MOST_AGAIN) return await settle(target, end, state);
    } finally {
      endWork();
    }
  }
  // It was counted, and is asked for no more, unless the job goes on later.
  if (end === undefined || deps.isDraining()) return;
  if (run.stop.signal.reason !== GOES_ON) return await settle(target, end, state);
  state.waitUntil = Math.max(state.waitUntil, performance.now() + run.paces.heldMs(target.url));
}

/** Waits for room and for the host; resolves to what leaves its room, undefined: the job was stopped, is another process's, or has ended. */
async function enter({ url }: JobTarget, state: RunState): Promise<(() => void) | undefined> {
  const { deps, run, work } = state;
  const { stop } = run;
  while (!stop.signal.aborted) {
    let leave: (() => void) | undefined;
    try {
      const waitMs = state.waitUntil - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: stop.signal });
      leave = await run.paces.enter(url, work.hostDelayMs(), stop.signal);
      if (deps.isDraining()) stop.abort();
      // As late as can be: a job that was cancelled a moment ago reads no page.
      else if ((await run.claim()) && !stop.signal.aborted) {
        state.waitUntil = Math.max(state.waitUntil, performance.now() + state.delayMs);
        return leave;
      }
      leave();
    } catch (error) {
      leave?.();
      if (!stop.signal.aborted) pass(error, state);
    }
  }
  return undefined;
}

/** Has all pages wait for what passes; returns undefined. Throws what does not pass. */
function pass(error: unknown, state: RunState): undefined {
  const { reason, retryAfterMs } = toFailure(error);
  if (!PASSING.has(reason)) throw error;
  state.waitUntil = Math.max(state.waitUntil, performance.now() + (retryAfterMs ?? RETRY_MS));
  if (state.waitUntil - performance.now() <= MOST_WAIT_MS[state.job.kind]) return;
  state.run.stop.abort(GOES_ON);
}

/** A page that was counted, or why it did not come; undefined: it has to wait, and was not counted. Throws what ends the job. */
async function readPage({ url }: JobTarget, state: RunState): Promise<PageEnd | undefined> {
  const { job, deps, run, work } = state;
  const { keyId } = job;
  const request = { ...work.scrape.request, url } as ConvertRequest;
  try {
    const caller = await deps.authenticator.byId(keyId);
    if (caller === null)
      throw fail('unauthorized', 'Begin the job anew with another key: its own was revoked, or has expired.');
    return {
      page: await countAndConvert(deps, caller, request, { ...work.scrape.call, keyId, signal: run.end }),
    };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.reason === 'quota_exceeded' || failure.reason === 'unauthorized') throw error;
    if (PASSING.has(failure.reason)) return pass(error, state);
    if (failure.reason === 'internal') deps.onFault(error, job.id);
    return { failure, siteRetryMs: error instanceof ServiceError ? error.siteRetryMs : undefined };
  }
}

/** Keeps a page, however long the store is away: it was counted. */
async function settle(target: JobTarget, end: PageEnd, state: RunState): Promise<void> {
  const { job, deps, run } = state;
  const { page: given, total, fault } = await state.work.settle(target, end);
  const keep = (one: JobPage, spare: number) =>
    untilStored(() => deps.jobs.finish(job.id, run.runner, one, { total, spare, ...JOB_BOUNDS }), run.end);
  let page = given;
  if (Buffer.byteLength(page.body) > DOCUMENT_BYTES)
    page = {
      ...page,
      state: 'failed',
      body: JSON.stringify(
        errorBody(tooLarge(`a document has at most ${DOCUMENT_BYTES} bytes here`).failure),
      ),
    };
  let kept = await keep(page, ERROR_BYTES);
  const full =
    kept === 'full'
      ? tooLarge(`a job keeps at most ${JOB_BYTES} bytes, and all together what the service has room for`)
      : undefined;
  if (full !== undefined) {
    // It was counted, so it is told.
    page = { ...page, state: 'failed', body: JSON.stringify(errorBody(full.failure)), trail: '' };
    kept = await keep(page, 0);
  }
  if (kept === 'lost') run.stop.abort();
  if (page.state === 'done') state.done++;
  if (page.state === 'failed') state.failed ??= page.body;
  if (fault !== undefined) throw fault;
  if (full !== undefined) throw full;
}

/** Tries again while the store is away. */
async function untilStored<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (toFailure(error).reason !== 'store_unavailable' || signal.aborted) throw error;
      await sleep(STORE_RETRY_MS, undefined, { signal });
    }
  }
}

const tooLarge = (why: string): ServiceError =>
  fail('response_too_large', `Ask for fewer pages or formats: ${why}.`);
