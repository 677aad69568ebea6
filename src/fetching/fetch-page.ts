import { fail, LIMIT_REASONS, ServiceError, toFailure } from '../contract/failure.ts';
import type { OnBytes } from './body-gatherer.ts';
import { holdBackRefusal, startDeadline } from './deadline.ts';
import { contentCodings, decodeBody } from './decode-body.ts';
import type { ExchangeResponse } from './exchange.ts';
import { malformedResponse, responseTooLarge } from './fetch-failures.ts';
import {
  type FollowContext,
  type Followed,
  followRedirects,
  HopChain,
  type Redirect,
} from './follow-redirects.ts';
import {
  createGuardedConnect,
  createTargetJudge,
  type GuardedConnect,
  type GuardedConnectParts,
  type GuardedConnectSettings,
} from './guarded-connect.ts';
import { framedPage, isSameSite } from './page-frames.ts';
import { refreshOf } from './page-refresh.ts';
import type { RequestTraits, Validators } from './request-headers.ts';
import { createRobotsGate, MAX_ROBOTS_BYTES, type RobotsFile } from './robots.ts';
import { parseTargetUrl, type TargetUrl } from './target-url.ts';

export type { Redirect, Validators };

/** Statuses that carry no page, or a part that was not asked for; 304 unless it was asked for. */
export const PAGELESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 206, 304]);

/** Settings of a fetcher; the names of the environment variables are in the design. */
export interface FetcherSettings extends GuardedConnectSettings {
  /** One deadline over all hops, to the last byte (`PAGEMARK_FETCH_TIMEOUT_MS`). */
  readonly timeoutMs: number;
  /** On the wire and after decoding (`PAGEMARK_MAX_RESPONSE_BYTES`). */
  readonly maxResponseBytes: number;
  readonly userAgent: string;
  /** `PAGEMARK_ROBOTS`; off by default. */
  readonly robots?: boolean | undefined;
}

export interface FetchRequest extends Omit<RequestTraits, 'userAgent'> {
  readonly url: string;
  /** Shortens the fetcher's own deadline. */
  readonly timeoutMs?: number | undefined;
  /** Fewer bytes, on the wire and after decoding, than the fetcher takes by itself. */
  readonly mostBytes?: number | undefined;
  /** Ends the fetch; a `ServiceError` as its reason is what the fetch then throws. */
  readonly signal?: AbortSignal | undefined;
  /** Told how long decompression took, in milliseconds on the thread pool: Node tells no CPU of it. */
  readonly onCpu?: ((ms: number) => void) | undefined;
  /** Bytes on the wire and decoded ones; all are let go when the fetch ends. What it throws is what the fetch throws. */
  readonly onBytes?: OnBytes | undefined;
}

export interface FetchedPage {
  /** After redirects; without fragment. */
  readonly finalUrl: string;
  /** The fragment that a redirect named, in the place of the one that was asked for; undefined where none did. */
  readonly fragment?: string | undefined;
  /** 2xx, 4xx or 5xx; 304 only when validators were sent. See `statusFailure`. */
  readonly status: number;
  /** The snapshot that the validators belong to still holds; `bytes` is empty. */
  readonly notModified: boolean;
  /** Content-decoded, in a buffer of their own that can be transferred. What was intact of a broken error page. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string | undefined;
  /** What its fields say of keeping it. */
  readonly caching: {
    readonly etag?: string | undefined;
    readonly lastModified?: string | undefined;
    readonly cacheControl?: string | undefined;
  };
  readonly redirects: readonly Redirect[];
  /** The site said when to come again, in milliseconds from now; 0 where it cannot be read. */
  readonly retryAfterMs?: number;
}

export interface PageFetcher {
  /**
   * Fetches a page under the egress rule. Throws `ServiceError` only: `invalid_url`, `blocked_target`,
   * `fetch_timeout`, `response_too_large`, `too_many_redirects`, `upstream_unreachable`, `upstream_tls`,
   * `malformed_response`. Error statuses are returned with their body, because a wall seen there decides first.
   */
  fetch(request: FetchRequest): Promise<FetchedPage>;
  /** Whether `fetch` would begin: false for what it refuses before a name is resolved. For pages that are kept. */
  allows(url: string): boolean;
  /** A page that robots.txt disallows is refused. */
  readonly judgesRobots: boolean;
  /** The guarded connection, for the other callers that leave this host (the browser's proxy). */
  readonly connect: GuardedConnect;
}

/** Builds the fetcher. Throws a plain `Error` for wrong settings (a start error). */
export function createFetcher(settings: FetcherSettings, parts: GuardedConnectParts = {}): PageFetcher {
  const connect = createGuardedConnect(settings, parts);
  const judgeHop = settings.robots === true ? robotsJudge(settings.userAgent) : undefined;
  const judgeTarget = createTargetJudge(settings);
  return {
    connect,
    allows(url) {
      try {
        const { host, port } = parseTargetUrl(url);
        return judgeTarget(host, port) === undefined;
      } catch {
        return false;
      }
    },
    judgesRobots: judgeHop !== undefined,
    async fetch(request) {
      const startedAt = performance.now();
      const timeoutMs = Math.min(settings.timeoutMs, request.timeoutMs ?? settings.timeoutMs);
      const deadline = startDeadline(timeoutMs, request.signal);
      const { trust, userAgent } = settings;
      const maxBytes = Math.min(settings.maxResponseBytes, request.mostBytes ?? settings.maxResponseBytes);
      const { onCpu, onBytes } = request;
      const traits = { ...request, userAgent };
      const context: PageContext = { connect, trust, maxBytes, deadline, traits, onBytes, onCpu };
      try {
        const first = parseTargetUrl(request.url);
        const judged = judgeHop === undefined ? context : { ...context, judgeHop: judgeHop(context) };
        return await fetchFollowing(first, judged);
      } catch (error) {
        await holdBackRefusal(error, startedAt, deadline.signal);
        throw error instanceof ServiceError
          ? error
          : fail('internal', toFailure(error).message, { cause: error });
      } finally {
        deadline.clear();
      }
    },
  };
}

/** What all pages of one fetch share. */
type PageContext = FollowContext & Pick<FetchRequest, 'onCpu'>;

/** Judges each hop by robots.txt, which is fetched under the same rule, deadline and caps as the page. */
function robotsJudge(userAgent: string): (context: FollowContext) => (target: TargetUrl) => Promise<void> {
  const gate = createRobotsGate(userAgent);
  return (page) => {
    const maxBytes = Math.max(page.maxBytes, MAX_ROBOTS_BYTES);
    const context: PageContext = { ...page, maxBytes, traits: { userAgent }, onCpu: undefined };
    const load = async (url: string): Promise<RobotsFile> => {
      const { response } = await followRedirects(parseTargetUrl(url), context);
      const bytes = await decoded(response, context);
      return { status: response.status, text: Buffer.from(bytes.subarray(0, MAX_ROBOTS_BYTES)).toString() };
    };
    return (target) => gate(target, load);
  };
}

/** Follows redirects, and then the page where it has next to no text and leads on by itself, under the same rules. */
async function fetchFollowing(first: TargetUrl, context: PageContext): Promise<FetchedPage> {
  const chain = new HopChain();
  const { cookies } = chain;
  for (let target = first; ; ) {
    const followed = await followRedirects(target, context, chain);
    const page = await toPage(followed, chain, context);
    const { response } = followed;
    const field = response.headers.first('refresh');
    // The page of an error is what it says; the one that it leads to would pass for the page.
    const onward = page.status < 300 ? refreshOf({ ...page, url: page.finalUrl, field }) : undefined;
    if (onward === undefined) return withFrames(page, context);
    const sent = cookies.sentTo(followed.target);
    await cookies.keep(followed.target, response.headers);
    // What it answers to the same request is known.
    const isSame = onward.replace(/#.*$/s, '') === page.finalUrl;
    if (isSame && cookies.sentTo(followed.target) === sent) return page;
    target = await chain.next(followed.target, response, onward);
  }
}

const OF_SERVICE: ReadonlySet<string> = new Set([...LIMIT_REASONS, 'internal']);

/** A set of frames within a set of frames is not read. */
async function withFrames(page: FetchedPage, context: PageContext): Promise<FetchedPage> {
  if (page.status >= 300) return page;
  const said = [page.caching.cacheControl];
  const framed = await framedPage(page, async (url, maxBytes) => {
    const judgeHop = async (target: TargetUrl): Promise<void> => {
      if (!(await isSameSite(target.url.href, page.finalUrl)))
        throw fail('blocked_target', 'A frame leads to another site.');
      await context.judgeHop?.(target);
    };
    const own = { ...context, judgeHop, maxBytes: Math.min(maxBytes, context.maxBytes) };
    try {
      const chain = new HopChain();
      const followed = await followRedirects(parseTargetUrl(url), own, chain);
      const frame = await toPage(followed, chain, own);
      if (frame.status >= 300) return undefined;
      said.push(frame.caching.cacheControl);
      return frame;
    } catch (error) {
      context.deadline.check();
      // What lacks room or is a fault of ours is none of the frame's.
      if (error instanceof ServiceError && !OF_SERVICE.has(error.failure.reason)) return undefined;
      throw error;
    }
  });
  if (framed === undefined) return page;
  if (framed.bytes.byteLength > context.maxBytes) throw responseTooLarge(context.maxBytes, 'frames');
  // The validators of the set are not those of its frames; what any of them says of keeping it holds for all.
  const cacheControl = said.filter((value) => value !== undefined).join(', ') || undefined;
  return { ...page, ...framed, caching: { cacheControl } };
}

async function toPage(
  { target, response, conditional }: Followed,
  { redirects, fragment }: HopChain,
  context: PageContext,
): Promise<FetchedPage> {
  const { status, headers } = response;
  const notModified = status === 304 && conditional;
  if (PAGELESS_STATUSES.has(status) && !notModified) throw malformedResponse(`status ${status}`);
  const bytes = await decoded(response, context);
  context.deadline.check();
  return {
    finalUrl: target.url.href,
    fragment,
    status,
    notModified,
    bytes,
    contentType: headers.first('content-type'),
    caching: {
      etag: headers.first('etag'),
      lastModified: headers.first('last-modified'),
      cacheControl: headers.joined('cache-control'),
    },
    redirects,
    ...retryAfterOf(headers.first('retry-after')),
  };
}

/** What a `Retry-After` says (RFC 9110, 10.2.3): seconds or a date. */
export function retryAfterOf(told: string | undefined): Pick<FetchedPage, 'retryAfterMs'> {
  if (told === undefined) return {};
  const ms = /^\d{1,9}$/.test(told) ? Number(told) * 1000 : Date.parse(told) - Date.now();
  return { retryAfterMs: ms > 0 ? ms : 0 };
}

/** The status of an error page says more than a fault of its body. */
async function decoded(
  { status, headers, body }: ExchangeResponse,
  { maxBytes, deadline, onBytes, onCpu }: PageContext,
) {
  const startedAt = performance.now();
  try {
    const codings = contentCodings(headers.joined('content-encoding'));
    return await decodeBody(body, codings, { maxBytes, signal: deadline.signal, onBytes });
  } catch (error) {
    const { reason } = toFailure(error);
    const isFault = reason === 'malformed_response' || reason === 'response_too_large';
    if (status >= 400 && isFault) return new Uint8Array(0);
    throw error;
  } finally {
    onCpu?.(performance.now() - startedAt);
  }
}
