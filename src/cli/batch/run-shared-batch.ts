import { setTimeout as sleep } from 'node:timers/promises';
import { createHostPaces } from '../../crawl/host-paces.ts';
import type { BatchRecord } from './output-folder.ts';
import type { BatchRun } from './run-local-batch.ts';
import { openSharedQueue } from './shared-queue.ts';

const POLL_MS = 500;
/** So long one machine alone may clear a queue. */
const CLEAR_MS = 60_000;

/**
 * Takes part in a batch that any number of machines share through Redis. Machines that are given the same list and
 * the same options meet in one queue, where an address is one job however often it is added. A page's file is written
 * before its job is completed, and the record lives in the job, so every address has one record, whoever died when.
 * At the end every machine writes the records of all; one that comes later than these are kept begins anew.
 */
export async function runSharedBatch(run: BatchRun, redisUrl: string, options: string): Promise<void> {
  const nap = () => sleep(POLL_MS, undefined, { signal: run.stop }).catch(() => undefined);
  const shared = await openSharedQueue<{ readonly url: string }, BatchRecord>(redisUrl, [options, run.urls]);
  const { redis, keys, machine } = shared;
  try {
    while (!run.stop.aborted && (await shared.isPast())) {
      const mayClear = (await redis.set(`${keys}clears`, machine, 'PX', CLEAR_MS, 'NX')) === 'OK';
      await (mayClear ? shared.clear() : nap());
    }
    await shared.add(run.urls.map((url) => ({ url })));
    const hosts = createHostPaces(run.perHost);
    const worker = shared.startWorker(run.concurrency, run.stop, async ({ url }) => {
      const leave = await hosts.enter(url, null, run.stop);
      const record = await run.converter.convert(url).finally(leave);
      return { ...record, machine };
    });
    try {
      for (let done = 0; done < run.urls.length && !run.stop.aborted; ) {
        worker.throwFault();
        done = await shared.countDone();
        run.onProgress(done);
        if (done < run.urls.length) await nap();
      }
    } finally {
      await worker.close();
    }
    // One that is ended before its first page leaves the lines of an earlier batch as they are.
    if (!run.stop.aborted || (await shared.countDone()) > 0)
      await run.folder.replaceAll(shared.done(), ({ returnvalue }) => returnvalue);
    if (!run.stop.aborted) await shared.end('batch');
  } finally {
    await shared.close();
  }
}
