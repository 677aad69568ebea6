import type { ErrorEnvelope } from '../contract/error-envelope.ts';
import type { Failure, FailureReason } from '../contract/failure.ts';

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
  empty_content: 422,
  js_required: 422,
  bot_wall: 422,
  consent_wall: 422,
  login_wall: 422,
  paywall: 422,
  soft_404: 422,
  error_page: 422,
  parked_domain: 422,
  unsupported_media_type: 422,
  malformed_document: 422,
  document_too_complex: 422,
  cursor_expired: 422,
  too_many_redirects: 422,
  upstream_not_found: 422,
  upstream_denied: 422,
  upstream_unavailable: 422,
  upstream_unreachable: 422,
  upstream_tls: 422,
  malformed_response: 422,
  rate_limited: 429,
  busy: 429,
  concurrency_limited: 429,
  ai_quota_exceeded: 429,
  internal: 500,
  ai_provider_error: 500,
  draining: 503,
  store_unavailable: 503,
  ai_unavailable: 503,
};

/**
 * Statuses of a route whose list in the contract is shorter: `/v1/ai` and `/v1/license/validate` have neither 413 nor
 * 415 and answer 400 instead.
 */
export type StatusOverrides = Readonly<Partial<Record<FailureReason, number>>>;

/** The overrides of `/v1/ai` and `/v1/license/validate`. */
export const NO_413_415: StatusOverrides = { body_too_large: 400, unsupported_content_type: 400 };

/** The status of a failure on a route. */
export function failureStatus(reason: FailureReason, overrides: StatusOverrides = {}): number {
  return overrides[reason] ?? FAILURE_STATUS[reason];
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

/** The fields that an error answer has whatever its request. */
export function errorHeaders(failure: Failure, status: number): Record<string, string> {
  const wait = retryAfterS(failure, status);
  return {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(failure.allow === undefined ? {} : { allow: failure.allow.join(', ') }),
    ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
  };
}

/** `Retry-After` in whole seconds (RFC 9110, 10.2.3), rounded up so that the call then succeeds. */
function retryAfterS(failure: Failure, status: number): number | undefined {
  if (failure.retryAfterMs !== undefined) return Math.max(1, Math.ceil(failure.retryAfterMs / 1000));
  return status === 429 || status === 503 ? 1 : undefined;
}
