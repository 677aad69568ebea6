import type { Config } from '../config/config.ts';
import { type Converter, createConverter } from '../conversion/convert-page.ts';
import { convertTask } from '../conversion/convert-task.ts';
import { fetchedSource } from '../conversion/fetched-source.ts';
import { createOverloadGuard } from '../conversion/overload-guard.ts';
import type { PageWorkers } from '../conversion/ports.ts';
import { keepSnapshots, openFetcher, openOwnSnapshots, openRenderer } from '../open-from-config.ts';

/** One page at a time has this process to itself, so it is converted where it is: a thread would only start slower. */
export const OWN_THREAD: PageWorkers = {
  convert: convertTask,
  size: 1,
  waiting: 0,
  rest: () => undefined,
  probe: async () => true,
  close: async () => undefined,
};

/**
 * The service's conversion, fetching and rendering included, without service, store or key. `keepPages`: for a process
 * that goes on, snapshots in its memory, so that the parts of a long page belong together. `workers` in place
 * of this thread, for many pages, of which at most `queueMax` are on their way. `close` ends browsers.
 */
export async function openLocalConverter(
  config: Config,
  {
    keepPages = false,
    workers = OWN_THREAD,
    queueMax = 16,
  }: { readonly keepPages?: boolean; readonly workers?: PageWorkers; readonly queueMax?: number } = {},
): Promise<Converter & { close(): Promise<void> }> {
  const fetcher = openFetcher(config);
  const renderer = openRenderer(config, fetcher);
  const fetched = fetchedSource(fetcher, renderer);
  const keeps = keepPages && config.snapshots.ttlMs > 0;
  const converter = createConverter({
    source: keeps
      ? keepSnapshots(config, fetched, { store: await openOwnSnapshots(config), allows: fetcher.allows })
      : fetched,
    workers,
    guard: createOverloadGuard({ workers: workers.size, queueMax }),
    timeoutMs: config.conversion.timeoutMs,
  });
  return { ...converter, close: () => renderer.close() };
}
