import { toFailure } from '../../contract/failure.ts';
import type { ListedImage } from '../../conversion/page-lists.ts';
import type { PageFetcher } from '../../fetching/fetch-page.ts';
import { digestOf, inWords, type OutputFolder } from './output-folder.ts';

/** Pictures of one page that are fetched: more than long articles have, and a bound on what a page makes us ask for. */
const MAX_PICTURES = 100;
/** Bytes of the pictures of one page that are written. */
const MAX_PAGE_BYTES = 52_428_800;
/** Longest time of one picture in milliseconds. */
const PICTURE_TIMEOUT_MS = 15_000;

/**
 * Formats that are written, by their first bytes (WHATWG MIME Sniffing, 6.1; AVIF: ISO 14496-12, 4.3): ending, offset, bytes.
 * No SVG: opened by itself it runs scripts.
 */
const FORMATS: readonly (readonly [ending: string, offset: number, mark: string])[] = [
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpg', 0, '\xff\xd8\xff'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['webp', 8, 'WEBPVP'],
  ['avif', 4, 'ftypavif'],
  ['bmp', 0, 'BM'],
];

/**
 * Writes the pictures of a page beside its file, each once, and resolves to their paths by address, for `relink`. They come
 * through the guarded fetcher, one after the other; one that cannot be had, or is none of `FORMATS`, has no path. Rejects only
 * when the disk does.
 */
export async function copyPictures(
  page: { readonly url: string; readonly images: readonly ListedImage[] },
  fetcher: Pick<PageFetcher, 'fetch'>,
  folder: Pick<OutputFolder, 'writePicture'>,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  let leftBytes = MAX_PAGE_BYTES;
  for (const { url } of page.images.slice(0, MAX_PICTURES)) {
    const bytes = await pictureAt(url, fetcher);
    const ending = bytes && endingOf(bytes);
    if (!bytes || !ending || bytes.byteLength > leftBytes) continue;
    leftBytes -= bytes.byteLength;
    paths.set(url, await folder.writePicture(page.url, pictureName(url, bytes, ending), bytes));
  }
  return paths;
}

async function pictureAt(url: string, fetcher: Pick<PageFetcher, 'fetch'>): Promise<Uint8Array | null> {
  try {
    const { bytes, status } = await fetcher.fetch({ url, timeoutMs: PICTURE_TIMEOUT_MS });
    return status === 200 ? bytes : null;
  } catch (error) {
    if (toFailure(error).reason === 'internal') throw error;
    return null;
  }
}

function endingOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.byteLength)).toString('latin1');
  return FORMATS.find(([, offset, mark]) => head.startsWith(mark, offset))?.[0];
}

/** Words of the address in ASCII, a digest of the bytes and the ending of their format: no name of the site's own making. */
function pictureName(url: string, bytes: Uint8Array, ending: string): string {
  const file = new URL(url).pathname.split('/').at(-1) ?? '';
  const words = inWords(file.replace(/\.[a-z0-9]{1,5}$/i, ''), 60);
  return `${words === '' ? '' : `${words}-`}${digestOf(bytes)}.${ending}`;
}
