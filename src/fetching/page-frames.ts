import { decodeHTMLAttribute } from 'entities/decode';
import { parseUrl } from '../contract/address.ts';
import { decodeHtml } from '../core/html/decode.ts';
import { sourceTags } from '../core/html/source-tags.ts';
import { registrableDomain } from './registrable-domain.ts';
import { isHtml, shortSource } from './short-source.ts';

/** Frames of one set that are fetched, and bytes that those which are taken may have together: they are read on the event loop. */
const MAX_FRAMES = 10;
const MAX_FRAMES_BYTES = 4 * 1_048_576;
/** Characters of a frame's document within which its base is sought. */
const BASE_WITHIN = 65_536;

/** A page as it was got. */
interface Framed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string | undefined;
  readonly finalUrl: string;
}

/**
 * A page that is a set of frames, with the documents of those of its own site in `srcdoc` frames: what browsers show in their places.
 * Undefined for every other page, and where none can be had. `load` gives a frame's page, or undefined, also where it has more bytes.
 */
export async function framedPage(
  page: Framed,
  load: (url: string, maxBytes: number) => Promise<Framed | undefined>,
): Promise<Framed | undefined> {
  const set = framesetOf(page);
  if (set === undefined) return undefined;
  const frames: string[] = [];
  let left = MAX_FRAMES_BYTES;
  let tried = 0;
  for (const url of set.urls) {
    if (tried === MAX_FRAMES) break;
    if (!(await isSameSite(url, page.finalUrl))) continue;
    tried++;
    const frame = await load(url, left);
    if (frame === undefined || !isHtml(frame.contentType)) continue;
    left -= frame.bytes.byteLength;
    frames.push(frameOf(frame));
  }
  if (frames.length === 0) return undefined;
  const bytes = new TextEncoder().encode(`${set.head}<body>${frames.join('\n')}</body></html>`);
  return { bytes, contentType: 'text/html; charset=utf-8', finalUrl: page.finalUrl };
}

/** What stands ahead of a page's set of frames, and the addresses of these. */
function framesetOf({ bytes, contentType, finalUrl }: Framed) {
  if (!/<frameset[\s>]/i.test(shortSource(bytes, contentType) ?? '')) return undefined;
  const { text } = decodeHtml(bytes, contentType);
  let head: string | undefined;
  let base = finalUrl;
  const urls: string[] = [];
  for (const { name, isStart, attributes, from } of sourceTags(text)) {
    // Behind a body a set of frames is none (HTML Standard, "in body" insertion mode).
    if (name === 'body' && head === undefined) return undefined;
    if (name === 'base' && isStart) base = addressOf(attributes.get('href'), finalUrl) ?? base;
    if (name === 'frameset' && isStart) head ??= text.slice(0, from);
    const url = name === 'frame' && isStart ? addressOf(attributes.get('src'), base) : undefined;
    if (url !== undefined) urls.push(url);
  }
  return head === undefined ? undefined : { head, urls };
}

function addressOf(value: string | undefined, base: string): string | undefined {
  return value === undefined ? undefined : parseUrl(decodeHTMLAttribute(value), base)?.href;
}

/** Whether an address is of the site of a page, and no frame of it is another one's. */
export async function isSameSite(url: string, page: string): Promise<boolean> {
  const [one, other] = [new URL(url), new URL(page)];
  if (one.hostname === other.hostname) return /^https?:$/.test(one.protocol);
  const site = await registrableDomain(other.hostname);
  return site !== null && site === (await registrableDomain(one.hostname));
}

/** A frame with its document, whose links are those of its own address. */
function frameOf({ bytes, contentType, finalUrl }: Framed): string {
  const { text } = decodeHtml(bytes, contentType);
  const hasBase = [...sourceTags(text.slice(0, BASE_WITHIN))].some(({ name }) => name === 'base');
  const source = hasBase ? text : `<base href="${finalUrl}">${text}`;
  return `<iframe srcdoc="${source.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
}
