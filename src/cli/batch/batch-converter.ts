import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import type { ConvertRequest } from '../../contract/convert.ts';
import { ServiceError, toFailure } from '../../contract/failure.ts';
import type { ConvertCall, ConvertedPage } from '../../conversion/converter.ts';
import { defined } from '../../conversion/defined.ts';
import type { ListedImage } from '../../conversion/page-lists.ts';
import type { PageForm } from '../../conversion/ports.ts';
import { addressOf, convertData } from '../../conversion/response-data.ts';
import { startWorkerPool } from '../../conversion/worker-pool.ts';
import type { PageFetcher } from '../../fetching/fetch-page.ts';
import { siteRetryOf, statusFailure } from '../../fetching/response-head.ts';
import { openFetcher } from '../../open-from-config.ts';
import { openLocalConverter } from '../local-converter.ts';
import { inFlags } from '../page-commands.ts';
import { toReach } from '../typed-address.ts';
import type { BatchRecord, OutputFolder } from './output-folder.ts';
import { copyPictures } from './picture-copies.ts';
import { relink } from './relink.ts';

/** Reasons that often pass, and how many times the page is asked for again. */
export const PASSING: ReadonlySet<string> = new Set([
  'upstream_unavailable',
  'upstream_unreachable',
  'fetch_timeout',
]);
const RETRIES = 2;
const RETRY_MS = 1000;
/** The longest time that a site may have itself waited for by its Retry-After, in milliseconds. */
const MOST_RETRY_MS = 60_000;
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

/** Looks at a page ahead of its file: the record that it gets in place of one, or null. */
export type LookAt = (page: ConvertedPage) => BatchRecord | null | Promise<BatchRecord | null>;

/** Starts the workers, no more than `concurrency`: pages on their way at a time. */
export async function openBatchConverter(
  config: Config,
  folder: OutputFolder,
  options: BatchOptions & {
    readonly concurrency: number;
    readonly forms?: readonly PageForm[];
    /** What the command calls the fields of a request, where it is another than `batch`. */
    readonly flags?: ReadonlyMap<string, string>;
    /** That of the config unless told. */
    readonly fetcher?: PageFetcher;
    /** Resolves when an address may be asked for; what it rejects with ends the batch. */
    readonly pace?: (url: string) => Promise<void>;
    /** Aborted: a page that waits for its next try is given up, without a record. */
    readonly stop: AbortSignal;
  },
) {
  const { cpuMs } = config.conversion;
  const threads = Math.min(config.conversion.workers, options.concurrency);
  const workers = await startWorkerPool({ threads, cpuMs });
  const queueMax = options.concurrency;
  const { request: asked, assets, forms, stop, pace = async () => undefined } = options;
  const { fetcher = openFetcher(config), flags } = options;
  // The parts of a page belong together: those after the first are of the bytes that it came from.
  const keepPages = asked.max_tokens !== undefined;
  const ttlMs = Math.max(config.snapshots.ttlMs, PARTS_MS);
  const keeping = { ...config, snapshots: { ...config.snapshots, ttlMs } };
  // Nobody else waits: a page that was fetched is not refused, and fetched again, because others are ahead of it.
  const maxWaitMs = Number.POSITIVE_INFINITY;
  const room = { workers, threads, queueMax, maxWaitMs };
  const converter = await openLocalConverter(keeping, { ...room, keepPages, fetcher });
  const paced: Pick<PageFetcher, 'fetch'> = {
    async fetch(picture) {
      await pace(picture.url);
      return fetcher.fetch(picture);
    },
  };
  const never = new AbortController().signal;
  const extension = asked.response_format === 'text' ? 'txt' : 'md';
  /** Writes a page as a file a part, with its pictures, which are those of all parts; resolves to what its record says of them. */
  const write = async (url: string, parts: readonly string[], images: readonly ListedImage[]) => {
    const paths = assets ? await copyPictures({ url, images }, paced, folder) : new Map<string, string>();
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
  const attempt = async (url: string, lookAt?: LookAt): Promise<BatchRecord> => {
    const request = { ...asked, url, include_metadata: true, include_images: assets || asked.include_images };
    const convert = (cursor?: string, more: Partial<ConvertCall> = {}) =>
      converter.convert({ ...request, cursor } as ConvertRequest, { signal: never, keyId: null, ...more });
    const page = await convert(undefined, defined({ forms }));
    // Also without `strict` it is asked for again, when the site wants to be.
    if (page.outcome === 'upstream_unavailable') throw unavailable(page);
    const other = await lookAt?.(page);
    if (other) return other;
    // All are read ahead of the first file: a page that fails halfway leaves none.
    const parts = [page];
    for (let { nextCursor } = page; nextCursor !== undefined; { nextCursor } = parts.at(-1)!)
      parts.push(await convert(nextCursor));
    const contents = parts.map((each) => each.content);
    const written = await write(url, contents, page.images ?? []);
    const { content, next_cursor, part, metadata, images, outcome, ...listed } = convertData(page);
    return {
      url,
      status: 'success',
      ...written,
      final_url: addressOf(page),
      title: metadata?.title ?? '',
      tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
      etag: page.etag,
      ...(outcome === undefined ? {} : { outcome }),
      ...(asked.include_metadata ? { metadata } : {}),
      ...(asked.include_images ? { images } : {}),
      ...listed,
    };
  };
  return {
    /**
     * Converts a page and writes its file, unless `lookAt` says otherwise. Resolves to its record, a failed one too; rejects only
     * when the disk does, or the pace, or where `stop` ends its wait for another try.
     */
    async convert(url: string, lookAt?: LookAt): Promise<BatchRecord> {
      for (let retries = 0; ; ) {
        await pace(url);
        try {
          return await attempt(url, lookAt);
        } catch (error) {
          const { reason, message, retryAfterMs } = toFailure(error);
          if (reason === 'internal') throw error;
          if (reason !== 'busy' && (!PASSING.has(reason) || retries++ === RETRIES)) {
            return { url, status: 'error', reason, message: toReach(error, url) ?? inFlags(message, flags) };
          }
          const siteRetryMs = error instanceof ServiceError ? error.siteRetryMs : undefined;
          const waitMs = Math.max(
            siteRetryMs ?? retryAfterMs ?? 0,
            reason === 'busy' ? 0 : RETRY_MS * retries,
          );
          await sleep(Math.min(waitMs, MOST_RETRY_MS), undefined, { signal: stop });
        }
      }
    },
    close: async () => {
      await converter.close();
      await workers.close();
    },
  };
}

function unavailable({ upstream }: ConvertedPage): ServiceError {
  return new ServiceError(statusFailure(upstream.status)!.failure, { siteRetryMs: siteRetryOf(upstream) });
}
