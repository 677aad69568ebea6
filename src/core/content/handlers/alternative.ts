import { isPictureName } from '../../html/address.ts';
import { attr, type HtmlNode } from '../../html/tree.ts';

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
