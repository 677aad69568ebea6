import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';
import { type AdjacentPairs, bytePairs, decodedPairs, textPairs } from './adjacent-pairs.ts';
import { CANDIDATES, type Candidate } from './candidates.table.ts';
import { sampleOf } from './sample.ts';
import { type TextCost, textCost } from './text-cost.ts';

/** An encoding, and how a page reads in it. */
export interface Reading extends TextCost {
  /** WHATWG name. */
  readonly encoding: string;
}

/**
 * Bits by which another encoding must read better than the one that a page names: three letters that the language of the
 * page has not, or two signs in its words.
 */
const STRONG_BITS = 40;

/** The encoding in which bytes that are no Unicode read best. */
export function detectEncoding(bytes: Uint8Array): Reading {
  return bestReading(new Sample(bytes), null);
}

/**
 * The encoding that a page names, unless it makes good sense in another, and much better. One that is not among those that
 * pages are found to be in is believed.
 */
export function checkEncoding(bytes: Uint8Array, named: string): Reading {
  const candidate = CANDIDATES.find(({ encoding }) => encoding === named);
  if (candidate === undefined) return { encoding: named, bits: 0, sense: 'usual' };
  const sample = new Sample(bytes);
  const believed = sample.readAs(candidate)!;
  if (believed.sense === 'usual') return believed;
  const best = bestReading(sample, { ...believed, bits: believed.bits - STRONG_BITS });
  return makesSense(best) && best.encoding !== named ? best : believed;
}

export function makesSense({ sense }: TextCost): boolean {
  return sense === 'usual' || sense === 'good';
}

/** The reading of least bits; `first` unless another has less. */
function bestReading(sample: Sample, first: Reading | null): Reading {
  let best = first;
  let least = first?.bits ?? Number.POSITIVE_INFINITY;
  for (const candidate of CANDIDATES) {
    const reading = sample.readAs(candidate, least - candidate.rarity);
    if (reading === null || reading.bits + candidate.rarity >= least) continue;
    best = reading;
    least = reading.bits + candidate.rarity;
  }
  return best!;
}

/** The part of a page that tells its encoding. */
class Sample {
  readonly #bytes: Uint8Array;
  readonly #pairs: AdjacentPairs;

  constructor(page: Uint8Array) {
    this.#bytes = sampleOf(page);
    this.#pairs = bytePairs(this.#bytes);
  }

  /** Null when it takes more than `atMost` bits. */
  readAs({ encoding, languages, width }: Candidate, atMost?: number): Reading | null {
    const pairs =
      width === 1
        ? decodedPairs(this.#pairs, encoding)
        : textPairs(new LegacyDecoder(encoding).decode(this.#bytes));
    const cost = textCost(pairs, languages, atMost);
    return cost && { encoding, ...cost };
  }
}
