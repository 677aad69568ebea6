import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseUrl } from '../contract/address.ts';
import { fail, invalid, type ServiceError } from '../contract/failure.ts';
import type { WantedFreshness } from '../conversion/converter.ts';
import type { HttpDeps } from './deps.ts';

const KEY_MAX_CHARACTERS = 256;
/** RFC 6750, 2.1: the scheme is case-insensitive, the token is a b64token. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** The key in `Authorization: Bearer …`, or null when there is none of that form. */
export function bearerKey(header: string | undefined): string | null {
  if (header === undefined || header.length > KEY_MAX_CHARACTERS + 16) return null;
  return BEARER.exec(header)?.[1] ?? null;
}

/** RFC 6750, 2.1, but with any token that a setting can hold. */
const OPERATOR_BEARER = /^bearer +(\S+) *$/i;

/** The token of the operator that a request carries as a bearer, if any. */
export function bearerToken({ authorization = '' }: IncomingMessage['headers']): string | undefined {
  return OPERATOR_BEARER.exec(authorization)?.[1];
}

/** The failure of a call without a valid key. */
export function unauthorized(header: string | undefined): ServiceError {
  return fail(
    'unauthorized',
    header === undefined
      ? 'Send "Authorization: Bearer <API_KEY>": the header is missing.'
      : 'Send a valid API key as "Authorization: Bearer <API_KEY>": this one is malformed, unknown, expired or revoked.',
  );
}

/** The failure of an operator's call without the token that a setting names. */
export function wrongToken(header: string | undefined, setting: string): ServiceError {
  const fault = header === undefined ? 'the header is missing' : 'this one is another';
  return fail('unauthorized', `Send "Authorization: Bearer <${setting}>": ${fault}.`);
}

/**
 * How fresh a page the request wants, from its `Cache-Control` (RFC 9111, 5.2.1): `no-cache` takes nothing that is
 * kept, `max-age=N` nothing older than N seconds, with `no-store` the page is not kept either, and `only-if-cached` wants
 * nothing fetched.
 */
export function wantedFreshness(cacheControl: string | undefined): WantedFreshness {
  const directives = (cacheControl ?? '').toLowerCase().split(',');
  const wanted: { -readonly [K in keyof WantedFreshness]: WantedFreshness[K] } = {};
  for (const directive of directives) {
    const [name = '', value = ''] = directive.split('=').map((part) => part.trim());
    if (name === 'no-store') wanted.noStore = true;
    if (name === 'only-if-cached') wanted.onlyIfCached = true;
    if (name === 'no-cache' || name === 'no-store') wanted.maxAgeS = 0;
    const seconds = name === 'max-age' ? /^"?(\d{1,9})"?$/.exec(value)?.[1] : undefined;
    if (seconds !== undefined) wanted.maxAgeS = Math.min(wanted.maxAgeS ?? Infinity, Number(seconds));
  }
  return wanted;
}

/** What a field of the `Accept` family names, with its weights from 0 to 1 (RFC 9110, 12.4.2). */
export function weightsOf(field: string | undefined): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of (field ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  return weights;
}

const ACCEPTED = /^[A-Za-z0-9._~:/+=-]{1,128}$/;

/** The caller's `X-Request-Id` when it is 1 to 128 harmless characters, else a new UUID. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}

/** The host of an absolute URL as the URL standard writes it (IPv6 in brackets), or '' when it is none. */
export function hostNameOf(url: string): string {
  return parseUrl(url)?.hostname ?? '';
}

/** True for a host that is loopback by its own writing: a page of a stranger's site cannot arrive under it. */
export function isLoopback(host: string): boolean {
  return /^localhost\.?$/.test(host) || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * The failure of a request that a proxy before this server may read otherwise, and which Node accepts: without its Host
 * field or with two of them (RFC 9112, 3.2), HTTP/1.0 with Transfer-Encoding (6.1), or `*` as the target of another method
 * than OPTIONS (3.2.4). `null`: nothing is wrong. The
 * connection has to be closed after the answer.
 */
export function framingFault({
  method,
  url,
  httpVersion,
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headers' | 'rawHeaders'>): ServiceError | null {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++;
  if (hosts > 1) return invalid(`Send one Host field: there are ${hosts}.`);
  if (hosts === 0 && httpVersion === '1.1')
    return invalid('Send a Host field: HTTP/1.1 requires it and it is missing.');
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined)
    return invalid('Send Content-Length in place of Transfer-Encoding: HTTP/1.0 has none.');
  if (url === '*' && method !== 'OPTIONS')
    return invalid(`Send a path: "*" is the target of OPTIONS alone, and this is ${method}.`);
  return null;
}

/** Fastify takes a number of hops as a function of the hop's index. */
export function trustProxy(
  trusted: HttpDeps['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (trusted === false) return false;
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : [...trusted];
}
