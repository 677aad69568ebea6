/** Bytes of a page whose source is looked at here: one that leads on, or is a set of frames, is short. */
export const MAX_SHORT_BYTES = 131_072;

/** Whether a page says that it is HTML, or nothing. */
export function isHtml(contentType: string | undefined): boolean {
  return /^[^;]*html/i.test(contentType ?? 'html');
}

/** The source of a short page of HTML, each byte a character, to look for markup in; undefined of every other page. */
export function shortSource(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  if (bytes.byteLength > MAX_SHORT_BYTES || !isHtml(contentType)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
