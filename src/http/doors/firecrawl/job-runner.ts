import { randomUUID } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { fail, toFailure } from '../../../contract/failure.ts';
import { createHostPaces } from '../../../crawl/host-paces.ts';
import type { Job } from '../../../storage/job-store.ts';
import type { HttpDeps } from '../../deps.ts';
import { GOES_ON, type JobEnd, runJob } from './run-job.ts';

/** A process that is silent for so long is taken to be dead; it says that it lives as often. */
const [CLAIM_MS, RENEW_MS] = [15_000, 5000];
/** How often this process looks for jobs that no process is at. */
const LOOK_MS = 2000;
/** How many it is at, and crawls among them, each of which has a thread of some 20 MiB, and 128 at most. */
const PLACES = { batch: 64, crawl: 8 };
/** Where none began for so long, in milliseconds, a key that waits has the place of one that has one more: a crawl reads its site anew. */
const TURN_MS = 600_000;
/** Jobs that it chooses from, so that those of one key do not take all places. */
const MOST_CHOSEN_FROM = 256;
/** After a store was away, until processes that have jobs have said so again. */
const QUIET_MS = RENEW_MS + 2 * LOOK_MS;
/** Processes that may fall silent at a job: it may be what ends them. */
const MOST_DEATHS = 5;

type Asked = Pick<Job, 'id' | 'keyId' | 'kind'>;

/** A job that this process is at. */
interface Running extends Pick<Job, 'keyId' | 'kind'> {
  readonly sinceMs: number;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

const TOO_LATE = 'Ask for fewer pages: a job has a day, and this one was not done.';
const FELL_SILENT = `Ask for fewer pages: ${MOST_DEATHS} processes ended while they were at this job.`;

export type JobRunner = ReturnType<typeof createJobRunner>;

/** Runs jobs that no other process is at, also those that a dead one left. */
export function createJobRunner(deps: HttpDeps) {
  const runner = randomUUID();
  const running = new Map<string, Running>();
  let quietUntil = 0;
  /** Ids of jobs that nobody was at when this process looked: who has room takes them until the next look. */
  let [waitedBefore, waited] = [new Set<string>(), new Set<string>()];
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const paces = createHostPaces();
  /** Runs a job from when it has a place; other processes leave it alone meanwhile. */
  const run = async (id: string, stop: AbortController, place: Promise<void> | undefined): Promise<void> => {
    const claim = () => deps.jobs.claim(id, runner, CLAIM_MS);
    const job = await claim();
    if (job === null) return;
    const keep = async () => {
      const ours = await claim();
      if (ours === null) stop.abort();
      else if (ours.isOver) {
        stop.abort();
        throw fail('request_timeout', TOO_LATE);
      }
      return ours !== null;
    };
    let renewed: Promise<unknown> | undefined;
    const renewal = setInterval(() => {
      renewed = keep().catch(() => undefined);
    }, RENEW_MS).unref();
    let afterMs = 0;
    try {
      if (place !== undefined && !stop.signal.aborted) await inTime(place, stop);
      // It was ended meanwhile, or is left to others.
      if (stop.signal.aborted) return;
      const error = job.isOver ? TOO_LATE : job.deaths >= MOST_DEATHS ? FELL_SILENT : undefined;
      const end: JobEnd =
        error === undefined
          ? await runJob(job, deps, { runner, paces, claim: keep, stop, end: closing.signal })
          : { how: 'failed', note: { error } };
      if (end.how === 'waits') afterMs = end.forMs;
      else await deps.jobs.end(id, end.how, JSON.stringify(end.note), runner);
    } finally {
      clearInterval(renewal);
      await renewed;
      await deps.jobs.release(id, runner, afterMs);
    }
  };
  /** Those that have the places of a kind: a batch has any. */
  const placed = (kind: Job['kind']): readonly Running[] =>
    [...running.values()].filter((one) => kind === 'batch' || one.kind === kind);
  const isFull = (kind: Job['kind']): boolean => placed(kind).length >= PLACES[kind];
  const hasRoom = (kind: Job['kind']): boolean => !deps.isDraining() && !isFull('batch') && !isFull(kind);
  const put = ({ id, keyId, kind }: Asked, place?: Promise<void>): void => {
    if (running.has(id)) return;
    const stop = new AbortController();
    // Each page of the job waits with it.
    setMaxListeners(0, stop.signal);
    const ended = run(id, stop, place)
      .catch((error: unknown) => {
        // A store that is away is told of by others; the job is found again.
        if (toFailure(error).reason === 'internal') deps.onFault(error, id);
      })
      .finally(() => running.delete(id));
    running.set(id, { keyId, kind, sinceMs: performance.now(), stop, ended });
  };
  const start = (job: Asked): void => {
    if (hasRoom(job.kind)) put(job);
  };
  /** Begins jobs that wait, always one of a key of which the fewest of its kind run here. */
  const begin = async (): Promise<void> => {
    if (!hasRoom('batch')) return;
    const waiting = [...(await deps.jobs.idle(MOST_CHOSEN_FROM, hasRoom('crawl') ? undefined : 'batch'))];
    while (waiting.length > 0 && hasRoom('batch')) {
      const ofKey = { batch: countByKey(placed('batch')), crawl: countByKey(placed('crawl')) };
      const [next] = leastOf(waiting, ({ keyId, kind }) => ofKey[kind].get(keyId) ?? 0);
      start(next!);
      waiting.splice(waiting.indexOf(next!), 1);
    }
  };
  /** Where all places of a kind are taken, has a job let a key that waits have its own; one at a time, and one process for each that waits. */
  const share = async (kind: Job['kind']): Promise<void> => {
    if (!isFull(kind) || placed(kind).some(({ stop }) => stop.signal.aborted)) return;
    const idle = await deps.jobs.idle(MOST_CHOSEN_FROM, isFull('crawl') ? kind : undefined);
    for (const { id } of idle) waited.add(id);
    const waiting = idle.filter(({ id }) => waitedBefore.has(id));
    const turn = turnOf(placed(kind), waiting, performance.now());
    if (turn === undefined || (await deps.jobs.claim(turn.begins.id, runner, CLAIM_MS)) === null) return;
    const { begins, goes } = turn;
    // While the store was asked, a place may have become free, or all may end.
    const mayPut = !deps.isDraining() && !closing.signal.aborted;
    if (mayPut && hasRoom(begins.kind)) put(begins);
    else if (mayPut && [...running.values()].includes(goes)) {
      goes.stop.abort(GOES_ON);
      put(begins, goes.ended);
    } else await deps.jobs.release(begins.id, runner);
  };
  const look = async (): Promise<void> => {
    // What a job waits for is left to who goes on with it.
    if (deps.isDraining()) for (const { stop } of running.values()) stop.abort();
    if (deps.isDraining() || performance.now() < quietUntil) return;
    [waitedBefore, waited] = [waited, new Set()];
    await begin();
    await share('crawl');
    await share('batch');
  };
  const onAway = (): void => {
    quietUntil = performance.now() + QUIET_MS;
  };
  const timer = setInterval(() => void look().catch(onAway), LOOK_MS).unref();
  return {
    start,
    /** Has a job that was ended begin no page any more, where this process is at it; others see it ahead of their next page. */
    stop: (id: string): void => running.get(id)?.stop.abort(),
    /** Gives up what is under way, and lets others have it: before the stores are closed. */
    async end(): Promise<void> {
      clearInterval(timer);
      for (const { stop } of running.values()) stop.abort();
      closing.abort(fail('draining', 'Retry: this process is shutting down.'));
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

/** Waits for a place; a job that would wait for longer than a claim holds is let go. */
async function inTime(place: Promise<void>, stop: AbortController): Promise<void> {
  const timer = setTimeout(() => stop.abort(GOES_ON), CLAIM_MS).unref();
  await Promise.race([place, once(stop.signal, 'abort')]);
  clearTimeout(timer);
}

/**
 * The oldest job of a key that has most places, and one that begins in its place: of a key that has fewer by two, or by one where nobody
 * began since long.
 */
export function turnOf<Placed extends Pick<Running, 'keyId' | 'sinceMs'>, Waiting extends Pick<Job, 'keyId'>>(
  placed: readonly Placed[],
  waiting: readonly Waiting[],
  nowMs: number,
): { readonly goes: Placed; readonly begins: Waiting } | undefined {
  const ofKey = countByKey(placed);
  const [begins, fewest] = leastOf(waiting, ({ keyId }) => ofKey.get(keyId) ?? 0);
  const [goes, less] = leastOf(placed, ({ keyId }) => -ofKey.get(keyId)!);
  if (begins === undefined || goes === undefined) return undefined;
  const lastMs = Math.max(...placed.map(({ sinceMs }) => sinceMs));
  return -less - fewest > (nowMs - lastMs > TURN_MS ? 0 : 1) ? { goes, begins } : undefined;
}

/** The first of those that have least of something, and how much. */
function leastOf<One>(
  all: readonly One[],
  amountOf: (one: One) => number,
): readonly [One | undefined, number] {
  const amounts = all.map(amountOf);
  const least = Math.min(...amounts);
  return [all[amounts.indexOf(least)], least];
}

function countByKey(jobs: readonly Pick<Job, 'keyId'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { keyId } of jobs) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
  return counts;
}
