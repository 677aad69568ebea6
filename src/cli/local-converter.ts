import type { Config } from '../config/config.ts';
import { createAdmission } from '../conversion/admission.ts';
import { convertTask } from '../conversion/convert-task.ts';
import { type Converter, createConverter } from '../conversion/converter.ts';
import { fetchedSource, tellingSelector } from '../conversion/fetched-source.ts';
import type { PageWorkers } from '../conversion/ports.ts';
import type { PageFetcher } from '../fetching/fetch-page.ts';
import type { OwnFields } from '../fetching/request-headers.ts';
import {
  browsersOf,
  keepSnapshots,
  openFetcher,
  openRenderer,
  openResults,
  openSnapshots,
} from '../open-from-config.ts';

/** One page at a time has this process to itself, so it is converted where it is: a thread would only start slower. */
export const OWN_THREAD: PageWorkers = {
  convert: (task, _signal, onEnd) => convertTask(task).finally(() => onEnd(0, 0)),
};

/**
 * The service's conversion, fetching and rendering included, without service, store or key. `keepPages`: for a process
 * that goes on, snapshots and results in its memory, so that the parts of a long page belong together. `workers` in place
 * of this thread, for many pages, of which at most `queueMax` are on their way; each of its `threads` takes one at a
 * time, and a page waits for one as long as `maxWaitMs`. `fetcher`: that of the config unless told. `ownFields` go to the
 * sites that they are for, never with a browser: a caller that gives them asks for no rendering. `close` ends browsers.
 */
export async function openLocalConverter(
  config: Config,
  {
    keepPages = false,
    workers = OWN_THREAD,
    threads = 1,
    queueMax = 16,
    maxWaitMs,
    fetcher: opened = openFetcher(config),
    ownFields,
  }: {
    readonly keepPages?: boolean;
    readonly workers?: PageWorkers;
    readonly threads?: number;
    readonly queueMax?: number;
    readonly maxWaitMs?: number;
    readonly fetcher?: PageFetcher;
    readonly ownFields?: OwnFields | undefined;
  } = {},
): Promise<Converter & { close(): Promise<void> }> {
  const fetcher: PageFetcher = {
    ...opened,
    fetch: (request) => opened.fetch({ ...request, ownFields }),
  };
  const renderer = openRenderer(config, fetcher);
  // One caller: what is shared out among callers is all its own.
  const admission = createAdmission({
    workers: threads,
    browsers: browsersOf(config),
    queueMax,
    concurrencyMax: queueMax,
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
  });
  const fetched = tellingSelector(fetchedSource(fetcher, renderer, admission));
  const keeps = keepPages && config.snapshots.ttlMs > 0;
  const converter = createConverter({
    ...(keeps
      ? keepSnapshots(config, fetched, { store: await openSnapshots(config, 'own'), allows: fetcher.allows })
      : { source: fetched }),
    workers,
    admission,
    timeoutMs: config.conversion.timeoutMs,
    results: keeps ? await openResults(config, {}, 'own') : undefined,
  });
  return { ...converter, close: () => renderer.close() };
}
