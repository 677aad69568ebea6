import { parseUrl } from '../contract/address.ts';
import { fail } from '../contract/failure.ts';
import { parseIpAddress } from './address-policy/ip-address.ts';
import { blockedTarget, malformedResponse } from './fetch-failures.ts';

/** The longest address that is fetched, in bytes of its canonical form and of what was given. */
export const MAX_URL_BYTES = 8_192;

/** A host as the connection needs it: a name to resolve, or an address written in the URL. */
export type TargetHost =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'address'; readonly address: string };

/** The name or the address, IPv6 without brackets. */
export function textOfHost(host: TargetHost): string {
  return host.kind === 'name' ? host.name : host.address;
}

/** An address that has passed the rules on its form. Names, ports and addresses are judged at the connection. */
export interface TargetUrl {
  /** Without fragment and userinfo. */
  readonly url: URL;
  /** What stood behind the `#` of the address, as the URL standard writes it; undefined without one. It is never sent. */
  readonly fragment: string | undefined;
  readonly host: TargetHost;
  readonly port: number;
  readonly secure: boolean;
}

/**
 * Parses the address that a caller gave. Throws `invalid_url` when it does not parse, has no host, is longer
 * than {@link MAX_URL_BYTES} or is not http(s); `blocked_target` when it carries a user name or password.
 */
export function parseTargetUrl(input: string): TargetUrl {
  const url = parseShort(input);
  if (url === undefined) {
    throw fail('invalid_url', `Give an absolute http or https address of at most ${MAX_URL_BYTES} bytes.`);
  }
  if (!isHttp(url)) {
    throw fail(
      'invalid_url',
      `Give an http or https address: the scheme "${url.protocol.slice(0, -1)}" is not fetched.`,
    );
  }
  const target = toTarget(url);
  if (target === undefined) throw fail('invalid_url', 'Give an address with a host name.');
  return target;
}

/**
 * Parses where a redirect leads. Throws `malformed_response` when that is no address, `blocked_target` when it
 * is not http(s) or carries a user name or password.
 */
export function parseRedirectUrl(location: string, from: URL): TargetUrl {
  const url = location.trim() === '' ? undefined : parseShort(location, from);
  if (url === undefined) throw malformedResponse('redirect without a usable Location');
  if (!isHttp(url)) throw blockedTarget('redirect scheme');
  const target = toTarget(url);
  if (target === undefined) throw malformedResponse('redirect without a host');
  return target;
}

function parseShort(input: string, base?: URL): URL | undefined {
  if (Buffer.byteLength(input) > MAX_URL_BYTES) return undefined;
  const url = parseUrl(input, base);
  return url === undefined || url.href.length > MAX_URL_BYTES ? undefined : url;
}

function isHttp(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** `undefined` without a host; throws `blocked_target` for userinfo. */
function toTarget(parsed: URL): TargetUrl | undefined {
  if (parsed.username !== '' || parsed.password !== '') throw blockedTarget('userinfo');
  const host = toHost(parsed.hostname);
  if (host === undefined) return undefined;
  const url = new URL(parsed);
  // The URL standard tells `#` and nothing behind it from no `#` in the whole address only.
  const fragment = url.href.includes('#') ? url.hash.slice(1) : undefined;
  url.hash = '';
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return { url, fragment, host, port, secure };
}

/** A label that is Punycode of nothing: invalid by Unicode's rules for names, and yet parsed by some versions of Node. */
const EMPTY_PUNYCODE = /(?:^|\.)xn--(?:\.|$)/;

/**
 * Strips trailing dots and folds once more: without its dots a name can be an address (`0x7f.1..`), which the
 * parser would have folded had it been last.
 */
function toHost(hostname: string): TargetHost | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1').replace(/(?<!\.)\.+$/, '');
  if (bare === '' || EMPTY_PUNYCODE.test(bare)) return undefined;
  const folded =
    hostname.startsWith('[') || !hostname.endsWith('.') ? bare : parseUrl(`http://${bare}/`)?.hostname;
  if (folded === undefined) return undefined;
  const address = parseIpAddress(folded);
  return address === undefined
    ? { kind: 'name', name: folded }
    : { kind: 'address', address: address.toString() };
}
