/** Bytes looked at for what UTF-16 without a mark looks like. */
const SAMPLE_BYTES = 4096;
/** Share of the pairs that hold a zero from which ASCII alone tells: markup. */
const MARKUP_SHARE = 0.4;
/** Share of zeros in text of any script: blanks, line ends, digits. */
const LEAST_SHARE = 0.005;
/** Share of units that are letters or signs of living scripts in text; of bytes that are none it is about a half. */
const TEXT_SHARE = 0.95;

/** Blocks of Unicode, by the high byte of their units, that most text is made of. */
const isTextBlock = (high: number) =>
  high <= 0x07 ||
  (high >= 0x09 && high <= 0x10) ||
  (high >= 0x1e && high <= 0x23) ||
  (high >= 0x30 && high <= 0x33) ||
  (high >= 0x4e && high <= 0x9f) ||
  (high >= 0xac && high <= 0xd7) ||
  (high >= 0xfe && high <= 0xff);

/**
 * UTF-16 without a mark, or null. Text in any other encoding holds no zero bytes; in UTF-16 they are the high halves of
 * ASCII, so on one side of the pairs alone. Where they are few, the units must be text as well.
 */
export function bareUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, Math.min(bytes.length, SAMPLE_BYTES) & ~1);
  if (!sample.includes(0)) return null;
  const even = zerosOf(sample, 0);
  const odd = zerosOf(sample, 1);
  const isLittle = odd > even;
  const zeros = Math.max(even, odd);
  if (zeros < 2 || Math.min(even, odd) * 20 >= zeros) return null;
  const share = zeros / (sample.length / 2);
  if (share < LEAST_SHARE || (share < MARKUP_SHARE && textShare(sample, isLittle) < TEXT_SHARE)) return null;
  return isLittle ? 'utf-16le' : 'utf-16be';
}

function zerosOf(sample: Uint8Array, from: 0 | 1): number {
  let zeros = 0;
  for (let i = from; i < sample.length; i += 2) if (sample[i] === 0) zeros++;
  return zeros;
}

/** The share of units that text is made of; halves of surrogates count with them. */
function textShare(sample: Uint8Array, isLittle: boolean): number {
  let text = 0;
  for (let i = 0; i < sample.length; i += 2) {
    const high = sample[isLittle ? i + 1 : i]!;
    const next = sample[isLittle ? i + 3 : i + 2] ?? 0;
    if (isTextBlock(high)) text++;
    else if (high >= 0xd8 && high <= 0xdb && next >= 0xdc && next <= 0xdf) {
      text += 2;
      i += 2;
    }
  }
  return text / (sample.length / 2);
}
