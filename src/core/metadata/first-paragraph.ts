import type { Block, Root } from '../content/tree.ts';
import { walkContent } from '../walk-content.ts';
import { plainText } from './plain-text.ts';
import { squash } from './squash.ts';

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
  const texts = excerpts.filter((excerpt) => isText(excerpt, title));
  if (first !== null && first === texts[0] && first.length >= MIN_SENTENCE && SENTENCE_END.test(first))
    return first;
  return texts.find((excerpt) => lengthOf(excerpt) >= MIN_LENGTH) ?? first;
}

function isText(excerpt: string, title: string): boolean {
  if (squash(excerpt) === squash(title) || NO_TEXT.test(excerpt)) return false;
  return (excerpt.match(CRUMB)?.length ?? 0) < MIN_CRUMBS;
}

function lengthOf(text: string): number {
  return text.length + (LETTERS_PER_CHARACTER - 1) * (text.match(CJK)?.length ?? 0);
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
