import { isApart, type Piece } from './piece.ts';

/**
 * Vowel signs of Indic scripts that are drawn before the consonant that they are written after (Unicode 16, 12.1 to 12.9 and 13.2:
 * left-side dependent vowels; two-part vowels are drawn as one of these and another sign).
 */
const LEFT_SIGN =
  '[\\u093f\\u09bf\\u09c7\\u09c8\\u0a3f\\u0abf\\u0b47\\u0b48\\u0bc6-\\u0bc8\\u0d46-\\u0d48\\u0dd9\\u0ddb]';
/** A letter with its dot, and the sign that joins it to the next one. */
const LETTER = '\\p{Lo}[\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c]?';
const JOINER = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0d4d\\u0dca]\\u200d?';

const SIGN = new RegExp(LEFT_SIGN, 'gu');
const DRAWN = new RegExp(`(${LEFT_SIGN})((?:${LETTER}${JOINER}){0,4}${LETTER})`, 'gu');
const STRAY = new RegExp(`(?<![\\p{L}\\p{M}\\ufffd\\u200c\\u200d])${LEFT_SIGN}`, 'gu');

/** Least share of such signs at the start of words that is no chance; about one in five words of text that is drawn so starts with one. */
const MIN_STRAY = 1 / 20;

/** Whether text has its signs where they are drawn: some start a word, which nothing that is written does. */
export function isInDrawnOrder(texts: readonly string[]): boolean {
  let [all, stray] = [0, 0];
  for (const text of texts) {
    all += text.match(SIGN)?.length ?? 0;
    stray += text.match(STRAY)?.length ?? 0;
  }
  return stray > 0 && stray >= all * MIN_STRAY;
}

/** Text with each sign after the letters that it is drawn before; what is one vowel of two parts composes. */
export function inLogicalOrder(drawn: string): string {
  return drawn.replace(DRAWN, '$2$1').normalize('NFC');
}

/** Marks that are drawn mirrored where text runs to the left (Unicode 16, Bidi_Mirrored), by the one that they look like. */
const MIRRORED: Readonly<Record<string, string>> = Object.fromEntries(
  ['()', '[]', '{}', '«»', '‹›', '<>'].flatMap(([a, b]) => [
    [a!, b!],
    [b!, a!],
  ]),
);
/** A mark that closes before a word, or opens after one: it faces the wrong way. */
const WRONG_WAY =
  /(?<=[\s"'\u05be–-])[)\]}»›>](?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.!?؟%"'])[([{«‹<](?=[\s.,;:!?،؛؟])/gu;

/** Whether most characters are of a script that runs to the left. */
export function isRightToLeft(pieces: readonly Piece[]): boolean {
  return pieces.reduce((sum, { isRtl, text }) => sum + (isRtl ? text.length : -text.length), 0) > 0;
}

/** Pieces of one line from left to right, in the order in which they are read (UAX 9, rule L2, and L4 undone). */
export function inReadingOrder(pieces: readonly Piece[]): Piece[] {
  if (!pieces.some(({ isRtl }) => isRtl)) return [...pieces];
  const isBase = isRightToLeft(pieces);
  const line = isBase ? pieces.toReversed() : [...pieces];
  // What runs the other way, with the blanks and marks inside it, is turned round.
  const isOther = ({ isRtl, text }: Piece) => (isBase ? !isRtl && /\p{L}/u.test(text) : isRtl);
  const isOwn = ({ isRtl, text }: Piece) => (isBase ? isRtl : !isRtl && /\p{L}/u.test(text));
  for (let from = 0; from < line.length; from++) {
    if (!isOther(line[from]!)) continue;
    let to = from;
    for (let at = from + 1; at < line.length && !isOwn(line[at]!); at++) if (isOther(line[at]!)) to = at;
    line.splice(from, to - from + 1, ...line.slice(from, to + 1).reverse());
    from = to;
  }
  return line.map((piece, i) => ({ ...piece, text: facing(line[i - 1], piece, line[i + 1]) }));
}

/** A text with the marks that face the wrong way between its neighbours mirrored. */
function facing(before: Piece | undefined, piece: Piece, after: Piece | undefined): string {
  const first = before === undefined || isApart(before, piece) ? ' ' : before.text.slice(-1);
  const last = after === undefined || isApart(piece, after) ? ' ' : after.text.slice(0, 1);
  return `${first}${piece.text}${last}`.replace(WRONG_WAY, (mark) => MIRRORED[mark]!).slice(1, -1);
}
