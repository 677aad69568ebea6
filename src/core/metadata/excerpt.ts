import type { Block, Root } from '../content/tree.ts';
import { walkContent } from '../walk-content.ts';
import { CJK, countOf } from './language.ts';
import { plainText, squash } from './plain-text.ts';

/** Most characters of an excerpt. */
const MAX_LENGTH = 300;
/** Fewest characters of an excerpt where some paragraph has so many, and of one that stands alone. */
const MIN_LENGTH = 60;
const MIN_ALONE = 30;
/** Most paragraphs that are read, and most characters of each. */
const MAX_PARAGRAPHS = 40;
const MAX_READ = 4 * MAX_LENGTH;
/** Letters of an alphabet that say as much as one character of Chinese, Japanese or Korean. */
const LETTERS_PER_CHARACTER = 2.5;

/** The end of a sentence, with the marks that close it; a full stop behind one or two letters may be that of a short form. */
// linear: at most 1200 characters of a paragraph.
const SENTENCE_END = /(?:(?<=[^\s.]{3})\.|[!?…])["'”’»)\]]{0,3}(?=\s|$)|[。！？]["'”’」』）]{0,3}/g;
/** Beginnings of lines that are no text: dates, prices, names of authors, notes for those who looked for else. */
const NO_TEXT =
  /^(?:by|posted|updated|published|this article is about|for other uses|see also|(?:[a-z]{3,9}\W{1,3}){0,2}[0-9]{1,2},? (?:[a-z]{3,9} )?[0-9]{4}|[0-9]{4}-[0-9]{2}-|\W*[$€£] ?[0-9]|for .{3,80}, see)(?:\b|(?<=\W))/i;
const CRUMB = / [>›»|] |>/g;
const MIN_CRUMBS = 3;

/**
 * The first one or two sentences of running text, at most 300 characters, for a page without a description; from the first
 * paragraph that gives 60 where one does. Null where a page has no sentence.
 */
export function excerptOf(root: Root, title: string): string | null {
  let short: string | null = null;
  for (const text of paragraphs(root)) {
    if (!saysSomething(text, title)) continue;
    const sentences = firstSentences(text);
    const length = lengthOf(sentences ?? text);
    if (length >= MIN_LENGTH) return plainText(sentences ?? text, MAX_LENGTH);
    if (sentences !== null && length >= MIN_ALONE) short ??= sentences;
  }
  return short;
}

/** Texts of the first paragraphs of the content, those of lists and tables left out. */
function* paragraphs(root: Root): Iterable<string> {
  let count = 0;
  for (const block of root.children) {
    const text = block.type === 'paragraph' ? plainText(textOf(block), MAX_READ) : null;
    if (text !== null) yield text;
    if (text !== null && ++count === MAX_PARAGRAPHS) return;
  }
}

/** The first two sentences of a text where both have room in an excerpt, else the first; null where none ends. */
function firstSentences(text: string): string | null {
  const [first, second] = [...text.matchAll(SENTENCE_END)].map((end) => end.index + end[0].length);
  if (first === undefined) return null;
  return text.slice(0, second !== undefined && second <= MAX_LENGTH ? second : first);
}

/** Length of a text in letters of an alphabet. */
function lengthOf(text: string): number {
  return text.length + (LETTERS_PER_CHARACTER - 1) * countOf(CJK, text);
}

function saysSomething(text: string, title: string): boolean {
  if (squash(text) === squash(title) || NO_TEXT.test(text)) return false;
  return countOf(CRUMB, text) < MIN_CRUMBS;
}

function textOf(paragraph: Block): string {
  let text = '';
  walkContent(paragraph, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'inlineMath') text += node.value;
    else if (node.type === 'break') text += ' ';
    return text.length > MAX_READ;
  });
  return text;
}
