import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ServiceError, toFailure } from '../contract/failure.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { ACCEPT_ENCODING, contentCodings, decodeBody } from './decode-body.ts';
import { type ExchangeResponse, exchange } from './exchange.ts';
import { malformedResponse } from './fetch-failures.ts';
import {
  createGuardedConnect,
  type GuardedConnect,
  type GuardedConnectParts,
  type GuardedConnectSettings,
} from './guarded-connect.ts';
import { redirectLocation } from './redirect-location.ts';
import { parseRedirectUrl, parseTargetUrl, type TargetUrl } from './target-url.ts';

/** Redirects that are followed; one more is `too_many_redirects`. */
export const MAX_REDIRECTS = 10;

/** Refusals are told at multiples of this time, so that their delay tells nothing about the rule that refused. */
export const REFUSAL_STEP_MS = 100;

/** What a site is asked for: Markdown of its own first, then pages. */
const ACCEPT = 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5';

/** Statuses that carry no page, or a part that was not asked for; 304 unless it was asked for. */
const PAGELESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 206, 304]);

/** Response fields that later stages read. */
const KEPT_HEADERS = [
  'etag',
  'last-modified',
  'cache-control',
  'content-language',
  'content-disposition',
  'content-location',
  'link',
  'retry-after',
  'server',
  'x-robots-tag',
] as const;

export type KeptHeader = (typeof KEPT_HEADERS)[number];

/** Settings of a fetcher; the names of the environment variables are in the design. */
export interface FetcherSettings extends GuardedConnectSettings {
  /** One deadline over all hops, to the last byte (`PAGEMARK_FETCH_TIMEOUT_MS`). */
  readonly timeoutMs: number;
  /** On the wire and after decoding (`PAGEMARK_MAX_RESPONSE_BYTES`). */
  readonly maxResponseBytes: number;
  readonly userAgent: string;
}

/** What a snapshot remembers of its response, to ask whether it has changed (RFC 9110, 13.1). */
export interface Validators {
  /** The final address of the snapshot; the validators are sent to no other. */
  readonly url: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface FetchRequest {
  readonly url: string;
  /** BCP 47 tag, sent as Accept-Language. */
  readonly language?: string | undefined;
  readonly validators?: Validators | undefined;
  /** Shortens the fetcher's own deadline. */
  readonly timeoutMs?: number | undefined;
  /** Ends the fetch; a `ServiceError` as its reason is what the fetch then throws. */
  readonly signal?: AbortSignal | undefined;
}

export interface Redirect {
  readonly status: number;
  /** The address that redirected. */
  readonly url: string;
}

export interface FetchedPage {
  /** After redirects; without fragment. */
  readonly finalUrl: string;
  /** 2xx, 4xx or 5xx; 304 only when validators were sent. See `statusFailure`. */
  readonly status: number;
  /** The snapshot that the validators belong to still holds; `bytes` is empty. */
  readonly notModified: boolean;
  /** Content-decoded, in a buffer of their own that can be transferred. What was intact of a broken error page. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Length before content decoding. */
  readonly wireBytes: number;
  readonly contentType: string | undefined;
  readonly headers: Readonly<Partial<Record<KeptHeader, string>>>;
  readonly redirects: readonly Redirect[];
}

export interface PageFetcher {
  /**
   * Fetches a page under the egress rule. Throws `ServiceError` only: `invalid_url`, `blocked_target`,
   * `fetch_timeout`, `response_too_large`, `too_many_redirects`, `upstream_unreachable`, `upstream_tls`,
   * `malformed_response`. Error statuses are returned with their body, because a wall seen there decides first.
   */
  fetch(request: FetchRequest): Promise<FetchedPage>;
  /** The guarded connection, for the other callers that leave this host (the browser's proxy). */
  readonly connect: GuardedConnect;
}

/** Builds the fetcher. Throws a plain `Error` for wrong settings (a start error). */
export function createFetcher(settings: FetcherSettings, parts: GuardedConnectParts = {}): PageFetcher {
  const connect = createGuardedConnect(settings, parts);
  return {
    connect,
    async fetch(request) {
      const startedAt = performance.now();
      const timeoutMs = Math.min(settings.timeoutMs, request.timeoutMs ?? settings.timeoutMs);
      const deadline = startDeadline(timeoutMs, request.signal);
      try {
        return await follow(request, settings, connect, deadline);
      } catch (error) {
        if (isRefusal(error)) await holdBack(startedAt, deadline.signal);
        throw error instanceof ServiceError
          ? error
          : fail('internal', toFailure(error).message, { cause: error });
      } finally {
        deadline.clear();
      }
    },
  };
}

async function follow(
  request: FetchRequest,
  settings: FetcherSettings,
  connect: GuardedConnect,
  deadline: Deadline,
): Promise<FetchedPage> {
  const redirects: Redirect[] = [];
  let target = parseTargetUrl(request.url);
  for (;;) {
    const headers = requestHeaders(target, request, settings);
    const response = await exchange(target, {
      connect,
      trust: settings.trust ?? {},
      maxBytes: settings.maxResponseBytes,
      deadline,
      headers,
    });
    const location = redirectLocation(response.status, response.headers);
    if (location === undefined) {
      const asked = 'if-none-match' in headers || 'if-modified-since' in headers;
      return toPage(target, response, redirects, asked, settings.maxResponseBytes, deadline);
    }
    if (redirects.length === MAX_REDIRECTS) {
      throw fail('too_many_redirects', `Give the final address: more than ${MAX_REDIRECTS} redirects.`);
    }
    redirects.push({ status: response.status, url: target.url.href });
    target = parseRedirectUrl(location, target.url);
  }
}

function requestHeaders(
  { url }: TargetUrl,
  { language, validators }: FetchRequest,
  settings: FetcherSettings,
): Record<string, string> {
  const conditional = validators !== undefined && validators.url === url.href;
  return {
    'user-agent': settings.userAgent,
    accept: ACCEPT,
    'accept-encoding': ACCEPT_ENCODING,
    ...(language === undefined ? {} : { 'accept-language': acceptLanguage(language) }),
    ...(conditional ? conditionalHeaders(validators) : {}),
  };
}

/** Validators go back byte for byte as they came; what could not stand in a header is left out. */
function conditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  const isSendable = (value: string | undefined): value is string =>
    /^[\x20-\x7e]{1,1024}$/.test(value ?? '');
  return {
    ...(isSendable(etag) ? { 'if-none-match': etag } : {}),
    ...(isSendable(lastModified) ? { 'if-modified-since': lastModified } : {}),
  };
}

function acceptLanguage(language: string): string {
  if (!/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,8}$/.test(language)) {
    throw fail(
      'invalid_request',
      `Give "language" as a BCP 47 tag such as "de-CH": ${JSON.stringify(language)} is none.`,
    );
  }
  const [primary] = language.split('-');
  return primary === language ? `${language}, *;q=0.5` : `${language}, ${primary};q=0.9, *;q=0.5`;
}

async function toPage(
  target: TargetUrl,
  response: ExchangeResponse,
  redirects: readonly Redirect[],
  asked: boolean,
  maxBytes: number,
  deadline: Deadline,
): Promise<FetchedPage> {
  const { status, headers, body } = response;
  const notModified = status === 304 && asked;
  if (PAGELESS_STATUSES.has(status) && !notModified) throw malformedResponse(`status ${status}`);
  const bytes = await decoded(response, maxBytes, deadline);
  deadline.check();
  return {
    finalUrl: target.url.href,
    status,
    notModified,
    bytes,
    wireBytes: body.byteLength,
    contentType: headers.first('content-type'),
    headers: keptHeaders(response),
    redirects,
  };
}

/** The status of an error page says more than a fault of its body. */
async function decoded({ status, headers, body }: ExchangeResponse, maxBytes: number, { signal }: Deadline) {
  try {
    return await decodeBody(body, contentCodings(headers.joined('content-encoding')), maxBytes, signal);
  } catch (error) {
    if (status >= 400 && !signal.aborted) return new Uint8Array(0);
    throw error;
  }
}

function keptHeaders({ headers }: ExchangeResponse): FetchedPage['headers'] {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = name === 'link' ? headers.joined(name) : headers.first(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.failure.reason === 'blocked_target';
}

async function holdBack(startedAt: number, signal: AbortSignal): Promise<void> {
  const spent = performance.now() - startedAt;
  const rest = Math.ceil((spent + 1) / REFUSAL_STEP_MS) * REFUSAL_STEP_MS - spent;
  await sleep(rest, undefined, { signal }).catch(() => undefined);
}
