import { convertInput } from './convert.mjs';
import { sumOf, takeCounts } from './count-blocks.mjs';

/** Most growth of counted work for twice the input. */
export const BOUND = 2.1;
/** Bytes of the input that the first measure is of; an input that grows too fast is measured at larger ones. */
const FIRST_BYTES = 2048;

/** The size at which an input has about so many bytes; packed inputs tell what each part is of them (`bytesEach`). */
export function sizeOf(input, bytes) {
  const each = input.bytesEach ?? input.make(2).length - input.make(1).length;
  return Math.max(1, Math.round(bytes / each));
}

/** Work of an input: steps of the core's budget, and blocks of code executed, ours and others'. */
async function measure(input, n) {
  const source = input.make(n);
  takeCounts();
  const { outcome, steps } = await (input.convert ?? convertInput)(source, input);
  const counts = takeCounts();
  return { bytes: source.length, outcome, steps, blocks: sumOf(counts), counts };
}

/** Factors by which the work of an input grows when the input doubles. */
function growthOf(small, large) {
  return { steps: small.steps === 0 ? 0 : large.steps / small.steps, blocks: large.blocks / small.blocks };
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
export async function judge(input, { firstBytes = FIRST_BYTES, doublings = 8 } = {}) {
  let n = sizeOf(input, firstBytes);
  let small = await measure(input, n);
  for (let i = 0; i < doublings; i++) {
    n *= 2;
    const large = await measure(input, n);
    const { steps, blocks } = growthOf(small, large);
    if (Math.max(steps, blocks) <= BOUND) return null;
    if (large.outcome === 'document_too_complex') return null;
    if (i === doublings - 1)
      return {
        name: `${input.kind}: ${input.name}`,
        bytes: large.bytes,
        what: steps > BOUND ? `steps ×${steps.toFixed(2)}` : `blocks ×${blocks.toFixed(2)}`,
        place: steepest(small, large),
      };
    small = large;
  }
  return null;
}
