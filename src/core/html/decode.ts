import { TextDecoder as LegacyDecoder, normalizeEncoding } from '@exodus/bytes/encoding.js';
import { unitAt } from '../unit-at.ts';
import { checkEncoding, detectEncoding, type Judged } from './charset/detect-encoding.ts';
import { bareUtf16 } from './charset/utf16.ts';
import { prescan } from './prescan.ts';
import { sourceTags } from './source-tags.ts';

/** What bytes were decoded to, and the WHATWG name (lower case) of the encoding that was used. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
  /** False for bytes that are text in no known encoding: what was made of them is garbage. */
  readonly isReadable: boolean;
}

/**
 * Decodes a page as browsers do, the same on every version of Node: byte order mark, else the header's charset, else
 * a declaration in the first 1024 bytes, else UTF-8 when it is valid. What names no encoding and is no UTF-8, and what
 * makes no sense in the encoding that it names, is read in the encoding that makes the best sense of it
 * (decisions/022). Malformed bytes become U+FFFD; never throws.
 */
export function decodeHtml(bytes: Uint8Array, contentType?: string): DecodedText {
  const certain = byteOrderMark(bytes) ?? bareUtf16(bytes) ?? iso2022jp(bytes);
  if (certain) return withReadability(decodeAs(bytes, certain), certain);
  const told = headerCharset(contentType);
  const named = told ?? prescan(bytes);
  if (named === null || isImpossible(bytes, named)) return decodeUnnamed(bytes);
  if (named === 'utf-8') return decodeUtf8(bytes, told !== null);
  // Of a page in an encoding that browsers refuse, nothing is left.
  if (NOT_ON_ASCII.has(named))
    return { text: decodeAs(bytes, named), encoding: named, isReadable: named !== 'replacement' };
  return decodeLegacy(bytes, named);
}

/** Encodings in which bytes of ASCII can be something else. */
const NOT_ON_ASCII = new Set(['iso-2022-jp', 'replacement', 'utf-16le', 'utf-16be']);
/** Fewest bytes that are a page, and have what every page in an encoding has. */
const PAGE_BYTES = 64;

/** Whether a page lacks what its encoding cannot do without: zeros of markup in UTF-16, an escape in ISO-2022-JP, a script. */
function isImpossible(bytes: Uint8Array, named: string): boolean {
  if (bytes.length < PAGE_BYTES) return false;
  if (named.startsWith('utf-16')) return !bytes.includes(0);
  return named === 'x-user-defined' || (named === 'iso-2022-jp' && !bytes.includes(ESCAPE));
}

function decodeUnnamed(bytes: Uint8Array): DecodedText {
  const valid = validUtf8(bytes);
  if (valid !== null) return withReadability(valid, 'utf-8');
  const text = decodeAs(bytes, 'utf-8');
  const { replaced, kept } = countReplaced(text);
  // Four whole characters of UTF-8 for each broken one are no chance.
  if (replaced * 4 <= kept) return withReadability(text, 'utf-8');
  return decodedBy(bytes, detectEncoding(bytes));
}

/** Fewest bytes that are no UTF-8 which disprove that a page is what it says; fewer are faults in it. */
const FEWEST_REPLACED = 4;

/** Characters for each broken sequence of a page that says twice that it is UTF-8. */
const FAULT_CHARACTERS = 100;

/**
 * What says that it is UTF-8: it is, unless more of it is broken than whole and it is text in another encoding; with few faults it is
 * anyway, where header and page both say so.
 */
function decodeUtf8(bytes: Uint8Array, isTold: boolean): DecodedText {
  const text = decodeAs(bytes, 'utf-8');
  const { replaced, kept } = countReplaced(text);
  if (replaced >= FEWEST_REPLACED && replaced > kept) {
    const isFew = (text.match(/\ufffd+/g)?.length ?? 0) * FAULT_CHARACTERS <= text.length;
    if (isFew && isTold && prescan(bytes) === 'utf-8') return withReadability(text, 'utf-8');
    const best = detectEncoding(bytes, isLatin(text, replaced + kept));
    if (best.isText) return decodedBy(bytes, best);
  }
  return withReadability(text, 'utf-8');
}

/** Letters of ASCII for each other character of a text whose letters are Latin. */
const LATIN_LETTERS = 4;

/** Whether a page is written in Latin letters, by those outside its tags and scripts; `others`: its characters outside ASCII. */
function isLatin(html: string, others: number): boolean {
  let letters = 0;
  let from = 0;
  for (const tag of sourceTags(html)) {
    letters += lettersOf(html.slice(from, tag.from));
    from = tag.to;
  }
  return letters + lettersOf(html.slice(from)) >= others * LATIN_LETTERS;
}

const lettersOf = (text: string): number => text.match(/[a-z]/gi)?.length ?? 0;

/** Fewest characters of valid UTF-8 that disprove another encoding: in GBK one in seven is by chance. */
const FEWEST_UTF8 = 8;

/** What names a legacy encoding: that, unless it is plenty of UTF-8 or reads much better in another. */
function decodeLegacy(bytes: Uint8Array, named: string): DecodedText {
  const utf8 = validUtf8(bytes);
  if (utf8 !== null) {
    if (utf8.length === bytes.length) return { text: utf8, encoding: named, isReadable: true };
    const characters = utf8.match(/[^\0-\x7f]/g)?.length ?? 0;
    if (characters >= FEWEST_UTF8) return withReadability(utf8, 'utf-8');
    if (characters > 0) return withReadability(decodeAs(bytes, named), named);
  }
  return decodedBy(bytes, checkEncoding(bytes, named));
}

/** Controls that no text holds (WHATWG MIME Sniffing, 3, "binary data byte", and the C1 block), and what replaces bytes. */
const IMPOSSIBLE = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x80-\x9f\ufffd]/g;

function decodedBy(bytes: Uint8Array, { encoding, isText }: Judged): DecodedText {
  const text = decodeAs(bytes, encoding);
  return { text, encoding, isReadable: isText && !isMuch(text.match(IMPOSSIBLE)?.length ?? 0, text) };
}

/** Fewest lost characters, and least share of them in a text with its markup, that make it unreadable. */
const FEWEST_LOST = 16;
const LOST_SHARE = 1 / 50;

function isMuch(lost: number, text: string): boolean {
  return lost >= FEWEST_LOST && lost > text.length * LOST_SHARE;
}

/** Decoded text; unreadable when much of it, and a quarter of what is not ASCII, is replaced. */
function withReadability(text: string, encoding: string): DecodedText {
  const { replaced, kept } = countReplaced(text);
  return { text, encoding, isReadable: !isMuch(replaced, text) || replaced * 3 <= kept };
}

/** Replacement characters, and other characters outside ASCII; both 0 where there is none of the first. */
function countReplaced(text: string): { replaced: number; kept: number } {
  let replaced = 0;
  let kept = 0;
  if (text.includes('\ufffd'))
    for (let i = 0, end = text.length; i < end; i++) {
      const code = unitAt(text, i);
      if (code === 0xfffd) replaced++;
      else if (code >= 0x80) kept++;
    }
  return { replaced, kept };
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

const ESCAPE = 0x1b;
/** Escapes to the Japanese sets of ISO-2022-JP (RFC 1468): ESC $ and @ or B. */
const ISO_2022_JP = /\x1b\$[@B]/;

/** Bytes in which a Japanese page comes to its first escape: its title. */
const ESCAPE_BYTES = 16_384;

/** ISO-2022-JP, all of whose bytes are ASCII; null for anything else. */
function iso2022jp(bytes: Uint8Array): 'iso-2022-jp' | null {
  const head = bytes.subarray(0, ESCAPE_BYTES);
  if (!head.includes(ESCAPE) || !ISO_2022_JP.test(decodeAs(head, 'utf-8'))) return null;
  return decodeAs(bytes, 'iso-2022-jp').includes('\ufffd') ? null : 'iso-2022-jp';
}
