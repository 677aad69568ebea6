import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';
import { type AdjacentPairs, bytePairs, decodedPairs, textPairs } from './adjacent-pairs.ts';
import { CANDIDATES, type Candidate } from './candidates.table.ts';
import { sampleOf } from './sample.ts';
import { type TextCost, textCost } from './text-cost.ts';

/** An encoding, and how a page reads in it. */
interface Reading extends TextCost {
  /** WHATWG name. */
  readonly encoding: string;
}

/** An encoding, and whether a page is text in it. */
type Judged = Pick<Reading, 'encoding' | 'isText'>;

/**
 * Bits by which another encoding must read better than the one that a page names: three letters that the language of the
 * page has not, or two signs in its words.
 */
const STRONG_BITS = 40;
/**
 * Bits a character by which text may be dearer than most of its language and still prove what a page names wrong: these, and
 * this share of the lead. Measured in decisions/022.
 */
const SLACK_BITS = 0.3;
const SLACK_SHARE = 0.6;

/** The encoding in which bytes that are no Unicode read best. */
export function detectEncoding(bytes: Uint8Array): Judged {
  return bestReading(new Sample(bytes), null);
}

/**
 * The encoding that a page names, unless the page reads much better in another, about as text of a language does. One that is
 * not among those that pages are found to be in is believed.
 */
export function checkEncoding(bytes: Uint8Array, named: string): Judged {
  const candidate = CANDIDATES.find(({ encoding }) => encoding === named);
  if (candidate === undefined) return { encoding: named, isText: true };
  const sample = new Sample(bytes);
  const believed = sample.readAs(candidate)!;
  if (believed.bits <= believed.usualBits) return { encoding: named, isText: true };
  const best = bestReading(sample, { ...believed, bits: believed.bits - STRONG_BITS });
  const lead = believed.bits - best.bits;
  const slack = SLACK_BITS * best.characters + SLACK_SHARE * lead;
  const isOverruled = best.isText && best.bits - best.usualBits < slack;
  return { encoding: isOverruled ? best.encoding : named, isText: true };
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
