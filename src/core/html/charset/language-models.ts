import { lazy } from '../../lazy.ts';
import { ALPHABETS } from './alphabets.table.ts';
import { COMMON_CHARACTERS } from './common-characters.table.ts';

/** Bits of a code unit after another, of which one is not ASCII. */
type PairCost = (before: number, after: number) => number;

/** How a language is written. */
export interface LanguageModel {
  /** Bits that a character outside ASCII takes in most text of the language, with what follows it. */
  readonly usualBits: number;
  /** Bits past which a text is nothing that is written in its script. */
  readonly mostBits: number;
  /** The small letters of its alphabet; none where it has thousands of characters. */
  readonly letters: string;
  readonly cost: () => PairCost;
}

/** Bits by which most text is dearer than that of the tables. */
const OTHER_TEXT_BITS = 0.5;
/**
 * The Declaration of Human Rights takes up to 14 bits in Latin languages of no table, up to 6.8 in others; read wrongly in
 * alphabets that are not Latin 7.3 and more. Ideographs take 10.9 at most, read wrongly 14 and more.
 */
const MOST_BITS = { latin: 14.5, otherAlphabet: 7, ideographs: 14 };
const USUAL_IDEOGRAPH_BITS = 12;
/** Half of it are kana; Japanese of EUC-JP takes 9.5 in GBK, which has the same kana. */
const USUAL_JAPANESE_BITS = 9.25;

/** The models of languages by the names of their rows. */
export const LANGUAGE_MODELS: ReadonlyMap<string, LanguageModel> = new Map([
  ...ALPHABETS.map((row) => {
    const usualBits = row.usual + OTHER_TEXT_BITS;
    const mostBits = row.letters.startsWith('a') ? MOST_BITS.latin : MOST_BITS.otherAlphabet;
    return [
      row.language,
      { usualBits, mostBits, letters: row.letters, cost: lazy(() => alphabetCost(row)) },
    ] as const;
  }),
  ...COMMON_CHARACTERS.map((row) => {
    const usualBits = row.language === 'ja' ? USUAL_JAPANESE_BITS : USUAL_IDEOGRAPH_BITS;
    const bits = { usualBits, mostBits: MOST_BITS.ideographs, letters: '' };
    return [row.language, { ...bits, cost: lazy(() => charactersCost(row)) }] as const;
  }),
]);

const IMPOSSIBLE_BITS = 24;
/** Bits of the signs that prose holds, and of all others. */
export const SIGN_BITS = 7;
const RARE_SIGN_BITS = 12;
/** Bits of a letter that the language has not. */
const FOREIGN_BITS = 14;
/** Bits of a capital after a small letter, of a sign beside a letter. */
const MISPLACED_BITS = 6;
/** Bits of a letter of ASCII beside one of another script: no word of a Latin language has them, few words of others have. */
const MIXED_BITS = { latin: 40, otherAlphabet: 12 };

function signCost(kind: Kind): number {
  if (kind === KIND.impossible) return IMPOSSIBLE_BITS;
  return kind === KIND.rare ? RARE_SIGN_BITS : SIGN_BITS;
}

/** Bits of what is wrong with two characters side by side in any language. */
function misplacedCost(before: Kind, after: Kind): number {
  const isWrong =
    after === KIND.capital
      ? before === KIND.small || standsApart(before)
      : (standsApart(before) && after === KIND.small) ||
        ((standsApart(after) || after === KIND.opening) && isLetter(before));
  return isWrong ? MISPLACED_BITS : 0;
}

/**
 * Whether two code units are letters of alphabets that stand side by side in no word: a capital after a small one, one after a
 * rare sign, or of two scripts.
 */
export function areMisplaced(before: number, after: number): boolean {
  const kind = kindOf(before);
  const isInside = before < ALPHABET_UNITS && kind === KIND.small && kindOf(after) === KIND.capital;
  return isInside || (kind === KIND.rare && kindOf(after) === KIND.small) || isMixed(before, after);
}

/** Code units of all alphabets are below the second one; letters from the first one on are not Latin (Unicode 16, Greek). */
const OTHER_SCRIPT_UNITS = 0x370;
const ALPHABET_UNITS = 0x1000;

/** Two letters, one of ASCII, the other of a script that is not Latin. */
function isMixed(before: number, after: number): boolean {
  const [ascii, other] = before < after ? [before, after] : [after, before];
  const isOther = other >= OTHER_SCRIPT_UNITS && other < ALPHABET_UNITS;
  return ascii < 0x80 && isOther && isLetter(kindOf(ascii)) && isLetter(kindOf(other));
}

function standsApart(kind: Kind): boolean {
  return kind === KIND.symbol || kind === KIND.rare;
}

function alphabetCost({ letters, costs }: (typeof ALPHABETS)[number]): PairCost {
  const size = letters.length + 1;
  const mixedBits = letters.startsWith('a') ? MIXED_BITS.latin : MIXED_BITS.otherAlphabet;
  const indices = new Uint8Array(ALPHABET_UNITS);
  for (let i = 0; i < letters.length; i++) indices[letters.charCodeAt(i)] = i + 1;
  const bits = readCosts(letters, costs);
  return (before, after) => {
    const beforeKind = kindOf(before);
    const kind = kindOf(after);
    const index = indices[smallOf(after)] ?? 0;
    let cost = misplacedCost(beforeKind, kind);
    if (after >= 0x80 && index === 0) return cost + (isLetter(kind) ? FOREIGN_BITS : signCost(kind));
    if (isMixed(before, after)) cost += mixedBits;
    return cost + bits[(indices[smallOf(before)] ?? 0) * size + index]!;
  };
}

/** Bits by the numbers of two letters, 0 for all that is none; a row of the table leaves out pairs of ASCII. */
function readCosts(letters: string, costs: string): Float64Array {
  const size = letters.length + 1;
  const isAscii = (index: number) => index === 0 || letters.charAt(index - 1) < '\x80';
  const bits = new Float64Array(size * size);
  let read = 0;
  for (let at = 0; at < bits.length; at++)
    if (!isAscii(Math.floor(at / size)) || !isAscii(at % size))
      bits[at] = Number.parseInt(costs.charAt(read++), 36) / 2;
  return bits;
}

/** Bits of kana: of running text, of names and foreign words, and of the old half-width ones. */
const KANA_BITS = { hiragana: 5.5, katakana: 7, halfWidth: 13 };
/** Bits of a letter of an alphabet or syllabary that the language has not, and below which code unit those are. */
const OTHER_ALPHABET_BITS = 11;
const IDEOGRAPH_UNITS = 0x3130;
/** Bits of a character of each tier, of others of the language's script, and of those of another. */
const TIER_BITS = [6, 8, 9.5, 11, 12.5];
const UNCOMMON_BITS = 15;
const STRANGE_BITS = 18;

function charactersCost({ language, tiers }: (typeof COMMON_CHARACTERS)[number]): PairCost {
  const bitsOf = new Map(tiers.flatMap((tier, i) => [...tier].map((c) => [c.charCodeAt(0), TIER_BITS[i]!])));
  return (before, after) => {
    if (after < 0x80) return 0;
    const beforeKind = kindOf(before);
    const kind = kindOf(after);
    if (!isLetter(kind)) return misplacedCost(beforeKind, kind) + signCost(kind);
    const kana = language === 'ja' ? kanaCost(after) : null;
    if (kana !== null) return before < 0x80 && isLetter(beforeKind) ? kana + MISPLACED_BITS : kana;
    if (after < IDEOGRAPH_UNITS) return misplacedCost(beforeKind, kind) + OTHER_ALPHABET_BITS;
    const isOwn = language === 'ko' ? within(after, 0xac00, 0xd7a3) : within(after, 0x4e00, 0x9fff);
    return bitsOf.get(after) ?? (isOwn ? UNCOMMON_BITS : STRANGE_BITS);
  };
}

function kanaCost(unit: number): number | null {
  if (within(unit, 0x3041, 0x3093)) return KANA_BITS.hiragana;
  if (within(unit, 0x30a1, 0x30fc)) return KANA_BITS.katakana;
  return within(unit, 0xff66, 0xff9f) ? KANA_BITS.halfWidth : null;
}

const within = (unit: number, first: number, last: number) => unit >= first && unit <= last;

/** What a UTF-16 code unit is, whatever the language. */
const KIND = {
  ascii: 1,
  small: 2,
  capital: 3,
  /** Stands beside letters. */
  punctuation: 4,
  /** Stands before letters alone. */
  opening: 5,
  /** Stands beside figures. */
  symbol: 6,
  rare: 7,
  /** A control of the C1 block, a replacement character, half a character, one for private use. */
  impossible: 8,
} as const;

type Kind = (typeof KIND)[keyof typeof KIND];

const PUNCTUATION = new Set('\u00a0«»“”‘’–—…·•、。「」『』（），．：；？！・《》〈〉【】～　');
const OPENING = new Set('„‚¿¡');
const SYMBOLS = new Set('§°©®™€£¥¢№ªº½¼¾×±²³¹µ†');

/** Letters that older encodings write as another; `scripts/charset/make-tables.mjs` folds likewise. */
const FOLDED: ReadonlyMap<string, string> = new Map([
  ['ş', 'ș'],
  ['ţ', 'ț'],
  ['ی', 'ي'],
  ['ک', 'ك'],
]);

const UNITS = 0x10000;
const kinds = new Uint8Array(UNITS);
const smalls = new Uint16Array(UNITS);

/** How a character stands to a language: a letter of it, a sign of any prose, or what its text does not hold. */
export function standingIn({ letters }: LanguageModel, unit: number): 'own' | 'sign' | 'foreign' {
  const kind = kindOf(unit);
  if (isLetter(kind)) return letters.includes(String.fromCharCode(smallOf(unit))) ? 'own' : 'foreign';
  return kind === KIND.rare || kind === KIND.impossible ? 'foreign' : 'sign';
}

/** The kind of a code unit. */
function kindOf(unit: number): Kind {
  const known = kinds[unit];
  if (known) return known as Kind;
  const kind = readKind(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

/** The small form of a letter, a code unit too. */
function smallOf(unit: number): number {
  const known = smalls[unit];
  if (known) return known;
  const small = String.fromCharCode(unit).toLowerCase().charAt(0);
  const folded = (FOLDED.get(small) ?? small).charCodeAt(0);
  smalls[unit] = folded;
  return folded;
}

function isLetter(kind: Kind): boolean {
  return kind === KIND.small || kind === KIND.capital;
}

function readKind(character: string): Kind {
  if (SYMBOLS.has(character)) return KIND.symbol;
  if (/[\p{L}\p{M}]/u.test(character))
    return character.toLowerCase() === character ? KIND.small : KIND.capital;
  if (character < '\x80') return KIND.ascii;
  if (PUNCTUATION.has(character)) return KIND.punctuation;
  if (OPENING.has(character)) return KIND.opening;
  return /[\p{C}\ufffd]/u.test(character) ? KIND.impossible : KIND.rare;
}
