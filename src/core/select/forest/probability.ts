/** Logistic function as a table, so that no decision calls `Math.exp`: index is the score in 1/64 logit. */
const STEPS_PER_LOGIT = 64;
const RANGE = 8 * STEPS_PER_LOGIT;
/** Certainty. */
export const CERTAIN = 4096;

const TABLE = makeTable();

/**
 * Fills the table by one multiplication per step with the rational constant e^(1/64) to 30 bits: additions,
 * multiplications and divisions of doubles are exact by IEEE 754 on every machine, unlike `Math.exp`.
 */
function makeTable(): Uint16Array {
  const table = new Uint16Array(2 * RANGE + 1);
  const growth = 1.0157477085866857;
  let power = 1;
  for (let i = 0; i <= RANGE; i++) {
    const high = Math.floor((CERTAIN * power) / (1 + power));
    table[RANGE + i] = high;
    table[RANGE - i] = CERTAIN - high;
    power *= growth;
  }
  return table;
}

/** Probability in 1/4096 of a score in 1/1024 logit. */
export function probability(score: number): number {
  const step = score >> 4;
  return TABLE[step < -RANGE ? 0 : step > RANGE ? 2 * RANGE : step + RANGE]!;
}
