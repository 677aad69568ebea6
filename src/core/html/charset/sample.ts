/** Bytes that are read for what encoding they are in: up to 1,000 ideographs. */
const SAMPLE_BYTES = 2048;
/** Bytes of ASCII that are kept on each side of others: a pair of letters needs one, a multi-byte character none. */
const CONTEXT_BYTES = 4;

/**
 * The first `SAMPLE_BYTES` of what is not ASCII in a page, with its nearest neighbours; a blank stands for markup and plain letters
 * between. No multi-byte character is cut but one that neighbours it.
 */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let length = 0;
  let end = 0;
  for (let at = nextHigh(bytes, 0); at < bytes.length; at = nextHigh(bytes, end)) {
    const start = Math.max(end, at - CONTEXT_BYTES);
    end = endOfRun(bytes, at);
    const run = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES - length - 1));
    sample.set(run, length);
    length += run.length;
    if (length >= SAMPLE_BYTES - 1) break;
    sample[length++] = 0x20;
  }
  return sample.subarray(0, length);
}

/** The first byte from `at` on that is not ASCII. */
function nextHigh(bytes: Uint8Array, at: number): number {
  let next = at;
  while (next < bytes.length && bytes[next]! < 0x80) next++;
  return next;
}

/** Where the bytes that are not ASCII, and those of ASCII between and after them, end. */
function endOfRun(bytes: Uint8Array, start: number): number {
  let end = start;
  for (let gap = 0; end < bytes.length && gap < CONTEXT_BYTES; end++) gap = bytes[end]! < 0x80 ? gap + 1 : 0;
  return end;
}
