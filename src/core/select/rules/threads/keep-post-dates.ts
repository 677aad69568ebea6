import type { HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { keptBlocks, keptIn, sumsOver } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { HASH_SEED, mix } from '../../../page/word-scan.ts';
import { BY_TEXT, rankAsDate } from '../../../units/dated-line.ts';
import { MIN_POSTS, MIN_SAID } from '../../../units/post.ts';
import { uint8s } from '../../../zeroed.ts';
import type { ScoredPage } from '../scored-page.ts';

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
  const ranks = a.blocks.map((block) => rankAsDate(a, block));
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
      const [before, after] = [starts[k - 1] ?? -1, starts[k + 1] ?? a.doc.nodes.length];
      const container = containerOf(a.doc.nodes[post]!, before, after);
      if (dated[container.index] === 1 || keptIn(a, dates, container.index) > 0) return;
      const ofPost = ofThread.get(post)!;
      const found = [...ofPost].filter(([path]) => places.has(path));
      if (found.length === 0 || found.some(([, line]) => keep[line] === 1)) return;
      found.sort(([one], [other]) => places.get(one)! - places.get(other)!);
      const line = found[0]![1];
      keep[line] = 1;
      for (let up = a.blocks[line]!.element; up >= container.index; up = a.parents[up]!) dated[up] = 1;
    });
  }
}

function datedThreads(page: ScoredPage, said: Int32Array, ranks: readonly number[]): Iterable<Thread> {
  const { a, pruned, posts } = page;
  const threads = new Map<string, Thread>();
  a.blocks.forEach((block, i) => {
    const rank = pruned[block.first] === 1 ? 0 : ranks[i]!;
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
function containerOf(post: HtmlNode, before: number, after: number): HtmlNode {
  let container = post;
  while (container.parent !== null && container.parent.index > before && container.parent.end <= after)
    container = container.parent;
  return container;
}

/** Prefix sums over blocks of the kept words that are neither links nor headings. */
function saidWords(a: Annotation, keep: Uint8Array): Int32Array {
  return sumsOver(a.blocks, ({ count, linkWords, context }, b) => {
    const isSaid = keep[b] === 1 && (context & CONTEXT.heading) === 0;
    return isSaid ? count.words - linkWords : 0;
  });
}
