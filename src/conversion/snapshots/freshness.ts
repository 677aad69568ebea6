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
export function isPrivate(caching: { readonly cacheControl?: string | undefined } | undefined): boolean {
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

/**
 * The value of `Cache-Status` (RFC 9211, 2), such as `pagemark; hit; ttl=3000`, of its members: `hit`, or `fwd` with why the page was
 * not simply served (none was kept: `miss`; it ran out: `stale`; the request wanted newer: `request`). What is not told is undefined.
 */
export function cacheStatus(...members: readonly (string | undefined)[]): string {
  return ['pagemark', ...members.filter((member) => member !== undefined)].join('; ');
}

/** The member with the status that the upstream answered, if it did. */
export function forwardStatus(status: number | undefined): string | undefined {
  return status === undefined ? undefined : `fwd-status=${status}`;
}
