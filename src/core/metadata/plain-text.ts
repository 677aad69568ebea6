import { onOneLine } from '../html/blank.ts';
import { type HtmlDocument, type HtmlNode, TEXT } from '../html/tree.ts';
import { withoutInvisible } from '../invisible-characters.ts';
import { BLOCK } from '../page/element-kind.ts';

/** Halves of characters: UTF-8 has no way to say them. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Elements whose content is never text. */
const ACTIVE = /<(script|style|iframe|object|svg|template|noscript)\b[^<>]*>[^<]*(?:<\/\1\s*>|$)/gi;
/** Closing tags, comments and declarations, and start tags with attributes. */
const MARKUP = /<[/!?][a-z!-][^<>]*>|<[a-z][^\s<>/]*[\s/][^<>]*>|<[a-z][^<>=]*=[^<>]*$/gi;
/** A start tag without attributes. */
const BARE_TAG = /<([a-z][a-z0-9-]*)>/gi;

const ELLIPSIS = '…';

/**
 * A value as one line of plain text: what shows nothing or sets a direction (`withoutInvisible`) and markup out, white
 * space collapsed, at most `limit` UTF-16 units, cut at a word's end where there is one. Null when nothing is left. A bare `<name>` stays where nothing
 * closes it: it is a title that speaks of an element.
 */
export function plainText(value: string, limit: number): string | null {
  // Cleaning costs time in proportion to the length: what is far beyond the limit is cut off first.
  const start = value.slice(0, 4 * limit + 1000).replace(LONE_SURROGATE, '');
  let text = withoutInvisible(start, 'code');
  if (text.includes('<')) text = withoutMarkup(text);
  text = onOneLine(text);
  if (text === '') return null;
  return text.length <= limit ? text : cut(text, limit);
}

function withoutMarkup(text: string): string {
  const closed = new Set<string>();
  for (const [, name] of text.matchAll(/<\/([a-z][a-z0-9-]*)/gi)) closed.add(name!.toLowerCase());
  return text
    .replace(ACTIVE, ' ')
    .replace(MARKUP, ' ')
    .replace(BARE_TAG, (tag, name: string) =>
      closed.has(name.toLowerCase()) || ACTIVE_NAMES.test(name) ? ' ' : tag,
    );
}

const ACTIVE_NAMES = /^(?:script|style|iframe|object|svg|img|br|p|b|i)$/i;

function cut(text: string, limit: number): string {
  const room = text.slice(0, limit - 1);
  const space = room.lastIndexOf(' ');
  const kept = space > limit * 0.6 ? room.slice(0, space) : room;
  return kept.replace(/[\ud800-\udbff]$/, '').replace(/[\s,;:.…-]{1,8}$/, '') + ELLIPSIS;
}

/** Characters and nodes that a text is read from, so that nested marks cost no more than one. */
const MAX_TEXT = 600;
export const MAX_TEXT_NODES = 200;

/** What is in an element and not in its text; readings above a text among them. */
const NO_TEXT = new Set(['script', 'style', 'svg', 'rt', 'rp', 'rtc']);

/** Text within an element, white space collapsed, cut off after `MAX_TEXT` characters. */
export function elementText(doc: HtmlDocument, element: HtmlNode): string {
  let text = '';
  const end = Math.min(element.end, element.index + MAX_TEXT_NODES);
  for (let i = element.index + 1; i < end && text.length < MAX_TEXT; i++) {
    const node = doc.nodes[i]!;
    if (node.kind === TEXT) text += node.text.slice(0, MAX_TEXT);
    else if (NO_TEXT.has(node.tag)) i = node.end - 1;
    else if (node.tag === 'br' || BLOCK.has(node.tag)) text += ' ';
  }
  return onOneLine(text.slice(0, MAX_TEXT));
}

/** Letters and digits alone, in lower case: how names and titles are compared. */
export function squash(text: string): string {
  return text
    .toLowerCase()
    .replace(
      /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u2122\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/g,
      '',
    );
}
