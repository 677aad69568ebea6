import { attr, type HtmlNode, TEXT } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../../page/annotate.ts';
import { blockRange, keptIn, keptWords, textBetween } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { ROLE } from '../../../page/roles.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of a name. */
const MAX_WORDS = 6;
/** Most words of a line that also says more, such as when, and blocks of a post among which it is looked for. */
const MAX_LINE_WORDS = 13;
const MAX_BLOCKS = 40;
/** Fewest kept words of a post by which a thread is told, and fewest such posts. */
const MIN_SAID = 8;
const MIN_POSTS = 2;
/** What a name begins with. */
const NAME = /^\s*[\p{L}\p{N}_][^\s]/u;
/** Classes of texts for screen readers. */
/** Nodes of a name that are looked at. */
const MAX_NODES = 40;
/** Elements between a name and what says that it is one. */
const MAX_HEIGHT = 3;
/** Microdata of who wrote a post, classes of it, and addresses of members' pages. */
const PROPERTY = /(?:^|\s)(?:author|creator)(?:\s|$)/;
const MEMBER =
  /\/(?:users?|members?|profiles?|u)\/(?!log-?in|register|sign)[^/?#]|\b(?:user|member|profile)(?:\.php)?\?(?:id=|u=)?[\w-]|[?&](?:mode=viewprofile|action=profile|mod=space)|\/?space-uid-\d|\/~\w/i;

/** Longest address, and characters of other attributes, that are read. */
const MAX_ADDRESS = 2048;
const MAX_NAME = 300;

/** What a post has of its author. */
interface Post {
  /** The block that is the name, and how plainly the page says so. */
  name: number;
  rank: number;
  /** Whether it says much. */
  readonly isTold: boolean;
  readonly isNamed: boolean;
}

/**
 * Brings back who wrote a post in threads of which posts stay without the name: nobody can tell who answers whom. Changes
 * `keep`.
 */
export function keepAuthors({ a, pruned, posts }: ScoredPage, keep: Uint8Array): void {
  if (posts.areNone) return;
  const kept = keptWords(a, keep);
  if (posts.all().filter((post) => keptIn(a, kept, post) >= MIN_SAID).length < MIN_POSTS) return;
  const threads = new Map<string, Map<number, Post>>();
  a.blocks.forEach((block, i) => {
    if (block.count.words === 0 || block.count.words > MAX_LINE_WORDS || pruned[block.first] === 1) return;
    const texts = textsOf(a, block);
    const plain = texts.length === 0 ? 0 : rankAsName(a, texts, block);
    const post = plain > 0 ? posts.around(a.doc.nodes[block.element]!) : null;
    if (post === null) return;
    const [from, to] = blockRange(a, post.index);
    const rank = rankAsDeclared(texts, block, post, plain);
    const said = kept[to]! - kept[from]!;
    if (rank === 0 || said === 0) return;
    const kind = posts.kindOf(post);
    const thread = threads.get(kind) ?? new Map<number, Post>();
    threads.set(kind, thread);
    const known = thread.get(post.index);
    if (known === undefined)
      thread.set(post.index, {
        name: i,
        rank,
        isTold: said >= MIN_SAID,
        isNamed: keep[i] === 1 || isSaid(a, texts, from, to, keep),
      });
    else if (rank > known.rank) Object.assign(known, { name: i, rank });
  });
  for (const thread of threads.values()) {
    const all = [...thread.values()];
    if (all.filter(({ isTold }) => isTold).length < MIN_POSTS) continue;
    const unnamed = all.filter(({ isNamed }) => !isNamed);
    const back = unnamed.length * 2 > all.length ? all : unnamed;
    const names = new Set(all.map(({ name }) => a.blocks[name]!.hash));
    if (names.size > 1) for (const { name } of back) keep[name] = 1;
  }
}

/** Whether a heading or a line with links that stays says the name already. */
function isSaid(
  a: Annotation,
  [name]: readonly HtmlNode[],
  from: number,
  to: number,
  keep: Uint8Array,
): boolean {
  for (let b = from; b < Math.min(to, from + MAX_BLOCKS); b++) {
    const { first, end, context, links, count } = a.blocks[b]!;
    const isLine = (context & CONTEXT.heading) !== 0 || (links > 0 && count.words <= MAX_LINE_WORDS);
    if (keep[b] !== 1 || !isLine) continue;
    if (saysName(textBetween(a, first, end), name!.text.trim())) return true;
  }
  return false;
}

/** Whether a text has a name in it that is no part of a word. */
function saysName(text: string, name: string): boolean {
  const at = text.indexOf(name);
  return at >= 0 && !WORD_END.test(text.slice(0, at)) && !WORD_START.test(text.slice(at + name.length));
}

const WORD_END = /[\p{L}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;

/** The texts of a block that may be a name; one letter is drawn in place of a portrait. */
function textsOf(a: Annotation, { first, end }: Block): HtmlNode[] {
  const nodes = a.doc.nodes.slice(first, Math.min(end, first + MAX_NODES));
  return nodes.filter(
    ({ kind, text, parent }) =>
      kind === TEXT && NAME.test(text) && !a.roles.has(parent!, ROLE.screenReaderOnly),
  );
}

/** How plainly one of a block's texts is the name of a member: 2 by microdata, 1 by its class or the page that it links to, 0 not. */
function rankAsName(a: Annotation, texts: readonly HtmlNode[], { linkWords, count }: Block): number {
  let rank = 0;
  for (const { parent } of texts) {
    let node = parent;
    for (let height = 0; node !== null && height < MAX_HEIGHT; height++, node = node.parent) {
      if (PROPERTY.test((attr(node, 'itemprop') ?? '').slice(0, MAX_NAME))) return 2;
      const isMember = node.tag === 'a' && linkWords * 2 >= count.words && leadsToMember(node);
      if (isMember || a.roles.has(node, ROLE.memberName)) rank = 1;
    }
  }
  return rank;
}

function leadsToMember(link: HtmlNode): boolean {
  const href = attr(link, 'href') ?? '';
  return href.length <= MAX_ADDRESS && MEMBER.test(href);
}

/**
 * The same beside what a post says of its author (`data-author` of XenForo, `data-username` of NodeBB): 3 for that name, 0 for
 * another one, whom the post answers, and for long lines that are not said to hold the name.
 */
function rankAsDeclared(texts: readonly HtmlNode[], { count }: Block, post: HtmlNode, plain: number): number {
  const declared = declaredAuthor(post);
  if (declared === '') return count.words > MAX_WORDS ? 0 : plain;
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
