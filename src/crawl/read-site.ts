import { gunzip } from 'node:zlib';
import { decodeXML } from 'entities/decode';
import { parseUrl } from '../contract/address.ts';
import { ServiceError } from '../contract/failure.ts';
import type { FetchRequest, PageFetcher } from '../fetching/fetch-page.ts';
import { MAX_ROBOTS_BYTES, productOf, type Robots, readRobots } from '../fetching/robots.ts';
import { MOST_CHARACTERS } from './crawl-address.ts';

/** What sitemaps.org allows one file to list, and to be unpacked (50 MB). */
const MOST_LISTED = 50_000;
const MOST_SITEMAP_BYTES = 52_428_800;
/** What deflate makes of a byte at most (zlib's technical notes). */
const MOST_RATIO = 1032;
/** An index lists sitemaps; one that lists indexes is beyond the protocol, and common. */
const DEEPEST_INDEX = 3;
const [CDATA, CDATA_END] = ['<![CDATA[', ']]>'];

/** Bounds of what is read of the sitemaps of a site. */
export interface SitemapBounds {
  /** Files that are asked for. */
  readonly files: number;
  readonly addresses: number;
  /** Of all files together, unpacked; as many characters may their addresses have. */
  readonly bytes: number;
  /** What files may take of the delay that robots.txt asks for, but for the first; any time unless told. */
  readonly seconds?: number;
}

/** Fetches for what is read beside pages; more than `mostBytes` is `response_too_large`. */
export type SiteFetch = (
  url: string,
  mostBytes?: number,
) => Promise<{ readonly status: number; readonly bytes: Uint8Array }>;

/** What a fetcher gives of a site. */
export const siteFetch =
  (fetcher: Pick<PageFetcher, 'fetch'>, more: Pick<FetchRequest, 'signal' | 'onBytes'> = {}): SiteFetch =>
  (url, mostBytes) =>
    fetcher.fetch({ url, mostBytes, ...more });

/** What a site asks of crawlers, and lists for them. */
export interface Site extends Pick<Robots, 'allows' | 'delayS'> {
  readonly origin: string;
  /** Its robots.txt is answered with 5xx, which allows nothing. */
  readonly isDown: boolean;
  /** Reads its sitemaps. Throws the reason of the signal. */
  readonly list: () => Promise<Sitemaps>;
}

/** How a site is read. */
export interface SiteReading {
  readonly userAgent: string;
  /** Unless it is heeded, robots.txt names sitemaps alone. */
  readonly heedsRobots: boolean;
  readonly sitemaps: SitemapBounds;
  readonly signal?: AbortSignal;
}

/** Longest delay between two requests that a site, or a caller, may ask for, in seconds: with a longer one a crawl does not end. */
export const MOST_DELAY_S = 60;

/** Reads the robots.txt of the site of an address. Throws what the fetch throws for an origin that cannot be reached. */
export async function readSite(
  url: string,
  fetch: SiteFetch,
  { userAgent, heedsRobots, sitemaps: bounds, signal }: SiteReading,
): Promise<Site> {
  const { origin } = new URL(url);
  const load = async () => {
    const { status, bytes } = await fetch(`${origin}/robots.txt`);
    return { status, text: Buffer.from(bytes.subarray(0, MAX_ROBOTS_BYTES)).toString() };
  };
  const { allows, sitemaps, isDown, ...robots } = await readRobots(load, productOf(userAgent));
  const delayS = heedsRobots ? Math.min(robots.delayS, MOST_DELAY_S) : 0;
  return {
    ...{ origin, delayS, isDown: heedsRobots && isDown, allows: heedsRobots ? allows : () => true },
    list: () => readSitemaps(origin, { sitemaps, delayS }, fetch, bounds, signal),
  };
}

/** What the sitemaps of a site list. */
export interface Sitemaps {
  /** Absolute addresses, each once, in their order. */
  readonly urls: readonly string[];
  /** Files that were asked for. */
  readonly files: number;
  /** Files that could not be read, with the reason. */
  readonly failed: readonly { readonly url: string; readonly reason: string }[];
  /** Files that were named and not asked for, and addresses that were listed and not taken, because of the bounds. */
  readonly unread: number;
  readonly unlisted: number;
}

/**
 * Reads the sitemaps that robots.txt names, or `/sitemap.xml` where it names none: XML, an index of others, text with an address
 * a line, each also packed by gzip. A file that is missing or broken is named, and the others are read. Throws the reason of `signal`.
 */
export async function readSitemaps(
  origin: string,
  { sitemaps, delayS = 0 }: Pick<Robots, 'sitemaps'> & Partial<Pick<Robots, 'delayS'>>,
  fetch: SiteFetch,
  bounds: SitemapBounds,
  signal?: AbortSignal,
): Promise<Sitemaps> {
  const named = sitemaps.length > 0 ? sitemaps : ['/sitemap.xml'];
  const { seconds = Number.POSITIVE_INFINITY } = bounds;
  const mostFiles = Math.min(bounds.files, Math.max(1, Math.floor(seconds / delayS)));
  const seen = new Set<string>(['']);
  const queue: { readonly url: string; readonly depth: number }[] = [];
  let unread = 0;
  const enqueue = (listed: readonly string[], depth: number) => {
    for (const each of listed) {
      const url = parseUrl(each, origin)?.href ?? '';
      const isNew = !seen.has(url);
      if (isNew && depth <= DEEPEST_INDEX && queue.length < mostFiles) queue.push({ url, depth });
      else if (isNew) unread++;
      if (isNew && seen.size <= MOST_LISTED) seen.add(url);
    }
  };
  enqueue(named, 0);
  const urls = new Set<string>();
  const failed: { url: string; reason: string }[] = [];
  let [files, unlisted, bytesLeft, charactersLeft] = [0, 0, bounds.bytes, bounds.bytes];
  const take = (url: string) => {
    if (urls.has(url)) return;
    if (urls.size >= bounds.addresses || url.length > charactersLeft) unlisted++;
    else urls.add(url);
    if (urls.has(url)) charactersLeft -= url.length;
  };
  for (const { url, depth } of queue) {
    signal?.throwIfAborted();
    if (bytesLeft <= 0) {
      unread++;
      continue;
    }
    files++;
    const sitemap = await readSitemap(url, fetch, Math.min(bytesLeft, MOST_SITEMAP_BYTES)).catch((error) => {
      signal?.throwIfAborted();
      return asFailed(error, Math.min(bytesLeft, MOST_SITEMAP_BYTES));
    });
    bytesLeft -= sitemap.size;
    if ('reason' in sitemap) {
      // That there is none where none is named is no fault.
      if (sitemaps.length > 0) failed.push({ url, reason: sitemap.reason });
      continue;
    }
    unlisted += sitemap.isIndex ? 0 : sitemap.more;
    unread += sitemap.isIndex ? sitemap.more : 0;
    if (sitemap.isIndex) enqueue(sitemap.listed, depth + 1);
    else for (const each of sitemap.listed) take(each);
  }
  return { urls: [...urls], files, failed, unread, unlisted };
}

/** A file that is no sitemap, and the bytes that it took to see that. */
class WrongSitemap extends Error {
  readonly size: number;
  constructor(message: string, size: number) {
    super(message);
    this.size = size;
  }
}

/** Why a file was not read; one that was too large took as much as it could. Throws what is no fault of the file. */
function asFailed(error: unknown, mostBytes: number): { readonly reason: string; readonly size: number } {
  if (error instanceof WrongSitemap) return { reason: error.message, size: error.size };
  if (!(error instanceof ServiceError)) throw error;
  const { reason } = error.failure;
  return { reason, size: reason === 'response_too_large' ? mostBytes : 0 };
}

/** A sitemap: absolute addresses, and how many it has more than such a file may. */
interface Sitemap {
  readonly isIndex: boolean;
  readonly listed: readonly string[];
  readonly more: number;
  readonly size: number;
}

async function readSitemap(url: string, fetch: SiteFetch, mostBytes: number): Promise<Sitemap> {
  const { status, bytes } = await fetch(url, mostBytes);
  if (status >= 400) throw new WrongSitemap(`status ${status}`, bytes.byteLength);
  const unpacked = await unpack(bytes, mostBytes);
  const size = unpacked.byteLength;
  const text = new TextDecoder().decode(unpacked);
  const isXml = /^\s*</.test(text);
  if (isXml && !/<(?:\w{1,20}:)?(?:urlset|sitemapindex)\b/i.test(text.slice(0, 4096)))
    throw new WrongSitemap('no sitemap', size);
  const listed: string[] = [];
  let [more, characters] = [0, 0];
  for (const each of isXml ? locationsOf(text) : linesOf(text)) {
    // Relative ones grow by the address of their file: all together are no longer than what was read.
    const isFull = listed.length >= MOST_LISTED || characters > Math.max(size, MOST_CHARACTERS);
    const address = isFull ? undefined : parseUrl(each.trim(), isXml ? url : undefined)?.href;
    if (isFull || (address !== undefined && address.length > MOST_CHARACTERS)) more++;
    else if (address !== undefined) {
      listed.push(address);
      characters += address.length;
    }
  }
  const isIndex = isXml && /<(?:\w{1,20}:)?sitemapindex\b/i.test(text.slice(0, 4096));
  return { isIndex, listed, more, size };
}

function* linesOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) yield line;
}

/** The `loc` elements of a sitemap; those of pictures and films have a prefix of their own, and are none. */
function* locationsOf(xml: string): Generator<string> {
  const loc = /<(\w{0,20}:)?loc\s*>([^<]*)/gi;
  for (let match = loc.exec(xml); match !== null; match = loc.exec(xml)) {
    const [, prefix = '', text = ''] = match;
    const isRaw = xml.startsWith(CDATA, loc.lastIndex);
    const from = loc.lastIndex + CDATA.length;
    const to = isRaw ? xml.indexOf(CDATA_END, from) : 0;
    // What is never closed has the rest of the file in it.
    if (to < 0) return;
    if (isRaw) loc.lastIndex = to + CDATA_END.length;
    if (!/^(?:image|video|news):$/i.test(prefix)) yield isRaw ? xml.slice(from, to) : decodeXML(text);
  }
}

/** Bytes as they are, those that begin as gzip does (RFC 1952, 2.3.1) unpacked, up to a size. */
async function unpack(bytes: Uint8Array, mostBytes: number): Promise<Uint8Array> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked && bytes.byteLength > mostBytes) throw new WrongSitemap('too large', mostBytes);
  if (!isPacked) return bytes;
  const size = Math.min(mostBytes, bytes.byteLength * MOST_RATIO);
  return new Promise((resolve, reject) => {
    gunzip(bytes, { maxOutputLength: Math.max(1, mostBytes) }, (error, whole) =>
      error === null ? resolve(whole) : reject(new WrongSitemap('too large, or damaged gzip', size)),
    );
  });
}
