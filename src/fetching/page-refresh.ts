import { decodeHTMLAttribute } from 'entities/decode';
import { parseHttpUrl, parseUrl } from '../contract/address.ts';
import { decodeHtml } from '../core/html/decode.ts';
import { type SourceTag, sourceTags } from '../core/html/source-tags.ts';
import { visibleLength } from '../core/html/visible-length.ts';
import { isHtml, MAX_SHORT_BYTES, shortSource } from './short-source.ts';

/** Longest delay in seconds of a refresh that leads on; a later one shows its page for reading first. */
const MAX_DELAY_S = 10;
/** Visible characters of a page with next to no text: that it has moved, in a few sentences, and a link. */
const MAX_TEXT = 300;

/** `http-equiv="refresh"` in some bytes, each a character. */
const MAY_REFRESH = /http-equiv\s{0,9}=\s{0,9}["']?\s{0,9}refresh/i;

/** A page that was got. */
interface RefreshingPage {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  /** Final address. */
  readonly url: string;
  /** The value of its field `Refresh`. */
  readonly field: string | undefined;
}

/**
 * Where a page with next to no text leads a browser by itself, at once or a few seconds later (HTML Standard, "shared declarative
 * refresh steps"): an http or https address, its own too; undefined where it does not.
 */
export function refreshOf({ bytes, contentType, url, field }: RefreshingPage): string | undefined {
  if (bytes.byteLength > MAX_SHORT_BYTES) return undefined;
  if (field === undefined && !MAY_REFRESH.test(shortSource(bytes, contentType) ?? '')) return undefined;
  const isPage = isHtml(contentType);
  if (!isPage && visibleLength(Buffer.from(bytes).toString()) > MAX_TEXT) return undefined;
  const { content, base } = isPage ? readSource(decodeHtml(bytes, contentType).text) : {};
  const said = field ?? content;
  const refresh = said === undefined ? undefined : parseRefresh(said);
  if (refresh === undefined || refresh.delayS > MAX_DELAY_S) return undefined;
  const own = field === undefined && base !== undefined ? parseUrl(base, url) : undefined;
  const target = refresh.url === '' ? parseHttpUrl(url) : parseHttpUrl(refresh.url, own ?? url);
  return target?.href;
}

/** The first refresh that a page declares, and its base. */
interface Declared {
  content?: string | undefined;
  base?: string | undefined;
}

/** What a page declares; nothing of one with text. */
function readSource(html: string): Declared {
  const declared: Declared = {};
  let [length, from, templates] = [0, 0, 0];
  for (const tag of sourceTags(html)) {
    length += visibleLength(html.slice(from, tag.from));
    if (length > MAX_TEXT) return {};
    from = Math.max(tag.to, html.indexOf('>', tag.to) + 1);
    if (tag.name === 'template') templates += tag.isStart ? 1 : -1;
    if (templates > 0) continue;
    if (tag.name === 'base') declared.base ??= attributeOf(tag, 'href');
    if (tag.name === 'meta' && /^\s*refresh\s*$/i.test(tag.attributes.get('http-equiv') ?? ''))
      declared.content ??= attributeOf(tag, 'content');
  }
  return length + visibleLength(html.slice(from)) > MAX_TEXT ? {} : declared;
}

function attributeOf({ attributes }: SourceTag, name: string): string | undefined {
  const value = attributes.get(name);
  return value === undefined ? undefined : decodeHTMLAttribute(value);
}

/** Delay in seconds and address of a refresh as the standard reads it, '' of the page itself; undefined for what is none. */
export function parseRefresh(content: string): { readonly delayS: number; readonly url: string } | undefined {
  const time = /^[\t\n\f\r ]*(?=[\d.])(\d{0,9})[\d.]*(?=$|[;,\t\n\f\r ])/.exec(content);
  if (time === null) return undefined;
  const rest = content.slice(time[0].length).replace(/^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/, '');
  const address = rest.replace(/^url[\t\n\f\r ]*=[\t\n\f\r ]*/i, '');
  const quote = address[0];
  const isQuoted = quote === '"' || quote === "'";
  const end = isQuoted ? address.indexOf(quote, 1) : -1;
  return { delayS: Number(time[1]), url: address.slice(isQuoted ? 1 : 0, end < 0 ? undefined : end).trim() };
}
