import { setTimeout as sleep } from 'node:timers/promises';
import type { ConvertRequest } from '../../../contract/convert.ts';
import { type FailureReason, fail, ServiceError, toFailure } from '../../../contract/failure.ts';
import { runLanes } from '../../../crawl/run-lanes.ts';
import { siteRetryOf } from '../../../fetching/response-head.ts';
import type { Job, JobPage } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import { countAndConvert } from '../convert-page.ts';
import { openCrawl } from './crawl-work.ts';
import { errorOf } from './errors.ts';
import { JOB_BOUNDS, JOB_BYTES, type JobRequest } from './job-request.ts';
import { type JobRun, type JobTarget, type JobWork, keptOf, openBatch, type PageEnd } from './job-work.ts';

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

/** Why a page no longer fits. */
const FULL = `a job keeps at most ${JOB_BYTES} bytes, and all together what the service has room for`;

/** Bytes of a document at most, and those of a job that are left to the errors of its last pages. */
const [DOCUMENT_BYTES, ERROR_BYTES] = [JOB_BYTES / 4, 262_144];

/** Why a job begins no page: others have its place, and it goes on later. */
export const GOES_ON = 'goes on later';

/** How a job ended: its status and what that says besides; or for how long it is left alone by all processes, if it is in work still. */
export type JobEnd =
  | { readonly how: 'completed' | 'failed'; readonly note: object }
  | { readonly how: 'waits'; readonly forMs: number };

/** Reads the pages of a job that are not read yet. Rejects where it can be gone on with later. */
export async function runJob(job: Job, deps: HttpDeps, run: JobRun): Promise<JobEnd> {
  const { stop, end } = run;
  let work: JobWork | undefined;
  try {
    const request = JSON.parse(await deps.jobs.requestOf(job.id)) as JobRequest;
    work = await (request.crawl === undefined ? openBatch : openCrawl)(job, deps, request, run);
    const pages = createPages(job, deps, run, work, request);
    const lanes = () => ((work?.hostDelayMs() ?? 0) > 0 ? 1 : request.lanes);
    await runLanes({ ...pages, stop: stop.signal, lanes });
    return await pages.end();
  } catch (error) {
    const failure = toFailure(error);
    if (end.aborted || failure.reason === 'store_unavailable') throw error;
    if (work === undefined && AWAY.has(failure.reason)) return { how: 'waits', forMs: AWAY_MS };
    if (failure.reason === 'internal') deps.onFault(error, job.id);
    return { how: 'failed', note: errorOf(failure) };
  } finally {
    await work?.close();
  }
}

/** Reads the pages of a job, each as soon as there is room for it, and keeps what came of them. */
function createPages(job: Job, deps: HttpDeps, run: JobRun, work: JobWork, { delayMs }: JobRequest) {
  const { paces, stop } = run;
  /** Before this moment nothing is begun: the plan, the service, the host or the caller wants it so. */
  let waitUntil = 0;
  /** Before this one a host wants to be left alone, of which whoever goes on with the job knows nothing. */
  let heldUntil = 0;
  let { done } = job;
  /** The error of the first page that failed. */
  let failed: string | undefined;
  /** Why the job cannot go on. */
  let fault: { readonly error: unknown } | undefined;
  const wait = (ms: number): void => {
    waitUntil = Math.max(waitUntil, performance.now() + ms);
  };
  const leaveAlone = (ms: number): void => {
    heldUntil = Math.max(heldUntil, performance.now() + ms);
  };
  const isLetGo = (): boolean => deps.isDraining() || stop.signal.reason === GOES_ON;

  /** A fault ends the job: nothing more is begun, and what is under way is kept. */
  const untilFault = async <T>(step: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      if (!run.end.aborted) fault ??= { error };
      stop.abort();
      return undefined;
    }
  };
  /** Has all pages wait for what passes; returns undefined. Throws what does not pass. */
  const pass = (error: unknown): undefined => {
    const { reason, retryAfterMs } = toFailure(error);
    if (!PASSING.has(reason)) throw error;
    wait(retryAfterMs ?? RETRY_MS);
    if (waitUntil - performance.now() > MOST_WAIT_MS[job.kind]) stop.abort(GOES_ON);
  };
  /** Waits for room and for the host; resolves to what leaves its room, undefined: the job was stopped, is another process's, or has ended. */
  const enter = async (url: string): Promise<(() => void) | undefined> => {
    while (!stop.signal.aborted) {
      let leave: (() => void) | undefined;
      try {
        const waitMs = waitUntil - performance.now();
        if (waitMs > 0) await sleep(waitMs, undefined, { signal: stop.signal });
        leave = await paces.enter(url, work.hostDelayMs(), stop.signal);
        if (deps.isDraining()) stop.abort();
        // As late as can be: a job that was cancelled a moment ago reads no page.
        else if ((await run.claim()) && !stop.signal.aborted) {
          wait(delayMs);
          return leave;
        }
        leave();
      } catch (error) {
        leave?.();
        if (!stop.signal.aborted) pass(error);
      }
    }
    return undefined;
  };
  /** A page that was counted, or why it did not come; undefined: it has to wait, and was not counted. Throws what ends the job. */
  const read = async (url: string): Promise<PageEnd | undefined> => {
    const { keyId } = job;
    const { request, call } = work.scrape;
    try {
      const caller = await deps.authenticator.byId(keyId);
      if (caller === null)
        throw fail(
          'unauthorized',
          'Begin the job anew with another key: its own was revoked, or has expired.',
        );
      const asked = { ...request, url } as ConvertRequest;
      return { page: await countAndConvert(deps, caller, asked, { ...call, keyId, signal: run.end }) };
    } catch (error) {
      const failure = toFailure(error);
      if (failure.reason === 'quota_exceeded' || failure.reason === 'unauthorized') throw error;
      if (PASSING.has(failure.reason)) return pass(error);
      if (failure.reason === 'internal') deps.onFault(error, job.id);
      return { failure, siteRetryMs: error instanceof ServiceError ? error.siteRetryMs : undefined };
    }
  };
  const keep = (page: JobPage, total: number, spare: number) =>
    untilStored(() => deps.jobs.finish(job.id, run.runner, page, { total, spare, ...JOB_BOUNDS }), run.end);
  /** Keeps a page, however long the store is away: it was counted. */
  const settle = async (target: JobTarget, end: PageEnd): Promise<void> => {
    const { name, url } = target;
    const { trail, total, isLeft, fault: unfit } = await work.settle(target, end);
    const what = isLeft ? ({ state: 'left', body: '' } as const) : keptOf(job, url, end, work.scrape);
    let page: JobPage = { name, url, trail, ...what };
    if (Buffer.byteLength(page.body) > DOCUMENT_BYTES)
      page = failedBy(page, `a document has at most ${DOCUMENT_BYTES} bytes here`);
    let kept = await keep(page, total, ERROR_BYTES);
    const isFull = kept === 'full';
    // It was counted, so it is told.
    if (isFull) {
      page = { ...failedBy(page, FULL), trail: '' };
      kept = await keep(page, total, 0);
    }
    if (kept === 'lost') stop.abort();
    if (page.state === 'done') done++;
    if (page.state === 'failed') failed ??= page.body;
    if (unfit !== undefined) throw unfit;
    if (isFull) throw tooLarge(FULL);
  };
  const visit = async (target: JobTarget): Promise<void> => {
    const { url } = target;
    let [end, tries]: [PageEnd | undefined, number] = [undefined, 0];
    for (let leave = await enter(url); leave !== undefined; leave = await enter(url)) {
      const endWork = deps.beginWork();
      try {
        const came = await read(url).finally(leave);
        if (came === undefined) continue;
        end = came;
        const siteRetryMs = ('failure' in end ? end.siteRetryMs : siteRetryOf(end.page.upstream)) ?? 0;
        const heldMs = Math.min(siteRetryMs, MOST_SITE_RETRY_MS);
        paces.hold(url, heldMs);
        leaveAlone(heldMs);
        const isAgain = job.kind === 'crawl' && siteRetryMs > 0 && siteRetryMs <= MOST_SITE_RETRY_MS;
        if (!isAgain || tries++ === MOST_AGAIN) return await settle(target, end);
      } finally {
        endWork();
      }
    }
    // It was counted, and is asked for no more, unless the job goes on later.
    if (end !== undefined && !isLetGo()) return await settle(target, end);
    leaveAlone(paces.heldMs(url));
  };
  return {
    take: () => untilFault(work.take),
    visit: async (target: JobTarget): Promise<void> => void (await untilFault(() => visit(target))),
    /** How the job ended. Throws why it cannot go on. */
    async end(): Promise<JobEnd> {
      if (fault !== undefined) throw fault.error;
      const goesOnAt = Math.max(waitUntil, heldUntil);
      if (stop.signal.aborted) return { how: 'waits', forMs: Math.max(goesOnAt - performance.now(), 0) };
      const note = await work.note();
      // A crawl without any document is no success.
      if (job.kind === 'crawl' && done === 0 && failed !== undefined)
        return { how: 'failed', note: { ...note, ...JSON.parse(failed) } };
      return { how: 'completed', note };
    },
  };
}

/** A page that is told as too large, in place of its document. */
const failedBy = (page: JobPage, why: string): JobPage => ({
  ...page,
  state: 'failed',
  body: JSON.stringify(errorOf(tooLarge(why).failure)),
});

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
