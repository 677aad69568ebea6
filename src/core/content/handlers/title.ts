import { isPictureName } from '../../html/address.ts';
import { onOneLine } from '../../html/blank.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';

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
  const text = said();
  return text === title || saysWords(text, title) ? null : title;
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

/** Longest name of a file, with which some editors begin. */
const MAX_FILE_CHARS = 125;
/** What says nothing: dots and dashes, and what a script made of no text. */
const EMPTY = /^(?:[\s.…·•*_\-–—|"'“”]+|\[object Object\])$/;
/** Letters of the name of a file without its end; shorter ones stand in many addresses. */
const MIN_FILE_CHARS = 8;

/** The words for a picture: without markup, and none where they are the name of its file or say nothing. */
export function alternativeOf(node: HtmlNode): string {
  const alt = withoutTags(attr(node, 'alt') ?? attr(node, 'aria-label') ?? '').trim();
  return EMPTY.test(alt) || isFileName(alt) || isFile(alt, attr(node, 'src') ?? '') ? '' : alt;
}

export function isFileName(text: string): boolean {
  return text.length <= MAX_FILE_CHARS && !text.includes('/') && isPictureName(text);
}

/** Whether a text without blanks is the name of a picture's file: `20190809-burst-tomato-pasta`. */
function isFile(alt: string, src: string): boolean {
  return alt.length >= MIN_FILE_CHARS && /^(?=\S*[-_\d])\S+$/.test(alt) && src.includes(`/${alt}`);
}

/** A text without the tags of elements that end in it, line breaks among them too; one about a tag keeps it. */
function withoutTags(text: string): string {
  if (!text.includes('</')) return text;
  const ended = new Set([...text.matchAll(/<\/([a-z][a-z0-9]*)\s*>/gi)].map(([, tag]) => tag));
  return text.replace(/<\/?([a-z][a-z0-9]*)(?:\s[^<>]*|\/)?>/gi, (tag, name) => {
    if (ended.has(name)) return '';
    return ended.size > 0 && name === 'br' ? ' ' : tag;
  });
}
