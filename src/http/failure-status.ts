import type { ErrorEnvelope } from '../contract/error-envelope.ts';
import { type Failure, type FailureReason, LIMIT_REASONS, OUTCOME_REASONS } from '../contract/failure.ts';
import { SECURITY_HEADERS } from './response-headers.ts';
import { ROUTE_STATUSES } from './route-statuses.table.ts';

const all = <R extends FailureReason>(reasons: readonly R[], status: number) =>
  Object.fromEntries(reasons.map((reason) => [reason, status])) as Readonly<Record<R, number>>;

/** The HTTP status of every reason (design, "All other reasons"). A new reason does not compile without a row. */
export const FAILURE_STATUS: Readonly<Record<FailureReason, number>> = {
  invalid_request: 400,
  invalid_url: 400,
  unauthorized: 401,
  blocked_target: 403,
  license_expired: 403,
  license_inactive: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  fetch_timeout: 408,
  conversion_timeout: 408,
  body_too_large: 413,
  response_too_large: 413,
  unsupported_content_type: 415,
  ...all(OUTCOME_REASONS, 422),
  cursor_expired: 422,
  not_cached: 422,
  too_many_redirects: 422,
  upstream_not_found: 422,
  upstream_denied: 422,
  upstream_unavailable: 422,
  upstream_unreachable: 422,
  upstream_tls: 422,
  malformed_response: 422,
  ...all(LIMIT_REASONS, 429),
  internal: 500,
  ai_provider_error: 500,
  draining: 503,
  store_unavailable: 503,
  ai_unavailable: 503,
};

/**
 * The status of a failure on a route; one that the route does not list (`ROUTE_STATUSES`) is a 400 there. A request whose
 * route is not known has the status of its reason.
 */
export function failureStatus(reason: FailureReason, route = ''): number {
  const status = FAILURE_STATUS[reason];
  return status >= 500 ? status : listedStatus(status, route);
}

/** A status of 4xx as a route answers it. */
export function listedStatus(status: number, route: string): number {
  return ROUTE_STATUSES[route]?.includes(status) === false ? 400 : status;
}

/** The body of an error answer: the status as code, except the one string the contract names. */
export function envelopeOf(failure: Failure, status: number): ErrorEnvelope {
  return {
    status: 'error',
    error: {
      code: failure.reason === 'ai_quota_exceeded' ? 'ai_quota_exceeded' : status,
      message: failure.message,
      reason: failure.reason,
      ...(failure.resetAt === undefined ? {} : { reset_at: failure.resetAt }),
    },
  };
}

/** The challenge of a 401 (RFC 9110, 11.6.1): a licence key goes into a field of its own, which no registered scheme names. */
const challengeOf = (route: string) => (route === '/v1/ai' ? 'ApiKey header="X-License-Key"' : 'Bearer');

/** The header fields and the body of an error answer; `requestId`: that of the request; `bodyOf`: of another product's interface. */
export function errorAnswer(
  failure: Failure,
  status: number,
  requestId: string,
  route = '',
  bodyOf: (failure: Failure, status: number) => object = envelopeOf,
) {
  const wait = retryAfterS(failure, status);
  const body = JSON.stringify(bodyOf(failure, status));
  const headers: Record<string, string | number> = {
    ...SECURITY_HEADERS,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...(status === 401 ? { 'www-authenticate': challengeOf(route) } : {}),
    ...(failure.allow === undefined ? {} : { allow: failure.allow.join(', ') }),
    ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
  };
  return { headers, body };
}

/** `Retry-After` in whole seconds (RFC 9110, 10.2.3), rounded up so that the call then succeeds; none where no wait helps. */
function retryAfterS(failure: Failure, status: number): number | undefined {
  if (failure.retryAfterMs !== undefined) return Math.max(1, Math.ceil(failure.retryAfterMs / 1000));
  return status === 429 || (status === 503 && failure.reason !== 'ai_unavailable') ? 1 : undefined;
}
