import { LRUCache } from 'lru-cache';
import { percentDecoded } from '../../core/html/address.ts';
import { decodeHtml } from '../../core/html/decode.ts';
import { sourceTags } from '../../core/html/source-tags.ts';
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
    const names = bytes !== undefined && namesElement(bytes, source.contentType, fragment);
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

/**
 * Whether an element of a page in a browser has the id that a fragment names: as it stands, or decoded (HTML, 7.4.6.3). What stands
 * in templates is no element.
 */
export function namesElement(bytes: Uint8Array, contentType: string | undefined, fragment: string): boolean {
  if (bytes.byteLength > MOST_SEARCHED_BYTES) return false;
  const { text } = decodeHtml(bytes, contentType);
  const ids = new Set([fragment, percentDecoded(fragment)]);
  // Most fragments of applications stand nowhere in their source.
  if (![...ids].some((id) => text.includes(id))) return false;
  let templates = 0;
  for (const { name, isStart, attributes } of sourceTags(text)) {
    const id = attributes.get('id');
    if (templates === 0 && id !== undefined && ids.has(id)) return true;
    if (name === 'template') templates = Math.max(0, templates + (isStart ? 1 : -1));
  }
  return false;
}
