import { attr, type HtmlNode, nearest, TEXT } from '../html/tree.ts';
import type { Annotation, Block } from '../page/annotation.ts';
import { ROLE } from '../page/roles.ts';

/** Most words of a name, and what it begins with. */
const MAX_WORDS = 6;
const NAME = /^\s*[\p{L}\p{N}_][^\s]/u;
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

/** The texts of a block that may be a name; one letter is drawn in place of a portrait. */
export function textsOf(a: Annotation, { first, end }: Block): HtmlNode[] {
  const nodes = a.doc.nodes.slice(first, Math.min(end, first + MAX_NODES));
  return nodes.filter(
    ({ kind, text, parent }) =>
      kind === TEXT && NAME.test(text) && !a.roles.has(parent!, ROLE.screenReaderOnly),
  );
}

/** How plainly one of a block's texts is the name of a member: 2 by microdata, 1 by its class or the page that it links to, 0 not. */
export function rankAsName(a: Annotation, texts: readonly HtmlNode[], { linkWords, count }: Block): number {
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

/** The same beside the author that a post names (XenForo, NodeBB): 3 for that name, 0 for others and for long lines without it. */
export function rankAsDeclared(
  texts: readonly HtmlNode[],
  { count }: Block,
  post: HtmlNode,
  plain: number,
): number {
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
  const declared = (node: HtmlNode) => attr(node, 'data-author') ?? attr(node, 'data-username');
  const box = nearest(post, (node) => declared(node) !== null, MAX_HEIGHT);
  return box === null ? '' : declared(box)!;
}
