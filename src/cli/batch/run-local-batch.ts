import { createHostPaces } from '../../crawl/host-paces.ts';
import { createHostQueue } from '../../crawl/host-queue.ts';
import { runLanes } from '../../crawl/run-lanes.ts';
import type { BatchConverter } from './batch-converter.ts';
import type { OutputFolder } from './output-folder.ts';

/** How a batch is run. */
export interface BatchRun {
  readonly urls: readonly string[];
  readonly folder: OutputFolder;
  readonly converter: Pick<BatchConverter, 'convert'>;
  /** Pages on their way at a time, and of them at one host. */
  readonly concurrency: number;
  readonly perHost: number;
  /** Aborted: nothing new is begun, what is under way is finished. */
  readonly stop: AbortSignal;
  /** Addresses that have a record, after every one. */
  readonly onProgress: (done: number) => void;
}

/** Converts what has no record yet, in this process. */
export async function runLocalBatch({ folder, converter, stop, ...run }: BatchRun): Promise<void> {
  const left = run.urls.filter((url) => !folder.records.has(url)).map((url) => ({ url }));
  const queued = createHostQueue(left);
  const hosts = createHostPaces(run.perHost);
  const visit = async ({ url }: (typeof left)[number]) => {
    const leave = await hosts.enter(url, null, stop);
    await folder.add(await converter.convert(url).finally(leave));
    run.onProgress(folder.records.size);
  };
  await runLanes({ take: () => queued(hosts.hasRoom), visit, stop, lanes: () => run.concurrency });
}
