import { type FailureReason, fail, ServiceError } from '../contract/failure.ts';

/** Makes failures of one reason and message; `what` and its cause are for the log. */
const failing =
  (reason: FailureReason, message: string) =>
  (what: string, cause?: unknown): ServiceError =>
    fail(reason, message, { cause: new Error(what, { cause }) });

/**
 * The refusal of a target by the security policy: one constant message, so that nothing of the network behind
 * it can be read from the answer. Told is the rule.
 */
export const blockedTarget = failing(
  'blocked_target',
  'Use a public http or https address: the security policy blocks this target.',
);

/**
 * The upstream or the name system was too slow. Told is the stage: which of several deadlines that end at the same
 * time rang first must not decide what the caller reads.
 */
export const fetchTimedOut = failing(
  'fetch_timeout',
  'Retry later, or raise "timeout_ms" if you gave a short one: the target did not answer in time.',
);

/** Nothing that a CSS selector matches was shown until a deadline. */
export function selectorTimedOut(selector: string, cause?: unknown): ServiceError {
  const shown = JSON.stringify(selector.slice(0, 200).toWellFormed());
  const message = `Check "wait_for_selector", or raise "timeout_ms" if you gave a short one: nothing that ${shown} matches was visible in time.`;
  return fail('fetch_timeout', message, { cause });
}

/** HTTP that breaks its own rules, or a status that carries no page. */
export const malformedResponse = failing(
  'malformed_response',
  'Check the address: the target sent a malformed HTTP response.',
);

/** No address, refused, reset, or not HTTP. */
export function upstreamUnreachable(cause: unknown): ServiceError {
  return fail('upstream_unreachable', 'Check the address: the target could not be reached over HTTP.', {
    cause,
  });
}

/** No TLS connection with a valid certificate for the name. */
export function upstreamTls(cause: unknown): ServiceError {
  return fail('upstream_tls', 'Check the address: the target has no valid TLS certificate or handshake.', {
    cause,
  });
}

/** Over the byte cap of a page. `how` names what was too large for the log. */
export function responseTooLarge(maxBytes: number, how: string): ServiceError {
  return fail('response_too_large', `Choose a smaller page: the target sent more than ${maxBytes} bytes.`, {
    cause: new Error(how),
  });
}

/** The most bytes of status line and header fields of one response, interim responses included. */
export const MAX_HEADER_BYTES = 65_536;

/** Over {@link MAX_HEADER_BYTES}. `how` is for the log. */
export function headTooLarge(how: string): ServiceError {
  const message = `Choose another page: the target sent more than ${MAX_HEADER_BYTES} bytes of header fields.`;
  return fail('response_too_large', message, { cause: new Error(how) });
}

/** How far an exchange had come when it broke. */
export type ExchangeStage = 'head' | 'body';

/**
 * The failure that an error of the connection means. Before the head of the response: whoever closes or resets it is unreachable
 * over HTTP. After it the response is malformed, except for a reset.
 */
export function transportFailure(error: Error, stage: ExchangeStage): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return upstreamTls(error);
  if (stage === 'body' && !/^E[A-Z]+$/.test(code)) return malformedResponse('body', error);
  return upstreamUnreachable(error);
}
