import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';
import { CANDIDATES } from './candidates.table.ts';
import { sampleOf } from './sample.ts';
import { type TextCost, textCost } from './text-cost.ts';

/** An encoding, and how a page reads in it. */
export interface Reading extends TextCost {
  /** WHATWG name. */
  readonly encoding: string;
}

/**
 * Bits by which another encoding must read better than the one that a page names: ten letters that the language of the page
 * has not, or four signs in its words.
 */
const STRONG_BITS = 40;

/** The encoding in which bytes that are no Unicode read best. */
export function detectEncoding(bytes: Uint8Array): Reading {
  return bestReading(sampleOf(bytes));
}

/**
 * The encoding that a page names, unless it makes no good sense in it and does in another, much better. One that is not
 * among those that pages are found to be in is believed.
 */
export function checkEncoding(bytes: Uint8Array, named: string): Reading {
  const candidate = CANDIDATES.find(({ encoding }) => encoding === named);
  if (candidate === undefined) return { encoding: named, bits: 0, sense: 'good' };
  const sample = sampleOf(bytes);
  const believed = readAs(sample, candidate)!;
  if (believed.sense === 'good') return believed;
  const best = bestReading(sample);
  return best.sense === 'good' && best.bits + STRONG_BITS < believed.bits ? best : believed;
}

function bestReading(sample: Uint8Array): Reading {
  const [first, ...others] = CANDIDATES;
  let best = readAs(sample, first!)!;
  let least = best.bits;
  for (const candidate of others) {
    const reading = readAs(sample, candidate, least - candidate.rarity);
    if (reading === null || reading.bits + candidate.rarity === least) continue;
    best = reading;
    least = reading.bits + candidate.rarity;
  }
  return best;
}

/** Null when it takes more than `atMost` bits. */
function readAs(
  sample: Uint8Array,
  { encoding, languages }: (typeof CANDIDATES)[number],
  atMost?: number,
): Reading | null {
  const cost = textCost(new LegacyDecoder(encoding).decode(sample), languages, atMost);
  return cost && { encoding, ...cost };
}
