import { attr, type HtmlNode } from '../../html/tree.ts';
import { isFileName } from './alternative.ts';
import { saysWords } from './says-words.ts';

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
