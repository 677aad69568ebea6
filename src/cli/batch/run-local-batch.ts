import { createHostQueue } from '../../crawl/host-queue.ts';
import type { BatchConverter } from './batch-converter.ts';
import type { BatchRecord, OutputFolder } from './output-folder.ts';

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
  /** Hears of every page that this machine has finished. */
  readonly onRecord: (record: BatchRecord) => void;
}

/** Converts what has no record yet, in this process. */
export async function runLocalBatch(run: BatchRun): Promise<void> {
  const { folder, converter, stop } = run;
  const queue = createHostQueue(
    run.urls.filter((url) => !folder.records.has(url)).map((url) => ({ url })),
    run.perHost,
  );
  const wakers: (() => void)[] = [];
  const lane = async () => {
    while (!stop.aborted && queue.left > 0) {
      const next = queue.take();
      if (next === undefined) {
        await new Promise<void>((resolve) => wakers.push(resolve));
        continue;
      }
      const { url } = next;
      try {
        const record = await converter.convert(url);
        await folder.add(record);
        run.onRecord(record);
      } catch (error) {
        if (!stop.aborted) throw error;
      } finally {
        queue.done(url);
        for (const wake of wakers.splice(0)) wake();
      }
      run.onProgress(folder.records.size);
    }
  };
  await Promise.all(Array.from({ length: run.concurrency }, lane));
}
