import { convertInput } from './convert.mjs';
import { sumOf, takeCounts } from './count-blocks.mjs';

/** Most growth of counted work for twice the input. */
export const BOUND = 2.1;
/**
 * Bytes of the input that the first measure is of. One that grows too fast is measured at larger ones, to 1 MB: constructs of
 * 400 bytes are nested 512 deep at 200 KB.
 */
const FIRST_BYTES = 2048;

/** Parts by which inputs are measured: enough for those that grow by several at once. */
const PARTS = 16;

/**
 * The size at which an input has about so many bytes; packed inputs tell what each part is of them (`bytesEach`). Throws an
 * Error for an input that does not grow, of which nothing can be said.
 */
export function sizeOf(input, bytes) {
  const each = input.bytesEach ?? (input.make(2 * PARTS).length - input.make(PARTS).length) / PARTS;
  if (!(each > 0)) throw new Error(`Make ${input.name} larger for more parts: it does not grow`);
  return Math.max(1, Math.round(bytes / each));
}

/** Work of an input since the last measure: steps of the core's budget, and blocks of code executed, ours and others'. */
async function measure(input, n) {
  const source = input.make(n);
  const { outcome, steps } = await (input.convert ?? convertInput)(source, input);
  const counts = takeCounts();
  return { bytes: source.length, outcome, steps, blocks: sumOf(counts), counts };
}

/**
 * Growth of a count over the last doubling of an input. Work that costs more until its nesting is 512 deep and then grows with
 * its bytes is behind by a sum that stays: from the third measure on it is also the growth of what a doubling adds.
 */
function growthOf(what, measures) {
  const [before, small, large] = [undefined, undefined, ...measures].slice(-3).map((one) => one?.[what]);
  const growth = small === 0 ? 0 : large / small;
  return small > before ? Math.min(growth, (large - small) / (small - before)) : growth;
}

/** The function whose count grew most beyond proportion. */
function steepest(small, large) {
  let most = { excess: 0, place: '' };
  for (const [place, count] of large.counts) {
    const excess = count - 2 * (small.counts.get(place) ?? 0);
    if (excess > most.excess) most = { excess, place };
  }
  return most.place;
}

/**
 * Judges an input by doublings: null when its work is in proportion, else what grew. What grows too fast once is measured at
 * the next doublings: a threshold that is passed is passed once, work out of proportion grows too fast at every one.
 */
export async function judge(input, { firstBytes = FIRST_BYTES, doublings = 9 } = {}) {
  let n = sizeOf(input, firstBytes);
  const measures = [await measure(input, n)];
  for (;;) {
    n *= 2;
    measures.push(await measure(input, n));
    const large = measures.at(-1);
    const [steps, blocks] = ['steps', 'blocks'].map((what) => growthOf(what, measures));
    if (Math.max(steps, blocks) <= BOUND || large.outcome === 'document_too_complex') return null;
    if (measures.length <= doublings) continue;
    return {
      name: `${input.kind}: ${input.name}`,
      bytes: large.bytes,
      what: steps > BOUND ? `steps ×${steps.toFixed(2)}` : `blocks ×${blocks.toFixed(2)}`,
      place: steepest(measures.at(-2), large),
    };
  }
}
