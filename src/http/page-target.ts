import { z } from 'zod';
import { type ConvertRequest, conversionOptions, convertRequest } from '../contract/convert.ts';
import { fail } from '../contract/failure.ts';
import { queryReader } from './query-fields.ts';

/** The route that answers every request whose path is the address of a page. */
export const TARGET_ROUTE = '/{url}';
/** Query parameters whose names begin so are options; all others belong to the page's address. */
const OPTION_PREFIX = 'pagemark.';

/** A path that is an address, verbatim or percent-encoded; a proxy may have merged its two slashes. */
const VERBATIM = /^\/(https?):\/{1,2}(?=[^/])/i;
const ENCODED = /^\/https?%3a/i;
/** What stands before the path where a client sends the whole address of the service (RFC 9112, 3.2.2). */
const OWN_ORIGIN = /^https?:\/\/[^/?#]*(?=\/)/i;

/** The path of what a client asks for. */
export const ownPath = (target: string): string => target.replace(OWN_ORIGIN, '');

/** The path that the router sees: one route for all addresses, else the path itself. */
export const routeOfTarget = (path: string): string =>
  VERBATIM.test(path) || ENCODED.test(path) ? TARGET_ROUTE : path;

/**
 * The address of a page, and the options beside it without their prefix, of `/https://example.com/a?x=1&pagemark.links=none`. What
 * is left after the options are taken out is the address, byte for byte. In the percent-encoded form the path is decoded once, and nothing in it is an option. Throws
 * `invalid_url` when the path holds no address or cannot be decoded.
 */
export function readTarget(path: string) {
  const cut = path.indexOf('?');
  const front = cut === -1 ? path : path.slice(0, cut);
  const options: [string, string][] = [];
  const rest: string[] = [];
  for (const pair of cut === -1 ? [] : path.slice(cut + 1).split('&')) {
    const [[name, value] = ['', '']] = new URLSearchParams(pair);
    if (name.startsWith(OPTION_PREFIX)) options.push([name.slice(OPTION_PREFIX.length), value]);
    else rest.push(pair);
  }
  const address = addressOf(front);
  if (rest.length === 0) return { url: address, options };
  // One that stands as it is has its fragment behind its query already.
  const [page] = VERBATIM.test(front) ? [address] : (address.split('#', 1) as [string]);
  const query = `${page.includes('?') ? '&' : '?'}${rest.join('&')}`;
  return { url: page + query + address.slice(page.length), options };
}

function addressOf(front: string): string {
  if (VERBATIM.test(front)) return front.replace(VERBATIM, '$1://');
  try {
    if (ENCODED.test(front)) return decodeURIComponent(front.slice(1));
  } catch (cause) {
    const message = `Percent-encode the address as UTF-8; it is ${JSON.stringify(front.slice(1, 200))}.`;
    throw fail('invalid_url', message, { cause });
  }
  throw fail('invalid_url', 'Put the address of a page after the slash, such as /https://example.com/.');
}

/** The options as OpenAPI query parameters. */
export const optionParameters = z.object(
  Object.fromEntries(
    Object.entries(conversionOptions.shape).map(([name, field]) => [OPTION_PREFIX + name, field]),
  ),
);

const readOptions = queryReader(conversionOptions, convertRequest, OPTION_PREFIX);

/** The conversion request of a target and its options, before which come those that are `usual`. Throws what reading the options throws. */
export const requestOfTarget = (
  { url, options }: ReturnType<typeof readTarget>,
  usual: Partial<ConvertRequest> = {},
): ConvertRequest => readOptions(options, { ...usual, url });
