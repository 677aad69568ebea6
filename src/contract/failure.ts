/** Reasons that a page itself, rather than its transport or our service, can give (all 422 on HTTP). */
export const OUTCOME_REASONS = [
  'empty_content',
  'js_required',
  'bot_wall',
  'consent_wall',
  'login_wall',
  'paywall',
  'soft_404',
  'error_page',
  'parked_domain',
  'unsupported_media_type',
  'malformed_document',
  'document_too_complex',
] as const;

/** Reasons of a call that was refused because too much is asked for, now or by its caller (all 429 on HTTP). */
export const LIMIT_REASONS = [
  'rate_limited',
  'busy',
  'concurrency_limited',
  'quota_exceeded',
  'ai_quota_exceeded',
] as const;

/**
 * The closed set of everything that can go wrong, by reason. Floors above map a reason to their protocol
 * (`http/failure-status.ts`, `mcp/`, `cli/`) in records that do not compile when a reason has no entry.
 */
export const FAILURE_REASONS = [
  'invalid_request',
  'invalid_url',
  'unauthorized',
  'blocked_target',
  'license_expired',
  'license_inactive',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'fetch_timeout',
  'conversion_timeout',
  'body_too_large',
  'response_too_large',
  'unsupported_content_type',
  ...OUTCOME_REASONS,
  'cursor_expired',
  'not_cached',
  'too_many_redirects',
  'upstream_not_found',
  'upstream_denied',
  'upstream_unavailable',
  'upstream_unreachable',
  'upstream_tls',
  'malformed_response',
  ...LIMIT_REASONS,
  'internal',
  'ai_provider_error',
  'draining',
  'store_unavailable',
  'ai_unavailable',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

export type OutcomeReason = (typeof OUTCOME_REASONS)[number];

/** What became of a page: converted, or the reason why what was found is not its content. */
export type Outcome = 'ok' | OutcomeReason;

/**
 * What a document lacks to be read: `text`, its pages being pictures; `characters`, its fonts not telling which ones they
 * draw; a `password`; its `end`, being cut off; any `bytes`.
 */
export type DocumentLack = 'text' | 'characters' | 'password' | 'end' | 'bytes';

/** A failure as plain data: safe to send over a worker port or to a client. */
export interface Failure {
  readonly reason: FailureReason;
  /** For the caller: action first, offending value quoted, current and wanted state. Never an internal address. */
  readonly message: string;
  /** Milliseconds after which the same call can succeed; becomes `Retry-After`. */
  readonly retryAfterMs?: number;
  /** RFC 3339 UTC time at which a quota resets; only with `ai_quota_exceeded`. */
  readonly resetAt?: string;
  /** Allowed HTTP methods; only with `method_not_allowed`. */
  readonly allow?: readonly string[];
}

/** The one error class of the service. `cause` is for the log and is never sent. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly failure: Failure;
  /** For how many milliseconds the site of a page that is none wants to be left alone. Never sent: it is not ours to promise. */
  readonly siteRetryMs: number | undefined;

  constructor(failure: Failure, options?: { cause?: unknown; siteRetryMs?: number | undefined }) {
    super(failure.message, options);
    this.failure = failure;
    this.siteRetryMs = options?.siteRetryMs;
  }
}

/** Shorthand for `new ServiceError({ reason, message, ...rest }, { cause })`. */
export function fail(
  reason: FailureReason,
  message: string,
  extra: Partial<Omit<Failure, 'reason' | 'message'>> & { cause?: unknown } = {},
): ServiceError {
  const { cause, ...rest } = extra;
  return new ServiceError({ reason, message, ...rest }, cause === undefined ? undefined : { cause });
}

/** The failure of a request, a command line or a file that is wrong: `fail('invalid_request', …)`. */
export const invalid = (message: string, cause?: unknown): ServiceError =>
  fail('invalid_request', message, { cause });

/** Any thrown value as a failure; everything unknown is `internal` with a message that reveals nothing. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof ServiceError) return thrown.failure;
  return {
    reason: 'internal',
    message: 'Retry the request; if it fails again, report the X-Request-Id of this answer to the operator.',
  };
}
