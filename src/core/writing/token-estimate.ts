import { unitAt } from '../unit-at.ts';

/**
 * Estimated number of tokens a byte-pair tokenizer of a current language model makes of a text. No tokenizer is
 * run: the estimate is one pass over the characters, the same for every model and in every process.
 *
 * Rule: a word of ASCII letters is one token for each started 6 letters, digits one for each started 3, other
 * letters one for each started 2.5 (alphabets) or 1 (Han, kana, hangul); a run of one punctuation character is
 * one for each started 4; a line break run is one; single blanks are free, indentation one for each started 8.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  const { length } = text;
  let at = 0;
  while (at < length) {
    const kind = kindOf(unitAt(text, at));
    let end = at + 1;
    while (end < length && kindOf(unitAt(text, end)) === kind && continues(text, end, kind)) end++;
    tokens += Math.ceil((end - at - kind.free) / kind.perToken);
    at = end;
  }
  return tokens;
}

/** How many characters of a kind are a token, and how many of a run cost nothing. */
interface Kind {
  readonly perToken: number;
  readonly free: number;
}
const LETTER: Kind = { perToken: 6, free: 0 };
const DIGIT: Kind = { perToken: 3, free: 0 };
const BLANK: Kind = { perToken: 8, free: 1 };
const LINE_BREAK: Kind = { perToken: 1e9, free: 0 };
const MARK: Kind = { perToken: 4, free: 0 };
const ALPHABET: Kind = { perToken: 2.5, free: 0 };
const IDEOGRAPH: Kind = { perToken: 1, free: 0 };

function kindOf(code: number): Kind {
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) return LETTER;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (code === 0x20 || code === 0x09) return BLANK;
  if (code === 0x0a || code === 0x0d) return LINE_BREAK;
  if (code < 0xc0) return MARK;
  return code >= 0x2e80 ? IDEOGRAPH : ALPHABET;
}

/** A run of punctuation is one character repeated; all others are runs of their kind. */
function continues(text: string, at: number, kind: Kind): boolean {
  return kind !== MARK || unitAt(text, at) === unitAt(text, at - 1);
}
