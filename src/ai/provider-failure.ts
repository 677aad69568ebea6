import { fail, type ServiceError } from '../contract/failure.ts';

/** What a provider call came to when it did not answer. */
export type ProviderFault =
  /** No connection, or no text in time: the same call may succeed later. */
  | 'unreachable'
  /** It answered with an error, garbage or nothing. */
  | 'answered_wrongly'
  /** It refused this very request (too long, not allowed), which says nothing about the next one. */
  | 'refused_request';

/** No text came within the time allowed; `limit` names which of the limits it was. */
export class ProviderTimeoutError extends Error {
  override readonly name = 'ProviderTimeoutError';
}

/** The answer ended without a character of text, or with more than it may hold. */
export class ProviderAnswerError extends Error {
  override readonly name = 'ProviderAnswerError';
}

/** Statuses which blame the request rather than the provider (RFC 9110, section 15.5). */
const REQUEST_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

/** Failures of Node's sockets and of undici after a connection was made: the provider answered with nothing. */
const CONNECTED_CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_ABORTED',
  'UND_ERR_RESPONSE',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_HEADERS_OVERFLOW',
]);

/** Sorts anything a provider stream throws, by the SDK's error class, HTTP status and the socket's error code. */
export function faultOf(thrown: unknown): ProviderFault {
  if (thrown instanceof ProviderTimeoutError) return 'unreachable';
  if (isApiCallError(thrown)) {
    if (thrown.statusCode === undefined || isFetchFailure(thrown.cause)) return socketFault(thrown.cause);
    return REQUEST_STATUSES.has(thrown.statusCode) ? 'refused_request' : 'answered_wrongly';
  }
  return isFetchFailure(thrown) ? socketFault(thrown) : 'answered_wrongly';
}

/** The failure a caller sees. Text, keys and addresses of the provider stay in `cause`, which only the log reads. */
export function providerError(fault: ProviderFault, cause: unknown, retryAfterMs = 5000): ServiceError {
  if (fault === 'unreachable') {
    return fail(
      'ai_unavailable',
      'Retry after the time given in Retry-After: the AI provider cannot be reached now.',
      {
        retryAfterMs,
        cause,
      },
    );
  }
  const message =
    fault === 'refused_request'
      ? 'Shorten or change the request: the AI provider refused it.'
      : 'Retry the request: the AI provider answered with an error or with nothing usable.';
  return fail('ai_provider_error', message, { cause });
}

/** The SDK's class, known by its name: a service without a model does not load the SDK. */
function isApiCallError(value: unknown): value is Error & { readonly statusCode: number | undefined } {
  return value instanceof Error && value.name === 'AI_APICallError';
}

function isFetchFailure(value: unknown): value is TypeError {
  return value instanceof TypeError && value.message === 'fetch failed';
}

function socketFault(cause: unknown): ProviderFault {
  const codes = codesOf(cause, 4);
  // Without a code nothing failed on the socket: fetch refused the answer itself, as it does with a redirect.
  if (codes.length === 0) return 'answered_wrongly';
  return codes.some((code) => CONNECTED_CODES.has(code) || code.startsWith('HPE_'))
    ? 'answered_wrongly'
    : 'unreachable';
}

function codesOf(value: unknown, depth: number): readonly string[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  const { code, cause } = value as { code?: unknown; cause?: unknown };
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(cause, depth - 1)];
}
