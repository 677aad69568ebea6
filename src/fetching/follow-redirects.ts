import { fail } from '../contract/failure.ts';
import type { OnBytes } from './body-gatherer.ts';
import type { Deadline } from './deadline.ts';
import { type ExchangeResponse, exchange } from './exchange.ts';
import type { GuardedConnect } from './guarded-connect.ts';
import { RedirectCookies } from './redirect-cookies.ts';
import { redirectLocation } from './redirect-location.ts';
import { isConditional, type RequestTraits, requestHeaders } from './request-headers.ts';
import type { TlsTrust } from './secure-socket.ts';
import { parseRedirectUrl, type TargetUrl } from './target-url.ts';

/** Redirects that are followed; one more is `too_many_redirects`. */
export const MAX_REDIRECTS = 10;

/** One hop that led on. */
export interface Redirect {
  readonly status: number;
  /** The address that redirected. */
  readonly url: string;
}

/** What all hops share. */
export interface FollowContext {
  readonly connect: GuardedConnect;
  readonly trust: TlsTrust;
  readonly maxBytes: number;
  readonly deadline: Deadline;
  readonly traits: RequestTraits;
  readonly onBytes?: OnBytes | undefined;
  /** Judges a hop beyond the egress rule (robots.txt); throws to refuse it. */
  readonly judgeHop?: (target: TargetUrl) => Promise<void>;
}

/** Where the redirects ended. */
export interface Followed {
  readonly target: TargetUrl;
  readonly response: ExchangeResponse;
  readonly redirects: readonly Redirect[];
  /** The last request carried validators. */
  readonly conditional: boolean;
}

/**
 * Asks for `first` and follows its redirects, each of which is parsed, judged and dialled like the first. Throws
 * what `exchange` throws, `blocked_target`, `malformed_response` and `too_many_redirects`.
 */
export async function followRedirects(first: TargetUrl, context: FollowContext): Promise<Followed> {
  const redirects: Redirect[] = [];
  const cookies = new RedirectCookies();
  let target = first;
  for (;;) {
    await context.judgeHop?.(target);
    const headers = requestHeaders(target, context.traits);
    const response = await exchange(target, {
      ...context,
      headers: { ...headers, ...cookies.header(target) },
    });
    const location = redirectLocation(response.status, response.headers);
    if (location === undefined) return { target, response, redirects, conditional: isConditional(headers) };
    if (redirects.length === MAX_REDIRECTS) {
      throw fail('too_many_redirects', `Give the final address: more than ${MAX_REDIRECTS} redirects.`);
    }
    redirects.push({ status: response.status, url: target.url.href });
    cookies.keep(target, response.headers);
    target = parseRedirectUrl(location, target.url);
  }
}
