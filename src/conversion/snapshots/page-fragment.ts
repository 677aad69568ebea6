import { LRUCache } from 'lru-cache';
import { percentDecoded } from '../../core/html/address.ts';
import { decodeHtml } from '../../core/html/decode.ts';
import { parseHtml } from '../../core/html/parse.ts';
import { attr, type HtmlNode } from '../../core/html/tree.ts';
import { parseTargetUrl } from '../../fetching/target-url.ts';
import type { LoadedPage, PageRequest } from '../ports.ts';

/**
 * Bytes of a source that is looked through for an id, on the event loop. In a larger one no fragment names an id, which costs a
 * render and shows nobody another page.
 */
const MOST_SEARCHED_BYTES = 1_048_576;
/** Fragments of sources of which it is remembered whether they name an id. */
const MOST_REMEMBERED = 10_000;
/** Where the directive of a fragment begins, which browsers keep from the page (URL Fragment Text Directives, 3.1). */
const DIRECTIVE = ':~:';

/**
 * The request of a rendered page with the fragment that the page shows by, as the URL standard writes it, or with none: a fragment that
 * names an id of the source leads to a place of the page that all share. `loadSource`: the page as it is served.
 */
export function fragmentReader(loadSource: (request: PageRequest) => Promise<LoadedPage>) {
  const known = new LRUCache<string, boolean>({ max: MOST_REMEMBERED });
  const namesId = async (request: PageRequest, fragment: string): Promise<boolean> => {
    const source = await loadSource(request);
    const key = `${source.sha256} ${fragment}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const bytes = source.read === undefined ? source.bytes : await source.read();
    const names = bytes !== undefined && hasId(bytes, source.contentType, fragment);
    known.set(key, names);
    return names;
  };
  return async (request: PageRequest): Promise<PageRequest> => {
    if (request.view !== 'rendered' || !request.url.includes('#')) return request;
    const { url, fragment = '' } = parseTargetUrl(request.url);
    const [shown = ''] = fragment.split(DIRECTIVE, 1);
    // Of a source that cannot be had nothing is known.
    const isShared = shown === '' || (await namesId(request, shown).catch(() => false));
    return { ...request, url: isShared ? url.href : `${url.href}#${shown}` };
  };
}

/** Whether an element of a page has the id that a fragment names: as it stands, or decoded (HTML, 7.4.6.3). */
export function hasId(bytes: Uint8Array, contentType: string | undefined, fragment: string): boolean {
  if (bytes.byteLength > MOST_SEARCHED_BYTES) return false;
  const ids = new Set([fragment, percentDecoded(fragment)]);
  const { text } = decodeHtml(bytes, contentType);
  // Most fragments of applications stand in no attribute: their pages need not be parsed.
  if (![...ids].some((id) => mayHaveId(text, id))) return false;
  return parseHtml(text, '')
    .elements.having('id')
    .some((element) => ids.has(attr(element, 'id')!) && isShownByBrowsers(element));
}

function mayHaveId(text: string, id: string): boolean {
  const literal = id.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return new RegExp(`\\bid\\s{0,9}=\\s{0,9}["']?${literal}`, 'i').test(text);
}

/** What stands in these is no part of a page whose scripts run. */
const INERT: ReadonlySet<string> = new Set(['template', 'noscript']);

function isShownByBrowsers(element: HtmlNode): boolean {
  for (let at: HtmlNode | null = element.parent; at !== null; at = at.parent)
    if (INERT.has(at.tag)) return false;
  return true;
}
