import { malformedResponse } from './fetch-failures.ts';
import type { ResponseHeaders } from './response-headers.ts';

/** WHATWG Fetch, "redirect status", and 300, whose Location is the server's own choice (RFC 9110, 15.4.1). */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([300, 301, 302, 303, 307, 308]);

/**
 * Where a response redirects to, or `undefined` when it is no redirect. Throws `malformed_response` for a status
 * that redirects without a usable Location: absent, empty, or several that differ; 304 is the caller's to judge.
 */
export function redirectLocation(status: number, headers: ResponseHeaders): string | undefined {
  if (status < 300 || status > 399 || status === 304) return undefined;
  const locations = new Set(headers.all('location'));
  const [location] = locations;
  if (!REDIRECT_STATUSES.has(status) || location === undefined || location === '' || locations.size > 1) {
    throw malformedResponse(`status ${status} with ${locations.size} Location fields`);
  }
  return location;
}
