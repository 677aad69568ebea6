import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { convertRequest } from '../../contract/convert.ts';
import { toFailure } from '../../contract/failure.ts';
import { startWorkerPool } from '../../conversion/worker-pool.ts';
import { openLocalConverter } from '../local-converter.ts';
import type { BatchRecord, OutputFolder } from './output-folder.ts';

/** Reasons that often pass, and how many times the page is asked for again. */
const PASSING = new Set(['upstream_unavailable', 'upstream_unreachable', 'fetch_timeout']);
const RETRIES = 2;
const RETRY_MS = 1000;

/** Converts the addresses of a batch, on all cores. */
export interface BatchConverter {
  /** Converts a page and writes its file. Resolves to its record, a failed one too; rejects only when the disk does. */
  convert(url: string): Promise<BatchRecord>;
  close(): Promise<void>;
}

/** Starts the workers. `concurrency`: pages on their way at a time. */
export async function openBatchConverter(
  config: Config,
  folder: OutputFolder,
  options: { readonly text: boolean; readonly concurrency: number },
): Promise<BatchConverter> {
  const { workers: threads, cpuMs } = config.conversion;
  const workers = await startWorkerPool({ threads, cpuMs });
  const queueMax = options.concurrency;
  const converter = await openLocalConverter(config, { workers, threads, queueMax });
  const format = options.text ? 'text' : 'markdown';
  const never = new AbortController().signal;
  const attempt = async (url: string): Promise<BatchRecord> => {
    const request = convertRequest.parse({ url, response_format: format, include_metadata: true });
    const page = await converter.convert(request, { signal: never, keyId: null });
    return {
      url,
      status: 'success',
      file: await folder.writePage(url, options.text ? 'txt' : 'md', page.content),
      final_url: page.finalUrl,
      title: page.metadata?.title ?? '',
      tokens: page.tokens,
      etag: page.etag,
    };
  };
  return {
    async convert(url) {
      for (let retries = 0; ; ) {
        try {
          return await attempt(url);
        } catch (error) {
          const { reason, message, retryAfterMs } = toFailure(error);
          if (reason === 'internal') throw error;
          if (reason !== 'busy' && (!PASSING.has(reason) || retries++ === RETRIES)) {
            return { url, status: 'error', reason, message };
          }
          await sleep(reason === 'busy' ? (retryAfterMs ?? RETRY_MS) : RETRY_MS * retries);
        }
      }
    },
    close: async () => {
      await converter.close();
      await workers.close();
    },
  };
}
