import { setMaxListeners } from 'node:events';
import type { Config } from '../../config/config.ts';
import type { Terminal } from '../terminal.ts';
import { type BatchConverter, openBatchConverter } from './batch-converter.ts';
import { startProgress, type Told } from './batch-progress.ts';
import { type OutputFolder, openOutputFolder, type Work } from './output-folder.ts';

/** What runs a work of many pages. */
interface WorkParts {
  /** Is told of in the progress. */
  readonly converter: Pick<BatchConverter, 'convert'>;
  /** Hears how many addresses have a record. */
  readonly onDone: (count: number) => void;
  /** Where machines meet that share the work; undefined: it is this one's alone. */
  readonly redisUrl: string | undefined;
}

/** How a work is begun: what its pages are converted with, what is told of it, and what runs it and gives its report. */
interface Begun<Report> {
  readonly options: Omit<Parameters<typeof openBatchConverter>[2], 'stop'>;
  readonly told: Told;
  readonly run: (parts: WorkParts) => Promise<Report>;
}

/** Converts many pages into a folder, which a signal stops: nothing new is begun then, what is under way is finished. */
export async function workIntoFolder<Report extends object>(
  { config, terminal, dir, work }: WorkCall,
  begin: (folder: OutputFolder, stop: AbortSignal) => Begun<Report>,
): Promise<Report> {
  const folder = await openOutputFolder(dir, work);
  const stop = new AbortController();
  // Each page waits with it.
  setMaxListeners(0, stop.signal);
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const { options, told, run } = begin(folder, stop.signal);
    const { convert, close } = await openBatchConverter(config, folder, { ...options, stop: stop.signal });
    const progress = startProgress(terminal, told);
    const converter: WorkParts['converter'] = {
      async convert(url, lookAt) {
        const record = await progress.waitedFor(url, convert(url, lookAt));
        progress.finished(record);
        return record;
      },
    };
    progress.done(folder.records.size);
    const parts = { converter, onDone: progress.done, redisUrl: config.secrets.redisUrl?.reveal() };
    const report = await run(parts).finally(async () => {
      await close();
      progress.end();
    });
    await folder.writeReport(report);
    return report;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await folder.close();
  }
}

interface WorkCall {
  readonly config: Config;
  readonly terminal: Terminal;
  readonly dir: string;
  readonly work: Work;
}
