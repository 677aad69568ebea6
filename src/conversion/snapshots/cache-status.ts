import { fail } from '../../contract/failure.ts';

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
