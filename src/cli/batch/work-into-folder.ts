import { setMaxListeners } from 'node:events';
import type { Config } from '../../config/config.ts';
import type { Terminal } from '../terminal.ts';
import { type BatchConverter, openBatchConverter } from './batch-converter.ts';
import { startProgress, type Told } from './batch-progress.ts';
import { type OutputFolder, openOutputFolder, type Work } from './output-folder.ts';

/** Opens a folder for a work of many pages, which a signal stops: nothing new is begun then, what is under way is finished. */
export async function workIntoFolder<Result>(
  dir: string,
  work: Work,
  run: (folder: OutputFolder, stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const folder = await openOutputFolder(dir, work);
  const stop = new AbortController();
  // Each page waits with it.
  setMaxListeners(0, stop.signal);
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await run(folder, stop.signal);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await folder.close();
  }
}

/** What converts the pages of a work; `onDone` hears how many have a record. */
export interface WorkParts {
  readonly converter: Pick<BatchConverter, 'convert'>;
  readonly onDone: (count: number) => void;
  /** Where machines meet that share the work; undefined: it is this one's alone. */
  readonly redisUrl: string | undefined;
}

/** Converts pages into a folder, and tells how that goes. */
export async function convertPages<Result>(
  { config, terminal, told }: { readonly config: Config; readonly terminal: Terminal; readonly told: Told },
  folder: OutputFolder,
  options: Parameters<typeof openBatchConverter>[2],
  run: (parts: WorkParts) => Promise<Result>,
): Promise<Result> {
  const { convert, close } = await openBatchConverter(config, folder, options);
  const progress = startProgress(terminal, told);
  const converter: WorkParts['converter'] = {
    async convert(url, lookAt) {
      const record = await progress.waitedFor(url, convert(url, lookAt));
      progress.finished(record);
      return record;
    },
  };
  progress.done(folder.records.size);
  try {
    return await run({ converter, onDone: progress.done, redisUrl: config.secrets.redisUrl?.reveal() });
  } finally {
    await close();
    progress.end();
  }
}
