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
export function detectMultiByte(bytes: Uint8Array): string | null {
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
