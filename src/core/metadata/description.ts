import { plainText, squash } from './plain-text.ts';

const MAX_DESCRIPTION = 1000;
/** Longest text that takes the place of a description that is cut short. */
const MAX_WHOLE = 500;
/** Letters that a longer text has more. */
const MIN_MORE = 8;
/** Letters by which words are compared, so that `tide` and `tides` are one. */
const STEM = 4;

/** What stands at the end for the rest of a text. */
// linear: at most 1000 characters, as the description.
const REST =
  /\s*(?:\[(?:…|\.{3})\]|\((?:…|\.{3})\)|(?:…|\.{3})\s*(?:→|Continued|Continue [Rr]eading|Read [Mm]ore|Weiterlesen)|→)\s*$/;
const LINK = /(?<=[.!?])\s+(?:Continue [Rr]eading|Read [Mm]ore|Weiterlesen)\s*(?:→|»)?$/;
const SEVERAL_WORDS = /[\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
// linear: at most 1000 characters, as the description.
const CSS = /\{[^{}]{0,200}:[^{}]{0,200}\}/;
const CUT_SHORT = /(?:…|\.{3})$/;

/**
 * The first of some descriptions that says something of the page: not its title once more, not one word, not a
 * motto of the site where another speaks of the page. A text that is cut short gives way to the whole of it.
 */
export function chooseDescription(
  candidates: readonly string[],
  titles: readonly string[],
  siteName: string | null,
): string | null {
  const names = titles.map(squash);
  const descriptions = [...new Set(candidates)]
    .map((candidate) => plainText(candidate, MAX_DESCRIPTION))
    .filter((text) => text !== null)
    .filter((text) => !names.includes(squash(text)) && SEVERAL_WORDS.test(text) && !CSS.test(text));
  const [first] = descriptions;
  if (first === undefined) return null;
  const words = wordsOf(titles.join(' '));
  for (const word of wordsOf(siteName ?? '')) words.delete(word);
  const speaks = (text: string) => [...wordsOf(text)].some((word) => words.has(word));
  const chosen = speaks(first) ? first : (descriptions.find(speaks) ?? first);
  const whole = wholeOf(chosen, descriptions).replace(LINK, '').replace(REST, '…');
  return whole.replace(/(?<=[.!?])…$/, '');
}

/** Beginnings of the longer words of a text. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, STEM)));
}

/** The text that begins with one that is cut short, else that one. */
function wholeOf(text: string, others: readonly string[]): string {
  if (!CUT_SHORT.test(text)) return text;
  const beginning = squash(text);
  const whole = others.find((other) => {
    const letters = squash(other);
    return letters.length > beginning.length + MIN_MORE && letters.startsWith(beginning);
  });
  return whole === undefined ? text : (plainText(whole, MAX_WHOLE) ?? text);
}
