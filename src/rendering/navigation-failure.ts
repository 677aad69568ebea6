import { fail, ServiceError } from '../contract/failure.ts';
import {
  blockedTarget,
  fetchTimedOut,
  malformedResponse,
  upstreamTls,
  upstreamUnreachable,
} from '../fetching/fetch-failures.ts';
import type { EgressGate } from './egress-gate.ts';

/** About what a browser takes to start. */
const RETRY_AFTER_MS = 1000;

/** What Chromium says when the network of this machine changes, as where containers come and go. */
const NETWORK_CHANGED = /ERR_(NETWORK_CHANGED|NETWORK_IO_SUSPENDED|INTERNET_DISCONNECTED)/;
const NETWORK_MESSAGE =
  'Retry after the time in Retry-After: the network of the server changed while the browser had the page.';

/** Whether a request failed by a change of this machine's network: no upstream's doing, and the page may lack what it brings. */
export function isNetworkChange(cause: string): boolean {
  return NETWORK_CHANGED.test(cause);
}

export function networkChanged(cause: string): ServiceError {
  return fail('busy', NETWORK_MESSAGE, { retryAfterMs: RETRY_AFTER_MS, cause: new Error(cause) });
}

/** Whether a render ended by {@link networkChanged}: the same one may go well at once. */
export function endedByNetwork(error: unknown): boolean {
  return error instanceof ServiceError && error.failure.message === NETWORK_MESSAGE;
}

/** The gate listens on this machine for as long as it has a page: nothing of a target keeps the browser from it. */
const NO_GATE = /ERR_PROXY_CONNECTION_FAILED/;

/** What each group of Chromium's network errors means; the first that matches decides. */
const MEANINGS: readonly { readonly pattern: RegExp; readonly failure: (cause: string) => ServiceError }[] = [
  { pattern: NETWORK_CHANGED, failure: networkChanged },
  { pattern: NO_GATE, failure: networkChanged },
  { pattern: /ERR_(CERT|SSL|BAD_SSL|TLS)_/, failure: upstreamTls },
  {
    pattern: /ERR_TOO_MANY_REDIRECTS/,
    failure: (cause) => fail('too_many_redirects', 'Give the final address: too many redirects.', { cause }),
  },
  {
    pattern: /ERR_(UNSAFE|BLOCKED_BY|DISALLOWED_URL|UNKNOWN_URL_SCHEME|ACCESS_DENIED|FILE_)/,
    failure: blockedTarget,
  },
  { pattern: /ERR_(CONNECTION_)?TIMED_OUT/, failure: fetchTimedOut },
  {
    pattern:
      /ERR_(INVALID_|RESPONSE_HEADERS_|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED|CONTENT_DECODING|HTTP_RESPONSE)/,
    failure: malformedResponse,
  },
];

/**
 * Why a navigation to `url` failed: what the gate says of its host, else what Chromium says. The gate comes first,
 * because to the browser a refusal looks like a proxy that broke.
 */
export function navigationFailure(url: string, cause: string, gate: EgressGate): ServiceError {
  const known = gate.failureFor(url);
  if (known !== undefined) return known;
  for (const { pattern, failure } of MEANINGS) if (pattern.test(cause)) return failure(cause);
  return upstreamUnreachable(new Error(cause));
}

/** A page ended within a browser that goes on. */
export function pageCrashed(): ServiceError {
  return fail(
    'document_too_complex',
    'Convert a smaller page: this one breaks the memory limit of the browser.',
  );
}

/** Somebody ended the browser: the next one is started for the next call. */
export function browserKilled(cause?: unknown): ServiceError {
  const message = 'Retry after the time in Retry-After: the browser ended while it had the page.';
  return fail('busy', message, { retryAfterMs: RETRY_AFTER_MS, cause });
}
