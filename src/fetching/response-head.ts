import { fail, type ServiceError } from '../contract/failure.ts';
import { addTo } from '../core/add-to.ts';
import { malformedResponse } from './fetch-failures.ts';

/** The header fields of one response, by lower-case name. */
export type ResponseHeaders = ReturnType<typeof readHeaders>;

/**
 * Reads name and value in turn, one character per byte. Values are UTF-8 where they are valid UTF-8, else stay one character
 * per byte (`Location`: percent-encoded), so that they survive in the form the server meant.
 */
export function readHeaders(raw: readonly string[]) {
  const fields = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    addTo(fields, name, decodeValue(raw[at + 1]!, name));
  }
  const all = (name: string): readonly string[] => fields.get(name) ?? [];
  return {
    /** All values of a field in the order sent, trimmed; empty when absent. */
    all,
    /** The values of a list field joined with commas (RFC 9110, 5.3), or `undefined`. */
    joined: (name: string) => (all(name).length === 0 ? undefined : all(name).join(', ')),
    /** The first value of a field, or `undefined`. */
    first: (name: string) => all(name)[0],
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeValue(bytes: string, name: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes.trim();
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1')).trim();
  } catch {
    const text = bytes.trim();
    return name === 'location' ? escapeBytes(text) : text;
  }
}

/** A Location in a legacy encoding means its bytes, not the characters that they would be in Latin-1. */
function escapeBytes(text: string): string {
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

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

/** Of no standard; sites refuse programs with it. */
const DENIED = 999;

/** For how many milliseconds a site that could not answer (429, 5xx) wants to be left alone; undefined: it does not say. */
export function siteRetryOf({
  status,
  retryAfterMs,
}: {
  readonly status: number;
  readonly retryAfterMs?: number;
}): number | undefined {
  return status === 429 || status >= 500 ? retryAfterMs : undefined;
}

/**
 * What an upstream status means for the page that came with it: `undefined` for a page, else the failure to
 * report when no wall is seen in the body. Upstream statuses and Retry-After are never passed through as ours.
 */
export function statusFailure(status: number): ServiceError | undefined {
  if (status < 400) return undefined;
  if (status === 404 || status === 410) {
    return fail('upstream_not_found', `Check the address: the target answered ${status}.`);
  }
  if (status === 429 || (status >= 500 && status !== DENIED)) {
    return fail('upstream_unavailable', `Retry later: the target answered ${status}.`);
  }
  return fail('upstream_denied', `Check the address: the target refused it with ${status}.`);
}
