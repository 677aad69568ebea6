/** Bytes that are looked at. */
const SAMPLE_BYTES = 4096;
/** Least share of units of ASCII in text of any script: blanks, line ends, digits. */
const LEAST_ASCII = 0.005;
/** Least share of units that are text: of the wrong halves of ideographs about 0.6 are. */
const LEAST_TEXT = 0.95;

/**
 * UTF-16 without a mark, or null. Text in any other encoding holds no zero bytes; in UTF-16 they are the high halves of
 * ASCII, and its units are text when they are read the right way round.
 */
export function bareUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, Math.min(bytes.length, SAMPLE_BYTES) & ~1);
  if (sample.indexOf(0) === -1) return null;
  const little = readUnits(sample, 1);
  const big = readUnits(sample, 0);
  const isLittle = little.text > big.text || (little.text === big.text && little.ascii > big.ascii);
  const { text, ascii } = isLittle ? little : big;
  const units = sample.length / 2;
  if (ascii < 2 || ascii < LEAST_ASCII * units || text < LEAST_TEXT * units) return null;
  // Pairs of small letters read as ideographs.
  if (ascii < units / 10 && sample.every((byte) => byte === 0 || within(byte, 0x20, 0x7e))) return null;
  return isLittle ? 'utf-16le' : 'utf-16be';
}

/** How many units are text, and how many of them ASCII; `highAt`: which byte of a pair is the high one. */
function readUnits(sample: Uint8Array, highAt: 0 | 1): { text: number; ascii: number } {
  let text = 0;
  let ascii = 0;
  for (let i = 0; i < sample.length; i += 2) {
    const high = sample[i + highAt]!;
    if (high === 0) ascii++;
    if (isText(high, sample[i + 1 - highAt]!)) text++;
  }
  return { text, ascii };
}

const within = (byte: number, first: number, last: number) => byte >= first && byte <= last;

/** Whether a unit is of a block of Unicode that most text is made of, and no control; halves of emoji are. */
function isText(high: number, low: number): boolean {
  if (high === 0) return within(low, 0x20, 0x7e) || low >= 0xa0 || within(low, 0x09, 0x0d);
  return (
    high <= 0x12 ||
    within(high, 0x1e, 0x26) ||
    within(high, 0x30, 0x33) ||
    within(high, 0x4e, 0x9f) ||
    within(high, 0xac, 0xd8) ||
    within(high, 0xdc, 0xde) ||
    within(high, 0xfe, 0xff)
  );
}
