import type { AdjacentPairs } from './adjacent-pairs.ts';
import { type LanguageModel, SIGN_BITS, standingIn } from './language-models.ts';

/** Fewest different pairs, of a letter that is mended and the one before it: one is a name, or a fault in a page. */
const FEWEST_PAIRS = 2;
/** Bits by which a mended letter may be dearer than usual: one for each different pair, up to these. */
const MOST_EXCESS_BITS = 6;
/** Bits below usual of all mended letters that prove as much as a second pair does: libertà, dignità, società. */
const CHEAP_BITS = 10;

/**
 * Whether another decoding has letters of a language where the named one has what the language does not write, never the
 * reverse, and in places where the language has them. Names from abroad, which a right label tells, are of few different pairs;
 * `doubt` is how many more it takes.
 */
export function mends(
  named: AdjacentPairs,
  other: AdjacentPairs,
  model: LanguageModel,
  doubt: number,
): boolean {
  const cost = model.cost();
  let differing = 0;
  let pairs = 0;
  let bits = 0;
  for (let i = 0; i < named.length; i++) {
    const count = named.count[i]!;
    const after = other.after[i]!;
    const isOther = named.after[i] !== after;
    if (!isOther && named.before[i] === other.before[i]) continue;
    const pairBits = cost(other.before[i]!, after);
    bits += count * pairBits;
    if (!isOther) continue;
    differing += count;
    const standing = standingIn(model, after);
    if (isWrong(standing, pairBits)) return false;
    const unit = named.after[i]!;
    if (standing === 'own' && isWrong(standingIn(model, unit), cost(named.before[i]!, unit))) pairs++;
  }
  const excess = bits / differing - model.usualBits;
  const isPlenty = pairs - doubt >= FEWEST_PAIRS || (pairs > 0 && excess * differing < -CHEAP_BITS);
  return isPlenty && excess < Math.min(pairs - doubt, MOST_EXCESS_BITS);
}

/** Whether a language does not write a character, or no sign there. */
function isWrong(standing: 'own' | 'sign' | 'foreign', bits: number): boolean {
  return standing === 'foreign' || (standing === 'sign' && bits > SIGN_BITS);
}
