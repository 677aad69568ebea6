import { attr, type HtmlNode } from '../../../html/tree.ts';
import { int32s, uint8s } from '../../../zeroed.ts';
import type { Annotation, Block } from '../../page/annotate.ts';
import { keptBlocks, keptIn, textBetween } from '../../page/block-range.ts';
import { ClassTest } from '../../page/class-test.ts';
import { CONTEXT } from '../../page/element-kind.ts';
import { HASH_SEED, mix } from '../../page/word-scan.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of a line that says when a post was written: its author and its number may stand in it. */
const MAX_WORDS = 18;
/** Fewest kept words outside links and headings by which a post is told from a card, and fewest posts that have such a line at the same place. */
const MIN_SAID = 8;
const MIN_POSTS = 2;
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

/** The posts of one kind, by node index, in the order of their first dates, and the lines with dates in them. */
interface Thread {
  /** Of each post the first line of each template position. */
  readonly posts: Map<number, Map<number, number>>;
  /** Lines of each template position: how plainly they are dates, and how many posts have one. */
  readonly lines: Map<number, { readonly rank: number; posts: number }>;
  /** How many of the posts say much. */
  told: number;
}

/**
 * Brings back the line that says when a post was written, in threads whose posts stay: nobody can tell a reply of today from
 * one of years ago. One for each post; forum software writes one for each layout. Changes `keep`.
 */
export function keepPostDates(page: ScoredPage, keep: Uint8Array): void {
  const { a, posts } = page;
  if (posts.areNone) return;
  const said = saidWords(a, keep);
  if (posts.all().filter((post) => keptIn(a, said, post) >= MIN_SAID).length < MIN_POSTS) return;
  const reader = new DatedLines(a);
  const ranks = a.blocks.map((block) => reader.rank(block));
  const dates = keptBlocks(ranks.map((rank, i) => (rank > BY_TEXT ? keep[i]! : 0)));
  // A post in a post has one date with it.
  const dated = uint8s(a.doc.nodes.length);
  for (const { posts: ofThread, lines, told } of datedThreads(page, said, ranks)) {
    if (told < MIN_POSTS) continue;
    const usual = [...lines].filter(([, line]) => line.posts >= MIN_POSTS);
    usual.sort(([, one], [, other]) => other.rank - one.rank || other.posts - one.posts);
    const places = new Map(usual.map(([path], place) => [path, place]));
    const starts = [...ofThread.keys()];
    starts.forEach((post, k) => {
      const box = boxOf(a.doc.nodes[post]!, starts[k - 1] ?? -1, starts[k + 1] ?? a.doc.nodes.length);
      if (dated[box.index] === 1 || keptIn(a, dates, box.index) > 0) return;
      const ofPost = ofThread.get(post)!;
      const found = [...ofPost].filter(([path]) => places.has(path));
      if (found.length === 0 || found.some(([, line]) => keep[line] === 1)) return;
      found.sort(([one], [other]) => places.get(one)! - places.get(other)!);
      const line = found[0]![1];
      keep[line] = 1;
      for (let up = a.blocks[line]!.element; up >= box.index; up = a.parents[up]!) dated[up] = 1;
    });
  }
}

function datedThreads(
  { a, barred, posts }: ScoredPage,
  said: Int32Array,
  ranks: readonly number[],
): Iterable<Thread> {
  const threads = new Map<string, Thread>();
  a.blocks.forEach((block, i) => {
    const rank = barred[block.first] === 1 ? 0 : ranks[i]!;
    const post = rank > 0 ? posts.around(a.doc.nodes[block.element]!) : null;
    const saying = post === null ? 0 : keptIn(a, said, post.index);
    if (post === null || saying === 0) return;
    const kind = posts.kindOf(post);
    const thread = threads.get(kind) ?? { posts: new Map(), lines: new Map(), told: 0 };
    threads.set(kind, thread);
    const ofPost = thread.posts.get(post.index) ?? new Map<number, number>();
    if (ofPost.size === 0 && saying >= MIN_SAID) thread.told++;
    thread.posts.set(post.index, ofPost);
    const path = pathIn(a, post, block.element);
    if (ofPost.has(path)) return;
    ofPost.set(path, i);
    const line = thread.lines.get(path) ?? { rank, posts: 0 };
    line.posts++;
    thread.lines.set(path, line);
  });
  return threads.values();
}

/** Hash of the template position of an element in its post: answers to answers stand deeper in the page. */
function pathIn(a: Annotation, post: HtmlNode, element: number): number {
  let hash = HASH_SEED;
  for (let i = element; i > post.index; i = a.parents[i]!) hash = mix(hash, a.signature[i]!);
  return hash;
}

/** The largest element around a post that holds neither the one before nor the one after it. */
function boxOf(post: HtmlNode, before: number, after: number): HtmlNode {
  let box = post;
  while (box.parent !== null && box.parent.index > before && box.parent.end <= after) box = box.parent;
  return box;
}

/** Prefix sums over blocks of the kept words that are neither links nor headings. */
function saidWords(a: Annotation, keep: Uint8Array): Int32Array {
  const sums = int32s(keep.length + 1);
  a.blocks.forEach(({ count, linkWords, context }, b) => {
    const isSaid = keep[b] === 1 && (context & CONTEXT.heading) === 0;
    sums[b + 1] = sums[b]! + (isSaid ? count.words - linkWords : 0);
  });
  return sums;
}

/** How plainly a block is the date of a post: by nothing but `<time>`, by a timestamp in it, by its text; 0 where it is none. */
const BY_TIME = 4;
const BY_STAMP = 3;
const BY_TEXT = 2;

class DatedLines {
  readonly #a: Annotation;
  readonly #other: ClassTest;
  readonly #about: ClassTest;

  constructor(a: Annotation) {
    this.#a = a;
    this.#other = new ClassTest(a, OTHER);
    this.#about = new ClassTest(a, ABOUT);
  }

  rank(block: Block): number {
    const { count, context, first, end, element, links } = block;
    if (count.words === 0 || count.words > MAX_WORDS || end - first > MAX_NODES) return 0;
    if ((context & (CONTEXT.quote | CONTEXT.heading)) !== 0) return 0;
    const text = textBetween(this.#a, first, end);
    const rank = rankByElements(this.#a, block) || (DATES.some((date) => date.test(text)) ? BY_TEXT : 0);
    if (rank === 0 || OTHER.test(text) || this.#isIn(this.#other, element, MAX_HEIGHT)) return 0;
    return links === 0 && this.#isIn(this.#about, element, MAX_HEIGHT_OF_ABOUT) ? rank - ABOUT_COSTS : rank;
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
