/** Superscripts and subscripts that Unicode has and that models and readers know: digits, signs, a few letters. */
const RAISED = tableOf('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ');
const LOWERED = tableOf('0123456789+-−=()ijkmn', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ᵢⱼₖₘₙ');

/** Signs that are written raised by themselves, or are as well read on the line: ®, *, †, commas between notes. */
const SIGNS = /^[\p{P}\p{S}\s]*$/u;
/** Letters that end a numeral or an abbreviation: 4th, XIXe, Mme, No. */
const ENDING = /^(?:st|nd|rd|th|er|re|e|ère|ème|eme|d|de|te|ste|o|os|a|as|me|mes|lle|lles|r|gr)$/;
const MARKS: ReadonlyMap<string, string> = new Map([
  ['TM', '™'],
  ['SM', '℠'],
]);
/** What is longer is no script but a text in small letters. */
const MAX_CHARS = 12;

function tableOf(from: string, to: string): ReadonlyMap<string, string> {
  const targets = [...to];
  return new Map([...from].map((char, i) => [char, targets[i]!]));
}

/**
 * A superscript or subscript after `before`, as a line of text can say it, so that 10⁶ is not 106: in Unicode, else behind
 * `^` or `_` where it belongs to a sign, else as a word of its own.
 */
export function scriptText(tag: 'sup' | 'sub', text: string, before: string): string {
  const value = text.trim();
  const touches = !/(?:^|\s)$/.test(before);
  const unicode = inUnicode(value, tag === 'sup' ? RAISED : LOWERED);
  if (unicode !== null && (touches || /^\p{N}/u.test(value))) return unicode;
  if (!touches || /^[[(:]/.test(value) || SIGNS.test(value)) return text;
  if (tag === 'sup') {
    if (MARKS.has(value)) return MARKS.get(value)!;
    if (ENDING.test(value) && /[\p{N}\p{Lu}]$/u.test(before)) return value;
  }
  const isWord = /^\p{L}{2}/u.test(value) && /$(?<=\p{L}[\p{L}\p{N}]+)/u.test(before) && tag === 'sup';
  if (isWord || value.length > MAX_CHARS) return ` ${value}`;
  const sign = tag === 'sup' ? '^' : '_';
  return /^[\p{L}\p{N}]+$/u.test(value) ? sign + value : `${sign}(${value})`;
}

/** `text` in the letters of `table`, signs between them as they are; null when it has others, or no digit or letter. */
function inUnicode(text: string, table: ReadonlyMap<string, string>): string | null {
  if (text.length > MAX_CHARS || !/[\p{L}\p{N}]/u.test(text)) return null;
  let out = '';
  for (const char of text) {
    const own = table.get(char) ?? (/[\s,;–*†‡]/.test(char) ? char : null);
    if (own === null) return null;
    out += own;
  }
  return out;
}
