import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';
import { type AdjacentPairs, bytePairs, decodedPairs, textPairs } from './adjacent-pairs.ts';
import { CANDIDATES, type Candidate, NAMED_ONLY } from './candidates.table.ts';
import { areMisplaced, LANGUAGE_MODELS, type LanguageModel } from './language-models.ts';
import { mends } from './mended-letters.ts';
import { toldLanguage } from './told-language.ts';

/** An encoding, and how a page reads in it. */
interface Reading extends TextCost {
  readonly candidate: Candidate;
  /** Nothing stands side by side that does so in no word. */
  readonly isTidy: boolean;
}

/** An encoding, and whether a page is text in it. */
export interface Judged {
  /** WHATWG name. */
  readonly encoding: string;
  readonly isText: boolean;
}

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
/** Bits of rarity up to which an encoding that a page names is believed at first sight. */
const MOST_RARITY = 10;

/** What most pages are in; a page that reads in it for this share of the bits is not believed at first sight to be in another. */
const FREQUENT = CANDIDATES[0]!;
const DOUBTED_SHARE = 0.75;

/** Those in which a character is one byte. */
const SINGLE_BYTE = CANDIDATES.filter(({ width }) => width === 1);

/** The encoding in which bytes that are no Unicode read best; no one of ideographs where the letters of a text are Latin. */
export function detectEncoding(bytes: Uint8Array, isLatin = false): Judged {
  const sample = new Sample(bytes, isLatin ? SINGLE_BYTE : CANDIDATES);
  return sample.judged(bestReading(sample, null), bytes);
}

/**
 * The encoding that a page names, unless the page reads much better in another, about as text of a language does, or another has
 * the letters of the language that its words are in. One that is not among those that languages are written in is believed.
 */
export function checkEncoding(bytes: Uint8Array, named: string): Judged {
  const candidate = [...CANDIDATES, ...NAMED_ONLY].find(({ encoding }) => encoding === named);
  if (candidate === undefined) return { encoding: named, isText: true };
  const sample = new Sample(bytes);
  const believed = sample.readAs(candidate)!;
  const isUsual = candidate.rarity <= MOST_RARITY && believed.bits <= believed.usualBits && believed.isTidy;
  if (
    isUsual &&
    (candidate === FREQUENT ||
      candidate.width > 1 ||
      sample.readAs(FREQUENT, DOUBTED_SHARE * believed.bits) === null)
  )
    return { encoding: named, isText: true };
  const best = bestReading(sample, { ...believed, bits: believed.bits - STRONG_BITS });
  const isLie = best.candidate !== candidate && disproves(best, believed);
  return { ...sample.judged(isLie ? best : believed, bytes), isText: true };
}

/**
 * Whether what reads better is text, and as usual for its language as the lead is long. How usual does not matter where both
 * encodings are for the same languages: it is one of these then, whatever the language.
 */
function disproves(best: Reading, believed: Reading): boolean {
  const lead = believed.bits - best.bits;
  const slack = SLACK_BITS * best.characters + SLACK_SHARE * lead;
  return (
    best.isText &&
    (best.bits - best.usualBits < slack || best.candidate.languages === believed.candidate.languages)
  );
}

/** The reading of least bits; `first` unless another has less. */
function bestReading(sample: Sample, first: Reading | null): Reading {
  let best = first;
  let least = first?.bits ?? Number.POSITIVE_INFINITY;
  for (const candidate of sample.candidates) {
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

  constructor(
    page: Uint8Array,
    readonly candidates = CANDIDATES,
  ) {
    this.#bytes = sampleOf(page);
    this.#pairs = bytePairs(this.#bytes);
  }

  /** Null when it takes more than `atMost` bits. */
  readAs(candidate: Candidate, atMost?: number): Reading | null {
    const { encoding, languages, width } = candidate;
    const pairs =
      width === 1
        ? decodedPairs(this.#pairs, encoding)
        : textPairs(new LegacyDecoder(encoding).decode(this.#bytes));
    const cost = textCost(pairs, languages, atMost);
    return cost && { candidate, isTidy: width > 1 || areTidy(pairs), ...cost };
  }

  /** A reading's encoding, or the one that mends the letters of the language which the page's words tell. */
  judged(reading: Reading, page: Uint8Array): Judged {
    const language = toldLanguage(page);
    const mending = language === null ? undefined : this.#mending(reading, language);
    return {
      encoding: (mending ?? reading.candidate).encoding,
      isText: reading.isText || mending !== undefined,
    };
  }

  /** Of ideographs on a page whose words are in Latin letters the best reading in these; of letters those that mend. */
  #mending(reading: Reading, language: string): Candidate | undefined {
    const isWritten = ({ languages }: Candidate) => languages.split(' ').includes(language);
    if (reading.candidate.width > 1) {
      const { candidate } = bestReading(this, reading);
      return isWritten(candidate) ? candidate : undefined;
    }
    const model = LANGUAGE_MODELS.get(language);
    if (model === undefined) return undefined;
    const named = decodedPairs(this.#pairs, reading.candidate.encoding);
    const doubt = reading.candidate === FREQUENT ? 1 : 0;
    return CANDIDATES.find(
      (other) => isWritten(other) && mends(named, decodedPairs(this.#pairs, other.encoding), model, doubt),
    );
  }
}

/** Bytes that are read for what encoding they are in: up to 1,000 ideographs. */
const SAMPLE_BYTES = 2048;
/** Bytes of ASCII that are kept on each side of others: a pair of letters needs one, a multi-byte character none. */
const CONTEXT_BYTES = 4;

/**
 * The first `SAMPLE_BYTES` of what is not ASCII in a page, with its nearest neighbours; a blank stands for markup and plain letters
 * between. No multi-byte character is cut but one that neighbours it.
 */
function sampleOf(bytes: Uint8Array): Uint8Array {
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

/** Fewest characters outside ASCII that prove a text to make no sense. */
const FEWEST_CHARACTERS = 16;

/** How well a text reads in the language that it reads best in. */
interface TextCost {
  /** Bits that its characters outside ASCII, and those after them, take. */
  readonly bits: number;
  /** Its characters outside ASCII. */
  readonly characters: number;
  /** Bits that so many characters take in most text of the language. */
  readonly usualBits: number;
  /** False for what no language writes. */
  readonly isText: boolean;
}

/**
 * The cost of a text, given by its pairs, in that of the languages which it reads best in; blanks are between their names.
 * Null when it is more than `atMost` bits in each of them.
 */
function textCost(
  pairs: AdjacentPairs,
  languages: string,
  atMost = Number.POSITIVE_INFINITY,
): TextCost | null {
  let best: TextCost | null = null;
  for (const language of languages.split(' ')) {
    const model = LANGUAGE_MODELS.get(language)!;
    const bits = costOf(pairs, model, best?.bits ?? atMost);
    if (bits === null) continue;
    const { characters } = pairs;
    const isText = characters < FEWEST_CHARACTERS || bits <= model.mostBits * characters;
    best = { bits, characters, usualBits: model.usualBits * characters, isText };
  }
  return best;
}

function areTidy({ before, after, length }: AdjacentPairs): boolean {
  for (let i = 0; i < length; i++) if (areMisplaced(before[i]!, after[i]!)) return false;
  return true;
}

function costOf(
  { before, after, count, length }: AdjacentPairs,
  model: LanguageModel,
  atMost: number,
): number | null {
  const pairCost = model.cost();
  let bits = 0;
  for (let i = 0; i < length; i++) {
    bits += count[i]! * pairCost(before[i]!, after[i]!);
    if (bits > atMost) return null;
  }
  return bits;
}
