/** What a UTF-16 code unit is, whatever the language. */
export const KIND = {
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

export type Kind = (typeof KIND)[keyof typeof KIND];

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

/** The kind of a code unit. */
export function kindOf(unit: number): Kind {
  const known = kinds[unit];
  if (known) return known as Kind;
  const kind = readKind(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

/** The small form of a letter, a code unit too. */
export function smallOf(unit: number): number {
  const known = smalls[unit];
  if (known) return known;
  const small = String.fromCharCode(unit).toLowerCase().charAt(0);
  const folded = (FOLDED.get(small) ?? small).charCodeAt(0);
  smalls[unit] = folded;
  return folded;
}

export function isLetter(kind: Kind): boolean {
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
