import { attr, type HtmlNode, TEXT } from '../../html/tree.ts';
import type { Annotation, Block } from '../page/annotate.ts';
import { blockRange, keptHeadings, keptWords } from '../page/block-range.ts';
import type { ScoredPage } from './scored-page.ts';

/** Most words of a name. */
const MAX_WORDS = 6;
/** Fewest kept words of a post by which a thread is told, and fewest such posts. */
const MIN_SAID = 8;
const MIN_POSTS = 2;
/** What a name begins with. */
const NAME = /^\s*[\p{L}\p{N}_][^\s]/u;
/** Classes of texts for screen readers. */
const UNSEEN = /visually-?hidden|sr-only|screen-reader/i;
/** Nodes of a name that are looked at. */
const MAX_NODES = 40;
/** Elements between a name and what says that it is one. */
const MAX_HEIGHT = 3;
/** Microdata of who wrote a post, classes of it, and addresses of members' pages. */
const PROPERTY = /(?:^|\s)(?:author|creator)(?:\s|$)/;
const CLASS = /(?:^|[\s_-])(?:author|username|user-name|poster|nickname|display-?name)(?=\s|$)/i;
const MEMBER =
  /\/(?:users?|members?|profiles?|u)\/(?!log-?in|register|sign)[^/?#]|[?&](?:mode=viewprofile|action=profile)/i;

/** What a post has of its author. */
interface Post {
  /** The block that is the name, and how plainly the page says so. */
  name: number;
  rank: number;
  readonly isNamed: boolean;
}

/**
 * Brings back who wrote a post in threads of which most posts stay without a name or heading: nobody can tell who answers
 * whom. Changes `keep`.
 */
export function keepAuthors({ a, barred, posts }: ScoredPage, keep: Uint8Array): void {
  if (posts.areNone) return;
  const kept = keptWords(a, keep);
  const headings = keptHeadings(a, keep);
  const threads = new Map<number, Map<number, Post>>();
  a.blocks.forEach((block, i) => {
    if (block.count.words === 0 || block.count.words > MAX_WORDS || barred[block.first] === 1) return;
    const texts = textsOf(a, block);
    const plain = texts.length === 0 ? 0 : rankAsName(texts, block);
    const post = plain > 0 ? posts.around(a.doc.nodes[block.element]!) : null;
    if (post === null) return;
    const [from, to] = blockRange(a, post.index);
    const rank = rankAsDeclared(texts, post, plain);
    if (rank === 0 || kept[to]! - kept[from]! < MIN_SAID) return;
    const kind = a.signature[post.index]!;
    const thread = threads.get(kind) ?? new Map<number, Post>();
    threads.set(kind, thread);
    const known = thread.get(post.index);
    if (known === undefined)
      thread.set(post.index, { name: i, rank, isNamed: keep[i] === 1 || headings[to]! > headings[from]! });
    else if (rank > known.rank) Object.assign(known, { name: i, rank });
  });
  for (const thread of threads.values()) {
    const told = [...thread.values()];
    if (told.length < MIN_POSTS) continue;
    const unnamed = told.filter(({ isNamed }) => !isNamed);
    const back = unnamed.length * 2 > told.length ? told : unnamed;
    const names = new Set(told.map(({ name }) => a.blocks[name]!.hash));
    if (names.size > 1) for (const { name } of back) keep[name] = 1;
  }
}

/** The texts of a block that may be a name; one letter is drawn in place of a portrait. */
function textsOf(a: Annotation, { first, end }: Block): HtmlNode[] {
  const nodes = a.doc.nodes.slice(first, Math.min(end, first + MAX_NODES));
  return nodes.filter(
    ({ kind, text, parent }) =>
      kind === TEXT && NAME.test(text) && !UNSEEN.test(attr(parent!, 'class') ?? ''),
  );
}

/** How plainly one of a block's texts is the name of a member: 2 by microdata, 1 by its class or the page that it links to, 0 not. */
function rankAsName(texts: readonly HtmlNode[], { linkWords, count }: Block): number {
  let rank = 0;
  for (const { parent } of texts) {
    let node = parent;
    for (let height = 0; node !== null && height < MAX_HEIGHT; height++, node = node.parent) {
      if (PROPERTY.test(attr(node, 'itemprop') ?? '')) return 2;
      const isMember = node.tag === 'a' && linkWords === count.words && MEMBER.test(attr(node, 'href') ?? '');
      if (isMember || CLASS.test(attr(node, 'class') ?? '')) rank = 1;
    }
  }
  return rank;
}

/**
 * The same beside what a post says of its author (`data-author` of XenForo, `data-username` of NodeBB): 3 for that name, 0 for
 * another one, whom the post answers.
 */
function rankAsDeclared(texts: readonly HtmlNode[], post: HtmlNode, plain: number): number {
  const declared = declaredAuthor(post);
  if (declared === '') return plain;
  if (!texts.some(({ text, parent }) => text.trim() === declared || isLinkOf(parent!, declared))) return 0;
  return texts.length === 1 ? 3 : plain;
}

/** Whether a link is that of a member who shows another name than the one of the account (NodeBB). */
function isLinkOf(link: HtmlNode, declared: string): boolean {
  return attr(link, 'data-username') === declared || attr(link, 'href')?.endsWith(`/${declared}`) === true;
}

/** What a post, or an element right around it, says of its author; '' where none does. */
function declaredAuthor(post: HtmlNode): string {
  let box: HtmlNode | null = post;
  for (let height = 0; height < MAX_HEIGHT && box !== null; height++, box = box.parent) {
    const declared = attr(box, 'data-author') ?? attr(box, 'data-username');
    if (declared !== null) return declared;
  }
  return '';
}
