import { createHash } from 'node:crypto';
import { convertRequest } from '../contract/convert.ts';
import { fail } from '../contract/failure.ts';

/** Which page of which content: the whole content's digest, the page size, the page's number from 0. */
export interface PageCursor {
  readonly digest: string;
  readonly maxTokens: number;
  readonly index: number;
}

const FORM = /^([\w-]{22})\.(\d{1,7})\.(\d{1,6})$/;
const DIGEST_CHARACTERS = 22;

/** Digest of a whole content: a cursor holds only for the very same content. */
export function contentDigest(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, DIGEST_CHARACTERS);
}

/** The cursor as the caller keeps it. */
export function writeCursor({ digest, maxTokens, index }: PageCursor): string {
  return `${digest}.${maxTokens}.${index}`;
}

/** Reads what `writeCursor` wrote; throws `invalid_request` for anything else, such as a size that cannot be asked for. */
export function readCursor(text: string): PageCursor {
  const [, digest = '', maxTokens, index] = FORM.exec(text) ?? [];
  if (!convertRequest.shape.max_tokens.safeParse(Number(maxTokens)).success) {
    throw fail(
      'invalid_request',
      `Set "cursor" to the "next_cursor" of an answer; it is ${JSON.stringify(text.slice(0, 80))}.`,
    );
  }
  return { digest, maxTokens: Number(maxTokens), index: Number(index) };
}

/** The failure of a cursor whose content has changed. */
export function cursorExpired() {
  return fail('cursor_expired', 'Start again without "cursor": the page has changed since its first part.');
}
