import { fail } from '../../contract/failure.ts';

/** How far ahead the clock of another machine may be; a page from further ahead was kept before a clock was set back. */
const CLOCK_SKEW_MS = 60_000;

/** What is to be done with a kept page: served, or asked for again because it ran out or the caller wants newer. */
export type Freshness = 'fresh' | 'stale' | 'too_old';

/** Milliseconds since a page was fetched. */
export function ageMs(fetchedAtMs: number, nowMs: number): number {
  return Math.max(0, nowMs - fetchedAtMs);
}

/**
 * Judges a kept page. `maxAgeS` is the request's (RFC 9111, 5.2.1.1): an age equal to it is still good, and 0 takes
 * nothing that is kept. The time to live is over when the age reaches it.
 */
export function judgeFreshness(
  fetchedAtMs: number,
  wanted: { readonly nowMs: number; readonly ttlMs: number; readonly maxAgeS: number | undefined },
): Freshness {
  const { nowMs, ttlMs, maxAgeS } = wanted;
  const age = ageMs(fetchedAtMs, nowMs);
  if (maxAgeS !== undefined && (maxAgeS === 0 || age > maxAgeS * 1000)) return 'too_old';
  return age < ttlMs && fetchedAtMs <= nowMs + CLOCK_SKEW_MS ? 'fresh' : 'stale';
}

/**
 * Whether the answer is for the caller only: `Cache-Control: private` or `no-store` (RFC 9111, 5.2.2), also with
 * fields named. What an upstream said is unknown when it is undefined, and then nothing is shared.
 */
export function isPrivate(caching: { readonly cacheControl?: string } | undefined): boolean {
  if (caching === undefined) return true;
  return /(?:^|[\s,])(?:private|no-store)\s*(?:$|[,;=])/i.test(caching.cacheControl ?? '');
}

/** The failure of `only-if-cached` (RFC 9111, 5.2.1.7) where no page is kept that is fresh enough. */
export function notCached() {
  return fail(
    'not_cached',
    'Leave "Cache-Control: only-if-cached" out: no page is kept that is fresh enough, and nothing may be fetched.',
  );
}

/** How an answer came about, for the `Cache-Status` field. */
type CacheOutcome =
  | { readonly kind: 'hit'; readonly ttlS: number }
  | {
      readonly kind: 'forward';
      /** Why the page was not simply served: none was kept, it ran out, or the request wanted newer. */
      readonly why: 'miss' | 'stale' | 'request';
      /** What the upstream answered, if it did. */
      readonly status?: number;
      /** Another request's fetch was shared. */
      readonly collapsed?: boolean;
      readonly stored?: boolean;
      readonly ttlS?: number;
      /** The upstream failed, and the page that ran out is served in its place. */
      readonly servedStale?: boolean;
    };

/** The value of `Cache-Status` (RFC 9211, 2), such as `pagemark; hit; ttl=3000`. */
export function cacheStatus(outcome: CacheOutcome): string {
  if (outcome.kind === 'hit') return `pagemark; hit; ttl=${outcome.ttlS}`;
  const { why, status, collapsed, stored, ttlS, servedStale } = outcome;
  return [
    `pagemark; fwd=${why}`,
    ...(status === undefined ? [] : [`fwd-status=${status}`]),
    ...(stored === true ? ['stored'] : []),
    ...(collapsed === true ? ['collapsed'] : []),
    ...(ttlS === undefined ? [] : [`ttl=${ttlS}`]),
    ...(servedStale === true ? ['detail=stale-if-error'] : []),
  ].join('; ');
}
