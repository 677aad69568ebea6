import { withoutInvisible } from '../invisible-characters.ts';

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
  let text = value.length > 4 * limit + 1000 ? value.slice(0, 4 * limit + 1000) : value;
  text = withoutInvisible(text.replace(LONE_SURROGATE, ''), 'code');
  if (text.includes('<')) text = withoutMarkup(text);
  text = text.replace(/\s+/g, ' ').trim();
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
