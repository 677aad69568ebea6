import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { convertRequest } from '../../contract/convert.ts';
import { toFailure } from '../../contract/failure.ts';
import { startWorkerPool } from '../../conversion/worker-pool.ts';
import { unreachableCause } from '../../fetching/unreachable-cause.ts';
import { openFetcher } from '../../open-from-config.ts';
import { openLocalConverter } from '../local-converter.ts';
import type { BatchRecord, OutputFolder } from './output-folder.ts';
import { copyPictures } from './picture-copies.ts';

/** Reasons that often pass, and how many times the page is asked for again. */
const PASSING = new Set(['upstream_unavailable', 'upstream_unreachable', 'fetch_timeout']);
const RETRIES = 2;
const RETRY_MS = 1000;

/** Converts the addresses of a batch, on all cores. */
export type BatchConverter = Awaited<ReturnType<typeof openBatchConverter>>;

/** What is made of each page. */
export interface BatchOptions {
  readonly text: boolean;
  /** What is not the content of a page is a failure. */
  readonly strict: boolean;
  /** Pictures are written beside the pages. */
  readonly assets: boolean;
  readonly frontmatter: boolean;
}

/** Starts the workers, no more than `concurrency`: pages on their way at a time. */
export async function openBatchConverter(
  config: Config,
  folder: OutputFolder,
  options: BatchOptions & { readonly concurrency: number },
) {
  const { cpuMs } = config.conversion;
  const threads = Math.min(config.conversion.workers, options.concurrency);
  const workers = await startWorkerPool({ threads, cpuMs });
  const queueMax = options.concurrency;
  const converter = await openLocalConverter(config, { workers, threads, queueMax });
  const { text, strict, assets, frontmatter } = options;
  const fetcher = openFetcher(config);
  const never = new AbortController().signal;
  const attempt = async (url: string): Promise<BatchRecord> => {
    const request = convertRequest.parse({
      url,
      response_format: text ? 'text' : 'markdown',
      include_metadata: true,
      include_images: assets,
      frontmatter,
      strict,
    });
    const page = await converter.convert(request, { signal: never, keyId: null });
    const { images = [], outcome } = page;
    const shown = assets ? await copyPictures({ url, content: page.content, images }, fetcher, folder) : page;
    return {
      url,
      status: 'success',
      file: await folder.writePage(url, text ? 'txt' : 'md', shown.content),
      final_url: page.finalUrl,
      title: page.metadata?.title ?? '',
      tokens: page.tokens,
      etag: page.etag,
      ...(outcome === undefined ? {} : { outcome }),
      ...('saved' in shown ? { pictures: { saved: shown.saved, left: shown.left } } : {}),
    };
  };
  return {
    /** Converts a page and writes its file. Resolves to its record, a failed one too; rejects only when the disk does. */
    async convert(url: string): Promise<BatchRecord> {
      for (let retries = 0; ; ) {
        try {
          return await attempt(url);
        } catch (error) {
          const { reason, message, retryAfterMs } = toFailure(error);
          if (reason === 'internal') throw error;
          if (reason !== 'busy' && (!PASSING.has(reason) || retries++ === RETRIES)) {
            return { url, status: 'error', reason, message: unreachableCause(error)?.toDo ?? message };
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
