import { fail, type ServiceError } from '../contract/failure.ts';

const KEY_MAX_CHARACTERS = 256;
/** RFC 6750, 2.1: the scheme is case-insensitive, the token is a b64token. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** The key in `Authorization: Bearer …`, or null when there is none of that form. */
export function bearerKey(header: string | undefined): string | null {
  if (header === undefined || header.length > KEY_MAX_CHARACTERS + 16) return null;
  return BEARER.exec(header)?.[1] ?? null;
}

/** The failure of a call without a valid key. */
export function unauthorized(header: string | undefined): ServiceError {
  return fail(
    'unauthorized',
    header === undefined
      ? 'Send "Authorization: Bearer <API_KEY>": the header is missing.'
      : 'Send a valid API key as "Authorization: Bearer <API_KEY>": this one is malformed, unknown, expired or revoked.',
  );
}
