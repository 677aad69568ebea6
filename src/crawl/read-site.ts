import { gunzip } from 'node:zlib';
import { decodeXML } from 'entities/decode';
import { parseUrl } from '../contract/address.ts';
import { ServiceError } from '../contract/failure.ts';
import type { FetchRequest, PageFetcher } from '../fetching/fetch-page.ts';
import { MAX_ROBOTS_BYTES, parseRobots, productOf, ROBOTS_FAULTS, type Robots } from '../fetching/robots.ts';

/** What sitemaps.org allows one file to list, and to be unpacked (50 MB). */
const MOST_LISTED = 50_000;
const MOST_SITEMAP_BYTES = 52_428_800;
/** An index lists sitemaps; one that lists indexes is beyond the protocol, and common. */
const DEEPEST_INDEX = 3;

/** Bounds of what is read of the sitemaps of a site. */
export interface SitemapBounds {
  readonly files: number;
  readonly addresses: number;
  /** Of all files together, unpacked. */
  readonly bytes: number;
}

/** Of a crawl on a machine of one's own: four files of 50,000 addresses, or some hundred of most sites' size. */
const CRAWL_SITEMAPS: SitemapBounds = { files: 500, addresses: 200_000, bytes: 536_870_912 };

/** Fetches for what is read beside pages. */
export type SiteFetch = (url: string) => Promise<{ readonly status: number; readonly bytes: Uint8Array }>;

/** What a fetcher gives of a site. */
export const siteFetch =
  (fetcher: Pick<PageFetcher, 'fetch'>, more: Pick<FetchRequest, 'signal' | 'onBytes'> = {}): SiteFetch =>
  (url) =>
    fetcher.fetch({ url, ...more });

/** Robots of a site without any. */
const NO_ROBOTS: Robots = { allows: () => true, delayS: 0, sitemaps: [] };

const NONE = { status: 404, bytes: new Uint8Array() };

/**
 * The robots.txt of an origin, for the product token of `userAgent`: as RFC 9309 has it, none (4xx) allows all, and a server that
 * fails (5xx) nothing. Throws what the fetch throws for an origin that cannot be reached.
 */
export async function readRobots(origin: string, fetch: SiteFetch, userAgent: string): Promise<Robots> {
  const { status, bytes } = await fetch(`${origin}/robots.txt`).catch((error: unknown) => {
    if (error instanceof ServiceError && ROBOTS_FAULTS.has(error.failure.reason)) return NONE;
    throw error;
  });
  if (status >= 500) return { ...NO_ROBOTS, allows: () => false };
  if (status >= 400) return NO_ROBOTS;
  return parseRobots(Buffer.from(bytes.subarray(0, MAX_ROBOTS_BYTES)).toString(), productOf(userAgent));
}

/** What the sitemaps of a site list. */
export interface Sitemaps {
  /** Absolute addresses, each once, in their order. */
  readonly urls: readonly string[];
  /** Files that were read. */
  readonly files: number;
  /** Files that could not be read, with the reason. */
  readonly failed: readonly { readonly url: string; readonly reason: string }[];
}

/**
 * Reads the sitemaps that robots.txt names, or `/sitemap.xml` where it names none: XML, an index of others, text with an address
 * a line, each also packed by gzip. A file that is missing or broken is named, and the others are read.
 */
export async function readSitemaps(
  origin: string,
  { sitemaps }: Pick<Robots, 'sitemaps'>,
  fetch: SiteFetch,
  bounds: SitemapBounds = CRAWL_SITEMAPS,
): Promise<Sitemaps> {
  const named = sitemaps.length > 0 ? sitemaps : ['/sitemap.xml'];
  const queue = named.map((url) => ({ url: parseUrl(url, origin)?.href ?? '', depth: 0 }));
  const seen = new Set<string>(['']);
  const urls = new Set<string>();
  const failed: { url: string; reason: string }[] = [];
  let [files, bytesLeft] = [0, bounds.bytes];
  for (const { url, depth } of queue) {
    if (seen.has(url) || files >= bounds.files || urls.size >= bounds.addresses) continue;
    seen.add(url);
    try {
      const { isIndex, listed, size } = await readSitemap(url, fetch, bytesLeft);
      files++;
      bytesLeft -= size;
      if (!isIndex) for (const each of listed) if (urls.size < bounds.addresses) urls.add(each);
      if (isIndex && depth < DEEPEST_INDEX)
        queue.push(...listed.map((each) => ({ url: each, depth: depth + 1 })));
    } catch (error) {
      if (!(error instanceof ServiceError) && !(error instanceof WrongSitemap)) throw error;
      const reason = error instanceof ServiceError ? error.failure.reason : error.message;
      // That there is none where none is named is no fault.
      if (sitemaps.length > 0) failed.push({ url, reason });
    }
  }
  return { urls: [...urls], files, failed };
}

class WrongSitemap extends Error {}

async function readSitemap(url: string, fetch: SiteFetch, mostBytes: number) {
  const { status, bytes } = await fetch(url);
  if (status >= 400) throw new WrongSitemap(`status ${status}`);
  const unpacked = await unpack(bytes, Math.min(mostBytes, MOST_SITEMAP_BYTES));
  const text = new TextDecoder().decode(unpacked);
  const isXml = /^\s*</.test(text);
  if (isXml && !/<(?:\w{1,20}:)?(?:urlset|sitemapindex)\b/i.test(text.slice(0, 4096)))
    throw new WrongSitemap('no sitemap');
  const listed = isXml ? locationsOf(text) : text.split(/[\r\n]+/);
  const absolute = listed.flatMap((each) => parseUrl(each.trim(), isXml ? url : undefined)?.href ?? []);
  return {
    isIndex: isXml && /<(?:\w{1,20}:)?sitemapindex\b/i.test(text.slice(0, 4096)),
    listed: absolute.slice(0, MOST_LISTED),
    size: unpacked.byteLength,
  };
}

/** The `loc` elements of a sitemap; those of pictures and films have a prefix of their own, and are none. */
function locationsOf(xml: string): readonly string[] {
  const found: string[] = [];
  const loc = /<(\w{0,20}:)?loc\s*>([^<]*)(?:<!\[CDATA\[([^\]]*)\]\]>)?/gi;
  for (const [, prefix = '', text = '', raw] of xml.matchAll(loc))
    if (!/^(?:image|video|news):$/i.test(prefix)) found.push(raw ?? decodeXML(text));
  return found;
}

/** Bytes as they are, those that begin as gzip does (RFC 1952, 2.3.1) unpacked, up to a size. */
async function unpack(bytes: Uint8Array, mostBytes: number): Promise<Uint8Array> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked && bytes.byteLength > mostBytes) throw new WrongSitemap('too large');
  if (!isPacked) return bytes;
  return new Promise((resolve, reject) => {
    gunzip(bytes, { maxOutputLength: Math.max(1, mostBytes) }, (error, whole) =>
      error === null ? resolve(whole) : reject(new WrongSitemap('too large, or damaged gzip')),
    );
  });
}
