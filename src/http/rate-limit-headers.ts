import type { WindowState, WindowStates } from '../conversion/ports.ts';

const seconds = (ms: number) => Math.ceil(ms / 1000);
const item = (name: string, { remaining, resetMs }: WindowState) =>
  `"${name}";r=${remaining};t=${seconds(resetMs)}`;

/**
 * `RateLimit-Policy` and `RateLimit` for both windows (draft-ietf-httpapi-ratelimit-headers-11): `q` and `w` are the
 * quota and the seconds of its window, `r` the calls left, `t` the seconds until there are more.
 */
export function rateLimitHeaders({ minute, hour }: WindowStates): Record<string, string> {
  return {
    'ratelimit-policy': `"minute";q=${minute.limit};w=60, "hour";q=${hour.limit};w=3600`,
    ratelimit: `${item('minute', minute)}, ${item('hour', hour)}`,
  };
}
