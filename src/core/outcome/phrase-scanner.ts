import { addTo } from '../add-to.ts';
import { onOneLine } from '../html/blank.ts';
import { unitAt } from '../unit-at.ts';
import { PHRASES } from './phrases/phrases.generated.ts';

/** What folding takes away: accents, vowel signs and invisible characters. */
export const FOLDED_MARKS = /[\u0300-\u036f\u064b-\u0652\u0640\u200b-\u200f\u2060\ufeff\u00ad]/g;
const NEEDS_FOLDING = /[^\n\x20-\x7e]/;

/**
 * Text as phrases are compared: lower case, without accents, vowel signs and invisible characters, white space as
 * single spaces, apostrophes straight. Linear; independent of the locale.
 */
export function foldText(text: string): string {
  return onOneLine(foldCharacters(text));
}

/** The same, white space as it was. */
function foldCharacters(text: string): string {
  const lower = text.toLowerCase();
  if (!NEEDS_FOLDING.test(lower)) return lower;
  return lower.normalize('NFD').replace(FOLDED_MARKS, '').normalize('NFC').replace(/[’‘ʼ]/g, "'");
}

/** Classes of characters that matter to words: 0 none, 1 letter or digit of a spaced script, 2 unspaced script. */
export function letterClass(code: number): 0 | 1 | 2 {
  if (code < 0x80) {
    const isLetter = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
    return isLetter ? 1 : 0;
  }
  if (code < 0xc0) return 0;
  if ((code >= 0x3041 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff)) return 2;
  if ((code >= 0xf900 && code <= 0xfaff) || (code >= 0x0e00 && code <= 0x0eff)) return 2;
  if ((code >= 0x2000 && code <= 0x2bff) || (code >= 0x3000 && code <= 0x303f)) return 0;
  if (code >= 0xd800 && code <= 0xf8ff) return 0;
  return code >= 0xfe10 && code <= 0xff20 ? 0 : 1;
}

/** A phrase found in a text. */
export interface Hit {
  /** Bit of the topic whose phrase it is. */
  readonly topic: number;
  readonly start: number;
  /** After the last word that the phrase begins. */
  readonly end: number;
  /** The text quotes the phrase, so that it speaks about it. */
  readonly quoted: boolean;
}

interface Entry {
  readonly phrase: string;
  readonly topic: number;
}

/** Phrases whose first two characters are the same, the longest first. */
interface Start {
  /** By their next two characters, with all shorter ones. */
  readonly long: Map<number, Entry[]>;
  readonly short: Entry[];
}

/** Characters of the longest word that does not stand for its inflected forms. */
const LONGEST_WORD_ALONE = 4;
/** Latin, Greek and Cyrillic end here; words of later blocks take their endings without a break. */
const FIRST_OTHER_SCRIPT = 0x530;

const OPENING_QUOTES = '"“„«‹「『‚';
/** What closes each mark that opens a quotation. German turns `»…«` around. */
const CLOSING_QUOTES = { '"': '"', '“': '”', '„': '“', '«': '»', '»': '«', '‹': '›', '「': '」', '『': '』' };
const ANY_QUOTE = /["“„«»‹「『]/g;
/** Characters of the longest quotation that is looked for. */
const MOST_QUOTED = 300;

/**
 * Finds the phrases of several topics in one pass: at each place where a phrase may begin, only those with the same
 * four first characters are compared. Time is linear in the text; the factor is bounded by the tables.
 */
export class PhraseScanner {
  readonly #byStart = new Map<number, Start>();

  /**
   * Phrases stand a line each, single spaces between words: case and accents are folded. They match from the start of a word, so
   * that a stem stands for its inflected forms.
   */
  constructor(topics: readonly (readonly [topic: number, phrases: string])[]) {
    for (const [topic, phrases] of topics) {
      for (const phrase of foldCharacters(phrases).split('\n')) {
        const start: Start = this.#byStart.get(keyAt(phrase, 0)) ?? { long: new Map(), short: [] };
        this.#byStart.set(keyAt(phrase, 0), start);
        if (phrase.length < 4) start.short.push({ phrase, topic });
        else addTo(start.long, keyAt(phrase, 2), { phrase, topic });
      }
    }
    for (const { long, short } of this.#byStart.values())
      for (const entries of [...long.values(), short]) {
        if (entries !== short) entries.push(...short);
        entries.sort((a, b) => b.phrase.length - a.phrase.length);
      }
  }

  /** Hits in a folded text, by start; of one topic only the longest at a place. `quotationsIn` finds its quotations, for a hit. */
  scan(text: string, quotationsIn = (): readonly Span[] => quotationsOf(text)): Hit[] {
    const hits: Hit[] = [];
    let quotations: readonly Span[] | undefined;
    let before = 0;
    for (let i = 0, last = text.length - 1; i < last; i++) {
      const code = unitAt(text, i);
      const kind = letterClass(code);
      // A phrase of a spaced script begins with a word; in Arabic, particles are written together with it.
      const mayBegin = kind !== 1 || before !== 1 || (code >= 0x600 && code <= 0x6ff);
      before = kind;
      const start = mayBegin ? this.#byStart.get(keyAt(text, i)) : undefined;
      if (start === undefined) continue;
      let seen = 0;
      for (const { phrase, topic } of start.long.get(keyAt(text, i + 2)) ?? start.short) {
        if ((seen & topic) !== 0 || !text.startsWith(phrase, i)) continue;
        const end = endOfWord(text, i + phrase.length);
        if (end > i + phrase.length && standsAlone(phrase)) continue;
        seen |= topic;
        quotations ??= quotationsIn();
        hits.push({ topic, start: i, end, quoted: isQuoted(text, i, quotations) });
      }
    }
    return hits;
  }
}

/** A part of a text, by its first character and the one after its last. */
export type Span = readonly [from: number, to: number];

/** The quotations of a text, from their opening to their closing marks. */
export function quotationsOf(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: mark, index } of text.matchAll(ANY_QUOTE)) {
    if (index < (spans.at(-1)?.[1] ?? 0)) continue;
    const closing = CLOSING_QUOTES[mark as keyof typeof CLOSING_QUOTES];
    const length = text.slice(index + 1, index + 1 + MOST_QUOTED).indexOf(closing);
    if (length >= 0) spans.push([index, index + length + 2]);
  }
  return spans;
}

function isQuoted(text: string, at: number, quotations: readonly Span[]): boolean {
  return (
    (at > 0 && OPENING_QUOTES.includes(text[at - 1]!)) ||
    quotations.some(([from, to]) => at > from && at < to)
  );
}

/** The unit at a place; 0 behind the end. */
function unitOf(text: string, i: number): number {
  return i < text.length ? unitAt(text, i) : 0;
}

function keyAt(text: string, i: number): number {
  return (unitOf(text, i) << 16) | unitOf(text, i + 1);
}

function endOfWord(text: string, from: number): number {
  let end = from;
  if (letterClass(text.charCodeAt(end - 1)) !== 1) return end;
  while (end < text.length && letterClass(text.charCodeAt(end)) === 1) end++;
  return end;
}

/** Phrases that are no stems: numbers, and Latin and Cyrillic words so short that they begin words of other languages. */
function standsAlone(phrase: string): boolean {
  const last = phrase.charCodeAt(phrase.length - 1);
  return (phrase.length <= LONGEST_WORD_ALONE && last < FIRST_OTHER_SCRIPT) || (last >= 48 && last <= 57);
}

type Topic = keyof typeof PHRASES;

/** Bit of each topic in `Hit.topic`. */
export const TOPIC = Object.fromEntries(Object.keys(PHRASES).map((name, i) => [name, 1 << i])) as Readonly<
  Record<Topic, number>
>;

let isWithheld: ((phrase: string) => boolean) | null = null;
let scanner: PhraseScanner | undefined;

/** Phrases that are heard, lines by topic. */
export function heardPhrases(): (readonly [topic: number, phrases: string])[] {
  const isHeard = (phrase: string): boolean => isWithheld?.(phrase) !== true;
  const heard = (lines: string): string => lines.split('\n').filter(isHeard).join('\n');
  return Object.entries(PHRASES).map(([name, lines]) => [TOPIC[name as Topic], heard(lines)] as const);
}

/** Leaves phrases out from now on, so that training sees pages whose wording nobody has foreseen; `null`: none. */
export function withholdPhrases(withheld: ((phrase: string) => boolean) | null): void {
  isWithheld = withheld;
  scanner = undefined;
}

/** The scanner of all topics, built when the first page needs it. */
export function phraseScanner(): PhraseScanner {
  scanner ??= new PhraseScanner(heardPhrases());
  return scanner;
}
