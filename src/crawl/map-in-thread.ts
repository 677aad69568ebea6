import { Worker } from 'node:worker_threads';
import { builtFile } from '../built-file.ts';
import { type Failure, fail, ServiceError, toFailure } from '../contract/failure.ts';
import type { FirstPage, MapRequest, SiteMap } from './map-site.ts';
import type { SiteFetch } from './read-site.ts';

/** What the thread of a map says: something that it wants fetched, or how it ended. */
export type FromMap =
  | { readonly id: number; readonly url: string; readonly mostBytes?: number; readonly isPage?: true }
  | { readonly map: SiteMap }
  | { readonly failure: Failure };

/** What it is given for that. */
export type MapAnswer = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly failure: Failure }
);

/** Heap in MiB: some ten times of what addresses and sitemaps take within the bounds of a door. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** Time at work, waiting left out, in milliseconds; measured: 0.6 s for 30,000 addresses with parameters. */
const MOST_WORK_MS = 4000;
const LOOK_MS = 100;

/** What a map needs of the service. */
interface MapParts {
  readonly fetch: (signal: AbortSignal) => SiteFetch;
  readonly readPage: (url: string, signal: AbortSignal) => Promise<FirstPage>;
  /** Is told the milliseconds that the thread was at work. */
  readonly onWork: (ms: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Maps a site in a thread of its own, so that nothing a site sends holds the one that answers. Throws what `mapSite` throws, the reason of
 * the signal, and `conversion_timeout` or `document_too_complex` for a site that takes too much time or memory.
 */
export async function mapInThread(
  request: MapRequest,
  { fetch, readPage, onWork, signal }: MapParts,
): Promise<SiteMap> {
  signal.throwIfAborted();
  const file = builtFile('crawl/map-thread.js');
  const thread = new Worker(file, { env: {}, execArgv: [], resourceLimits: LIMITS, workerData: request });
  const end = new AbortController();
  const ended = AbortSignal.any([signal, end.signal]);
  const answers: Promise<MapAnswer>[] = [];
  let cause: unknown;
  const answer = async (question: Extract<FromMap, { id: number }>): Promise<MapAnswer> => {
    const { id, url, mostBytes, isPage } = question;
    try {
      if (isPage) return { id, value: await readPage(url, ended) };
      const { status, bytes } = await fetch(ended)(url, mostBytes);
      return { id, value: { status, bytes } };
    } catch (error) {
      cause = error;
      return { id, failure: toFailure(error) };
    }
  };
  const workedMs = () => thread.performance.eventLoopUtilization().active;
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  try {
    return await new Promise<SiteMap>((resolve, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort);
      timer = setInterval(() => {
        if (workedMs() > MOST_WORK_MS) reject(tooMuchWork());
      }, LOOK_MS);
      thread.on('error', (error) => reject(asFailure(error)));
      thread.on('exit', () => reject(new Error('The thread of a map ended')));
      thread.on('message', async (message: FromMap) => {
        if ('map' in message) resolve(message.map);
        else if ('failure' in message) reject(new ServiceError(message.failure, { cause }));
        else {
          answers.push(answer(message));
          thread.postMessage(await answers.at(-1));
        }
      });
    });
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', onAbort);
    onWork(workedMs());
    void thread.terminate();
    // What is held for them is let go when the map has ended.
    end.abort();
    await Promise.all(answers);
  }
}

const tooMuchWork = (): ServiceError =>
  fail(
    'conversion_timeout',
    'Set "sitemap" to "skip", or map a part of the site: its addresses take too long.',
  );

const asFailure = (error: unknown): unknown =>
  (error as { readonly code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? fail(
        'document_too_complex',
        'Set "sitemap" to "skip", or map a part of the site: it needs too much memory.',
      )
    : error;
