import { TextDecoder as LegacyDecoder, normalizeEncoding } from '@exodus/bytes/encoding.js';
import { detectMultiByte } from './detect-encoding.ts';
import { prescan } from './prescan.ts';

/** What bytes were decoded to, and the WHATWG name (lower case) of the encoding that was used. */
export interface DecodedHtml {
  readonly text: string;
  readonly encoding: string;
}

/**
 * Decodes a page as browsers do, the same on every version of Node: byte order mark, else the header's charset, else
 * a declaration in the first 1024 bytes, else UTF-16 by its zero bytes, else UTF-8 when it is valid, else a
 * multi-byte encoding on plenty of evidence, else windows-1252. Malformed bytes become U+FFFD; never throws.
 */
export function decodeHtml(bytes: Uint8Array, contentType?: string): DecodedHtml {
  const declared = byteOrderMark(bytes) ?? headerCharset(contentType) ?? prescan(bytes) ?? bareUtf16(bytes);
  if (declared) return { text: decodeAs(bytes, declared), encoding: declared };
  const text = validUtf8(bytes);
  if (text !== null) return { text, encoding: 'utf-8' };
  const encoding = detectMultiByte(bytes) ?? 'windows-1252';
  return { text: decodeAs(bytes, encoding), encoding };
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'utf-8') return new TextDecoder().decode(bytes);
  // A stateful encoding that could hide markup from filters: the standard decodes it to one replacement character.
  if (encoding === 'replacement') return bytes.length > 0 ? '\ufffd' : '';
  // Node's own decoder differs between versions and from the standard in 10 of the 36 legacy encodings.
  return new LegacyDecoder(encoding).decode(bytes);
}

function byteOrderMark(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xff && b === 0xfe ? 'utf-16le' : null;
}

/** The charset of a Content-Type header, when it is one that the Encoding Standard knows; UTF-7 is none. */
function headerCharset(contentType: string | undefined): string | null {
  const match = /;[\t ]*charset[\t ]*=[\t ]*(?:"([^"]*)"|'([^']*)'|([^;,\t ]+))/i.exec(contentType ?? '');
  return match ? normalizeEncoding(match[1] ?? match[2] ?? match[3] ?? '') : null;
}

/** Bytes looked at for zeros. */
const UTF16_SAMPLE_BYTES = 1024;

/**
 * UTF-16 without a mark: markup is ASCII, so that one byte of many pairs is zero, always the same one. No text in
 * any other encoding holds zeros.
 */
function bareUtf16(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, UTF16_SAMPLE_BYTES) & ~1;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const many = Math.max(2, length / 5);
  if (odd >= many && even * 20 < odd) return 'utf-16le';
  return even >= many && odd * 20 < even ? 'utf-16be' : null;
}

/** The text of valid UTF-8, which the end of the bytes may cut within a character; null for anything else. */
function validUtf8(bytes: Uint8Array): string | null {
  try {
    // In a stream, a character that the end cuts off is no error.
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return decoder.decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
