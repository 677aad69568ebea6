import { fail } from '../contract/failure.ts';
import { ChainCookies } from './chain-cookies.ts';
import { type ExchangeResponse, type ExchangeSettings, exchange } from './exchange.ts';
import { isConditional, type RequestTraits, requestHeaders } from './request-headers.ts';
import { redirectLocation } from './response-head.ts';
import { parseRedirectUrl, type TargetUrl } from './target-url.ts';

/** Redirects that are followed; one more is `too_many_redirects`. */
export const MAX_REDIRECTS = 10;

/** One hop that led on. */
export interface Redirect {
  /** 3xx; 2xx of a page that refreshes to another one. */
  readonly status: number;
  /** The address that redirected. */
  readonly url: string;
}

/** What all hops share. */
export interface FollowContext extends ExchangeSettings {
  readonly traits: RequestTraits;
  /** Judges a hop beyond the egress rule (robots.txt); throws to refuse it. */
  readonly judgeHop?: (target: TargetUrl) => Promise<void>;
}

/** The hops of one fetch that led on, and what they hand on to the next one. */
export class HopChain {
  readonly redirects: Redirect[] = [];
  readonly cookies = new ChainCookies();
  /** The last one that a hop named: one that names none keeps what was there (RFC 9110, 10.2.2). */
  fragment: string | undefined;

  /**
   * The next hop, to where the answer of the last one leads. Throws `too_many_redirects`, and what parsing the address throws.
   */
  async next(target: TargetUrl, { status, headers }: ExchangeResponse, location: string): Promise<TargetUrl> {
    if (this.redirects.length === MAX_REDIRECTS) {
      throw fail('too_many_redirects', `Give the final address: more than ${MAX_REDIRECTS} redirects.`);
    }
    this.redirects.push({ status, url: target.url.href });
    await this.cookies.keep(target, headers);
    const next = parseRedirectUrl(location, target.url);
    this.fragment = next.fragment ?? this.fragment;
    return next;
  }
}

/** Where the redirects ended. `conditional`: the last request carried validators. */
export type Followed = Awaited<ReturnType<typeof followRedirects>>;

/**
 * Asks for `first` and follows its redirects, each of which is parsed, judged and dialled like the first. Throws
 * what `exchange` throws, `blocked_target`, `malformed_response` and `too_many_redirects`.
 */
export async function followRedirects(first: TargetUrl, context: FollowContext, chain = new HopChain()) {
  let target = first;
  for (;;) {
    await context.judgeHop?.(target);
    const headers = requestHeaders(target, context.traits);
    const response = await exchange(target, chain.cookies.addTo(headers, target), context);
    const location = redirectLocation(response.status, response.headers);
    if (location === undefined) return { target, response, conditional: isConditional(headers) };
    target = await chain.next(target, response, location);
  }
}
