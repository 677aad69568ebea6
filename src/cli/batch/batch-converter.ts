import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import type { ConvertRequest } from '../../contract/convert.ts';
import { toFailure } from '../../contract/failure.ts';
import type { ListedImage } from '../../conversion/page-lists.ts';
import { convertData } from '../../conversion/response-data.ts';
import { startWorkerPool } from '../../conversion/worker-pool.ts';
import { openFetcher } from '../../open-from-config.ts';
import { openLocalConverter } from '../local-converter.ts';
import { toReach } from '../typed-address.ts';
import type { BatchRecord, OutputFolder } from './output-folder.ts';
import { copyPictures } from './picture-copies.ts';
import { relink } from './relink.ts';

/** Reasons that often pass, and how many times the page is asked for again. */
const PASSING = new Set(['upstream_unavailable', 'upstream_unreachable', 'fetch_timeout']);
const RETRIES = 2;
const RETRY_MS = 1000;
/** Shortest time in milliseconds that a page is kept while its parts are read, an hour, also where snapshots are off or brief. */
const PARTS_MS = 3_600_000;

/** Converts the addresses of a batch, on all cores. */
export type BatchConverter = Awaited<ReturnType<typeof openBatchConverter>>;

/** What is made of each page. */
export interface BatchOptions {
  /** Fields of the request for each, but its address. */
  readonly request: Omit<ConvertRequest, 'url' | 'html'>;
  /** Pictures are written beside the pages. */
  readonly assets: boolean;
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
  const { request: asked, assets } = options;
  // The parts of a page belong together: those after the first are of the bytes that it came from.
  const keepPages = asked.max_tokens !== undefined;
  const ttlMs = Math.max(config.snapshots.ttlMs, PARTS_MS);
  const keeping = { ...config, snapshots: { ...config.snapshots, ttlMs } };
  const converter = await openLocalConverter(keeping, { workers, threads, queueMax, keepPages });
  const fetcher = openFetcher(config);
  const never = new AbortController().signal;
  const extension = asked.response_format === 'text' ? 'txt' : 'md';
  /** Writes a page as a file a part, with its pictures, which are those of all parts; resolves to what its record says of them. */
  const write = async (url: string, parts: readonly string[], images: readonly ListedImage[]) => {
    const paths = assets ? await copyPictures({ url, images }, fetcher, folder) : new Map<string, string>();
    const files: string[] = [];
    for (const [at, content] of parts.entries())
      files.push(
        await folder.writePage(url, at === 0 ? extension : `${at + 1}.${extension}`, relink(content, paths)),
      );
    return {
      file: files[0]!,
      ...(assets ? { pictures: { saved: paths.size, left: images.length - paths.size } } : {}),
      ...(parts.length === 1 ? {} : { parts: parts.length }),
    };
  };
  const attempt = async (url: string): Promise<BatchRecord> => {
    const request = { ...asked, url, include_metadata: true, include_images: assets || asked.include_images };
    const convert = (cursor?: string) =>
      converter.convert({ ...request, cursor } as ConvertRequest, { signal: never, keyId: null });
    const page = await convert();
    // All are read ahead of the first file: a page that fails halfway leaves none.
    const parts = [page.content];
    for (let { nextCursor } = page; nextCursor !== undefined; ) {
      const next = await convert(nextCursor);
      parts.push(next.content);
      ({ nextCursor } = next);
    }
    const written = await write(url, parts, page.images ?? []);
    const { content, next_cursor, part, metadata, images, outcome, ...listed } = convertData(page);
    return {
      url,
      status: 'success',
      ...written,
      final_url: page.finalUrl,
      title: metadata?.title ?? '',
      tokens: page.tokens,
      etag: page.etag,
      ...(outcome === undefined ? {} : { outcome }),
      ...(asked.include_metadata ? { metadata } : {}),
      ...(asked.include_images ? { images } : {}),
      ...listed,
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
            return { url, status: 'error', reason, message: toReach(error, url) ?? message };
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
