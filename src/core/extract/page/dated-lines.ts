import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Annotation, Block } from './annotate.ts';
import { textBetween } from './block-range.ts';
import { ClassTest } from './class-test.ts';
import { CONTEXT } from './element-kind.ts';

/** Most words of a line that says when a post was written: its author and its number may stand in it. */
const MAX_WORDS = 18;
/** Attributes that tell the time of what an element says, what such a value holds, and how long it is at most. */
const STAMPS = ['datetime', 'title', 'data-time', 'data-timestamp', 'data-tippy-content'];
const STAMP = /(?<!\d)(?:19|20)\d\d(?!\d)|^\d{10}(?:\d{3})?$/;
const MAX_STAMP = 100;
/** Nodes of a line that are looked at. */
const MAX_NODES = 60;
/** A day with its month and year, by numbers or with the month's name, in any script that writes such digits. */
const DATES = [
  /(?<!\d)\d{1,4}[-./年]\s?\d{1,2}[-./月]\s?\d{1,4}(?!\d)/,
  /\p{L}{3}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d(?!\d)/u,
  /(?<!\d)\d{1,2}(?:st|nd|rd|th)?\.?\s\p{L}{3,12}\.?,?\s(?:19|20)\d\d(?!\d)/u,
];
/** Classes and words of other dates than that of a post: when it was changed, when its author joined. */
const OTHER = /edit|modif|update|join|regist|since|signature|activ/i;
/** Elements from a line upwards whose classes are looked at. */
const MAX_HEIGHT = 3;
/** Boxes about the author, where a date that leads nowhere may be that of their joining, and how far up they are looked for. */
const ABOUT = /author|user|member|poster|profile/i;
const MAX_HEIGHT_OF_ABOUT = 6;
const ABOUT_COSTS = 2;

/** How plainly a block is the date of a post: by nothing but `<time>`, by a timestamp in it, by its text; 0 where it is none. */
const BY_TIME = 4;
const BY_STAMP = 3;
export const BY_TEXT = 2;

/** Tells the lines of a page that say when something was written. */
export class DatedLines {
  readonly #a: Annotation;
  readonly #other: ClassTest;
  readonly #about: ClassTest;

  constructor(a: Annotation) {
    this.#a = a;
    this.#other = new ClassTest(a, OTHER);
    this.#about = new ClassTest(a, ABOUT);
  }

  /** How plainly a block is the date of a post; 0 where it is none, but a quotation or another date. */
  rank(block: Block): number {
    const { context, first, end, element, links } = block;
    const rank = this.rankAsDate(block);
    if (rank === 0 || (context & (CONTEXT.quote | CONTEXT.heading)) !== 0) return 0;
    if (OTHER.test(textBetween(this.#a, first, end)) || this.#isIn(this.#other, element, MAX_HEIGHT))
      return 0;
    return links === 0 && this.#isIn(this.#about, element, MAX_HEIGHT_OF_ABOUT) ? rank - ABOUT_COSTS : rank;
  }

  /** How plainly a block is a short line with a date in it, whatever date that is; 0 where it is none. */
  rankAsDate(block: Block): number {
    const { count, first, end } = block;
    if (count.words === 0 || count.words > MAX_WORDS || end - first > MAX_NODES) return 0;
    const byElements = rankByElements(this.#a, block);
    if (byElements > 0) return byElements;
    const text = textBetween(this.#a, first, end);
    return DATES.some((date) => date.test(text)) ? BY_TEXT : 0;
  }

  #isIn(named: ClassTest, element: number, most: number): boolean {
    if (named.areNone) return false;
    for (let i = element, height = 0; i >= 0 && height < most; height++, i = this.#a.parents[i]!)
      if (named.has(i)) return true;
    return false;
  }
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
