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
        const record = await converter.convert(url);
        await folder.add(record);
        run.onRecord(record);
      } finally {
        queue.done(url);
        for (const wake of wakers.splice(0)) wake();
      }
      run.onProgress(folder.records.size);
    }
  };
  await Promise.all(Array.from({ length: run.concurrency }, lane));
}

/** Hands out addresses so that no host is asked by more than `perHost` at a time. */
export function createHostQueue(urls: readonly string[], perHost: number) {
  const waiting = new Map<string, string[]>();
  const active = new Map<string, number>();
  for (const url of urls) {
    const { host } = new URL(url);
    const list = waiting.get(host);
    if (list === undefined) waiting.set(host, [url]);
    else list.push(url);
  }
  for (const list of waiting.values()) list.reverse();
  let left = urls.length;
  return {
    /** Addresses that are not handed out yet. */
    get left() {
      return left;
    },
    /** The next address whose host has room, in the order given as far as that allows; undefined: none now. */
    take(): string | undefined {
      for (const [host, list] of waiting) {
        const running = active.get(host) ?? 0;
        if (running >= perHost) continue;
        const url = list.pop()!;
        // To the end of the line, so that hosts take turns.
        waiting.delete(host);
        if (list.length > 0) waiting.set(host, list);
        active.set(host, running + 1);
        left--;
        return url;
      }
      return undefined;
    },
    /** The address is done: its host has room again. */
    done(url: string): void {
      const { host } = new URL(url);
      const running = (active.get(host) ?? 1) - 1;
      if (running === 0) active.delete(host);
      else active.set(host, running);
    },
  };
}
