import { createHash } from 'node:crypto';
import { fail, invalid } from '../contract/failure.ts';
import { TOKEN_BOUNDS } from '../contract/token-bounds.ts';
import type { PartBounds } from '../core/writing/cut-parts.ts';
import { defined } from './defined.ts';

/** Which part of which content: the whole content's digest, the most that a part may be, the part's number from 0. */
interface PageCursor extends PartBounds {
  readonly digest: string;
  /** The page that the content was made of, as `pageVersion` names it: where it is kept, a newer one does not end the cursor. */
  readonly version: string;
  readonly index: number;
}

/** Digest, page, most tokens (0: any), number, and most bytes where there are such. */
const FORM = /^([\w-]{22})\.([0-9a-f]{12})\.(\d{1,7})\.(\d{1,6})(?:\.(\d{4,7}))?$/;
const DIGEST_CHARACTERS = 22;
const VERSION_CHARACTERS = 12;
const [LEAST_TOKENS, MOST_TOKENS] = TOKEN_BOUNDS;

/** Digest of a whole content: a cursor holds only for the very same content. */
export function contentDigest(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, DIGEST_CHARACTERS);
}

/** Names a page among the versions of one address, by the SHA-256 of its bytes in hexadecimal digits. */
export function pageVersion(sha256: string): string {
  return sha256.slice(0, VERSION_CHARACTERS);
}

/** The cursor as the caller keeps it. */
export function writeCursor({ digest, version, maxTokens = 0, maxBytes, index }: PageCursor): string {
  return [digest, version, maxTokens, index, ...(maxBytes === undefined ? [] : [maxBytes])].join('.');
}

/** Reads what `writeCursor` wrote; throws `invalid_request` for anything else, such as a size that cannot be asked for. */
export function readCursor(text: string): PageCursor {
  const [, digest = '', version = '', tokens, index, maxBytes] = FORM.exec(text) ?? [];
  const maxTokens = tokens === '0' && maxBytes !== undefined ? undefined : Number(tokens);
  const isAskable = maxTokens === undefined || (maxTokens >= LEAST_TOKENS && maxTokens <= MOST_TOKENS);
  if (digest === '' || !isAskable)
    throw invalid(
      `Set "cursor" to the "next_cursor" of an answer; it is ${JSON.stringify(text.slice(0, 80))}.`,
    );
  return {
    digest,
    version,
    index: Number(index),
    ...defined({ maxTokens, maxBytes: maxBytes === undefined ? undefined : Number(maxBytes) }),
  };
}

/** The failure of a cursor of another content: the page has changed, or another one or other options were asked for. */
export function cursorExpired() {
  return fail(
    'cursor_expired',
    'Start again without "cursor", or send the address and options of its first part: these now give another content.',
  );
}
