import { TextDecoder as LegacyDecoder, normalizeEncoding } from '@exodus/bytes/encoding.js';
import { prescan } from './prescan.ts';

/** What bytes were decoded to, and the WHATWG name (lower case) of the encoding that was used. */
interface DecodedHtml {
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

/** Fewest two-byte characters that are evidence enough. */
const PLENTY = 48;
/** Bytes looked at, from the first that is not ASCII. */
const SAMPLE_BYTES = 65_536;

/** How the bytes of a page read in one multi-byte encoding. */
interface Reading {
  pairs: number;
  broken: number;
  /** Characters that prose in this encoding's language is made of. */
  typical: number;
}

interface Candidate {
  readonly encoding: string;
  /** Whether a byte stands alone: ASCII or a half-width character. */
  readonly single: (byte: number) => boolean;
  readonly pair: (lead: number, trail: number) => boolean;
  readonly typical: (lead: number, trail: number) => boolean;
  /** Least share of typical characters in text of this encoding. */
  readonly share: number;
}

const within = (byte: number, first: number, last: number) => byte >= first && byte <= last;
const isEucByte = (byte: number) => within(byte, 0xa1, 0xfe);

/**
 * In order of how distinctive their text is: Japanese by its kana, Korean by the narrow block of its syllables, then
 * Chinese by the common characters, which both sets order first.
 */
const CANDIDATES: readonly Candidate[] = [
  {
    encoding: 'shift_jis',
    single: (b) => b < 0x80 || within(b, 0xa1, 0xdf),
    pair: (lead, trail) =>
      (within(lead, 0x81, 0x9f) || within(lead, 0xe0, 0xfc)) && within(trail, 0x40, 0xfc) && trail !== 0x7f,
    typical: (lead, trail) => (lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96),
    share: 0.25,
  },
  {
    encoding: 'euc-jp',
    single: (b) => b < 0x80,
    pair: (lead, trail) => isEucByte(trail) && (isEucByte(lead) || lead === 0x8e),
    typical: (lead) => lead === 0xa4 || lead === 0xa5,
    share: 0.25,
  },
  {
    encoding: 'euc-kr',
    single: (b) => b < 0x80,
    pair: (lead, trail) => isEucByte(lead) && isEucByte(trail),
    typical: (lead) => within(lead, 0xb0, 0xc8),
    share: 0.85,
  },
  {
    encoding: 'gbk',
    single: (b) => b < 0x80,
    pair: (lead, trail) => within(lead, 0x81, 0xfe) && within(trail, 0x40, 0xfe) && trail !== 0x7f,
    typical: (lead, trail) => trail >= 0xa1 && (within(lead, 0xb0, 0xd7) || lead === 0xa1 || lead === 0xa3),
    share: 0.9,
  },
  {
    encoding: 'big5',
    single: (b) => b < 0x80,
    pair: (lead, trail) => within(lead, 0x81, 0xfe) && (within(trail, 0x40, 0x7e) || isEucByte(trail)),
    typical: (lead) => within(lead, 0xa1, 0xc6),
    share: 0.9,
  },
];

/**
 * The multi-byte encoding of a page that declares none and is not UTF-8, or null. It is named only on plenty of
 * evidence: at least 48 two-byte characters, at most one in fifty broken, and the characters that prose in the
 * language must have. Text in a single-byte encoding breaks the pairs at every word's end.
 */
function detectMultiByte(bytes: Uint8Array): string | null {
  let start = 0;
  while (start < bytes.length && bytes[start]! < 0x80) start++;
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  for (const candidate of CANDIDATES) {
    const { pairs, broken, typical } = read(sample, candidate);
    if (pairs >= PLENTY && broken * 50 <= pairs && typical >= pairs * candidate.share)
      return candidate.encoding;
  }
  return null;
}

function read(bytes: Uint8Array, { single, pair, typical }: Candidate): Reading {
  const reading = { pairs: 0, broken: 0, typical: 0 };
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i]!;
    if (single(lead)) continue;
    const trail = bytes[i + 1] ?? 0;
    if (!pair(lead, trail)) {
      reading.broken++;
      continue;
    }
    i++;
    reading.pairs++;
    if (typical(lead, trail)) reading.typical++;
  }
  return reading;
}
