import type { Block, Root } from '../content/tree.ts';
import { walkContent } from '../walk-content.ts';
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
  const descriptions = candidates
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

/** Most characters of an excerpt. */
const EXCERPT_LIMIT = 500;
/** Most paragraphs that are read. */
const MAX_PARAGRAPHS = 15;
/** Fewest letters of a paragraph that says something, and of a sentence that does. */
const MIN_LENGTH = 70;
const MIN_SENTENCE = 40;
/** Letters of an alphabet that say as much as one character of Chinese, Japanese or Korean. */
const LETTERS_PER_CHARACTER = 2.5;

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
const SENTENCE_END = /[.!?。！？…][)"'”’»]?$/;
/** Beginnings of lines that are no text: dates, prices, names of authors, notes for those who looked for else. */
const NO_TEXT =
  /^(?:by|posted|updated|published|this article is about|for other uses|see also|(?:[a-z]{3,9}\W{1,3}){0,2}[0-9]{1,2},? (?:[a-z]{3,9} )?[0-9]{4}|[0-9]{4}-[0-9]{2}-|\W*[$€£] ?[0-9]|for .{3,80}, see)(?:\b|(?<=\W))/i;
const CRUMB = / [>›»|] |>/g;
const MIN_CRUMBS = 3;

/** Text of the first paragraph that says something, for pages without a description; null when there is none. */
export function firstParagraph(root: Root, title: string): string | null {
  const excerpts: string[] = [];
  for (const block of root.children) {
    const excerpt = block.type === 'paragraph' ? plainText(textOf(block), EXCERPT_LIMIT) : null;
    if (excerpt) excerpts.push(excerpt);
    if (excerpts.length === MAX_PARAGRAPHS) break;
  }
  const first = excerpts[0] ?? null;
  const texts = excerpts.filter((excerpt) => saysSomething(excerpt, title));
  if (first !== null && first === texts[0] && first.length >= MIN_SENTENCE && SENTENCE_END.test(first))
    return first;
  const lengthOf = (text: string): number =>
    text.length + (LETTERS_PER_CHARACTER - 1) * (text.match(CJK)?.length ?? 0);
  return texts.find((excerpt) => lengthOf(excerpt) >= MIN_LENGTH) ?? first;
}

function saysSomething(excerpt: string, title: string): boolean {
  if (squash(excerpt) === squash(title) || NO_TEXT.test(excerpt)) return false;
  return (excerpt.match(CRUMB)?.length ?? 0) < MIN_CRUMBS;
}

function textOf(paragraph: Block): string {
  let text = '';
  walkContent({ type: 'root', children: [paragraph] }, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'inlineMath') text += node.value;
    else if (node.type === 'break') text += ' ';
    return text.length > 4 * EXCERPT_LIMIT;
  });
  return text;
}
