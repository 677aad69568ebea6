import { onOneLine } from '../../html/blank.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';
import { isFileName } from './alternative.ts';

/** What the page calls an element beside its text: its label, else its title, on one line; '' for nothing. */
export function nameOf(node: HtmlNode): string {
  return onOneLine(attr(node, 'aria-label') || attr(node, 'title') || '');
}

/** Longest title; a longer text is a tooltip of its own. */
const MAX_CHARS = 120;

/** A title that says where its link goes: an address, a path of headings (LaTeXML). */
const PLACE = /https?:\/\/| ‣ /i;

/** The title of a link or a picture where it says more than `said`, which stands there anyway. */
export function titleBeside(node: HtmlNode, said: () => string): string | null {
  const title = attr(node, 'title')?.trim() ?? '';
  if (title === '' || title.length > MAX_CHARS || PLACE.test(title) || isFileName(title)) return null;
  return saysWords(said(), title) ? null : title;
}

/** Whether `text` says all of `part`, word by word in its order, whatever the case and the punctuation. */
export function saysWords(text: string, part: string): boolean {
  return wordsOf(text).includes(wordsOf(part));
}

/** A text without case and punctuation, between blanks: what is one word in another is not said by it. */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()} `;
}
