import { attr, type HtmlNode, nearest } from '../html/tree.ts';
import type { Annotation, Block } from '../page/annotation.ts';
import { textBetween } from '../page/block-range.ts';
import { CONTEXT } from '../page/element-kind.ts';
import { ROLE, tells } from '../page/roles.ts';

/** Most words of a line that says when something was written: its author and its number may stand in it. */
const MAX_WORDS = 18;
/** Attributes that tell the time of what an element says, what such a value holds, and how long it is at most. */
const STAMPS = ['datetime', 'title', 'data-time', 'data-timestamp', 'data-tippy-content'];
const STAMP = /(?<!\d)(?:19|20)\d\d(?!\d)|^\d{10}(?:\d{3})?$/;
const MAX_STAMP = 100;
/** Nodes of a line that are looked at. */
const MAX_NODES = 60;
/**
 * A day with its month and year, by numbers or with the month's name, in any script that writes such digits. Letters stand
 * in a look-around: counted in the open, V8 compiles them for 20 to 50 ms each at the first text beyond Latin-1.
 */
const DATES = [
  /(?<!\d)\d{1,4}[-./年]\s?\d{1,2}[-./月]\s?\d{1,4}(?!\d)/,
  /(?<=\p{L}{3}\.?)\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d(?!\d)/u,
  /(?<!\d)\d{1,2}(?:st|nd|rd|th)?\.?\s(?:(?=\p{L})\S){3,12}\.?,?\s(?:19|20)\d\d(?!\d)/u,
];
const DIGIT = /\d/;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
/** Elements from a line upwards whose classes are looked at. */
const MAX_HEIGHT = 3;
/** How far up boxes about the author are looked for, where a date that leads nowhere may be that of their joining. */
const MAX_HEIGHT_OF_ABOUT = 6;
const ABOUT_COSTS = 2;

/** How plainly a block is the date of a post: by nothing but `<time>`, by a timestamp in it. */
const BY_TIME = 4;
const BY_STAMP = 3;
/** By its text alone. */
export const BY_TEXT = 2;

/** How plainly a block is the date of a post; 0 where it is none, but a quotation or another date. */
export function rankAsDate(a: Annotation, block: Block): number {
  const { context, first, end, element, links } = block;
  if (!isLine(block) || (context & (CONTEXT.quote | CONTEXT.heading)) !== 0) return 0;
  const text = textBetween(a, first, end);
  const rank = rankByElements(a, block) || (hasDate(text) ? BY_TEXT : 0);
  if (rank === 0 || tells(text, ROLE.otherDate) || isIn(a, ROLE.otherDate, element, MAX_HEIGHT)) return 0;
  const isAbout = links === 0 && isIn(a, ROLE.aboutMember, element, MAX_HEIGHT_OF_ABOUT);
  return isAbout ? rank - ABOUT_COSTS : rank;
}

function isIn({ roles, doc }: Annotation, role: number, element: number, most: number): boolean {
  if (roles.areNone(role)) return false;
  return nearest(doc.nodes[element]!, (node) => roles.has(node, role), most) !== null;
}

/** Whether a block is a short line that says a date with its year, or stands in a `<time>` of one. */
export function saysDate(a: Annotation, block: Block): boolean {
  if (!isLine(block)) return false;
  const { element, first, end, linkWords, count } = block;
  for (let i = first; i < end; i++)
    for (let node = a.doc.nodes[i]!.parent; node !== null && node.index >= element; node = node.parent)
      if (node.tag === 'time' && YEAR.test((attr(node, 'datetime') ?? '').slice(0, MAX_STAMP))) return true;
  const text = textBetween(a, first, end);
  return linkWords * 2 <= count.words && YEAR.test(text) && hasDate(text);
}

function isLine({ count, first, end }: Block): boolean {
  return count.words > 0 && count.words <= MAX_WORDS && end - first <= MAX_NODES;
}

function hasDate(text: string): boolean {
  return DIGIT.test(text) && DATES.some((date) => date.test(text));
}

function rankByElements(a: Annotation, { element, first, end }: Block): number {
  let isStamped = false;
  let isOnlyTime = true;
  for (let i = first; i < end; i++) {
    const node = a.doc.nodes[i]!;
    if (!/\S/.test(node.text)) continue;
    const around = timeAround(node.parent, element);
    isStamped ||= around > 0;
    isOnlyTime &&= around === BY_TIME;
  }
  if (!isStamped) return 0;
  return isOnlyTime ? BY_TIME : BY_STAMP;
}

/** Whether a text stands in a `<time>` or in what has a timestamp, inside the element of its block. */
function timeAround(parent: HtmlNode | null, element: number): number {
  let rank = 0;
  for (let node = parent; node !== null && node.index >= element; node = node.parent) {
    if (node.tag === 'time') return BY_TIME;
    if (rank === 0 && isStamped(node)) rank = BY_STAMP;
  }
  return rank;
}

function isStamped(node: HtmlNode): boolean {
  if (node.attrs.length === 0) return false;
  return STAMPS.some((name) => {
    const value = attr(node, name);
    return value !== null && value.length <= MAX_STAMP && STAMP.test(value);
  });
}
