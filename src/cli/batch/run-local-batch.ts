import type { BatchConverter } from './batch-converter.ts';
import { createHostQueue } from './host-queue.ts';
import type { OutputFolder } from './output-folder.ts';

/** How a batch is run. */
export interface BatchRun {
  readonly urls: readonly string[];
  readonly folder: OutputFolder;
  readonly converter: BatchConverter;
  /** Pages on their way at a time, and of them at one host. */
  readonly concurrency: number;
  readonly perHost: number;
  /** Aborted: nothing new is begun, what is under way is finished. */
  readonly stop: AbortSignal;
  /** Addresses that have a record, after every one. */
  readonly onProgress: (done: number) => void;
}

/** Converts what has no record yet, in this process. */
export async function runLocalBatch(run: BatchRun): Promise<void> {
  const { folder, converter, stop } = run;
  const queue = createHostQueue(
    run.urls.filter((url) => !folder.records.has(url)),
    run.perHost,
  );
  const wakers: (() => void)[] = [];
  const lane = async () => {
    while (!stop.aborted && queue.left > 0) {
      const url = queue.take();
      if (url === undefined) {
        await new Promise<void>((resolve) => wakers.push(resolve));
        continue;
      }
      try {
        await folder.add(await converter.convert(url));
      } finally {
        queue.done(url);
        for (const wake of wakers.splice(0)) wake();
      }
      run.onProgress(folder.records.size);
    }
  };
  await Promise.all(Array.from({ length: run.concurrency }, lane));
}
