import { attr, type HtmlNode } from '../html/tree.ts';

/** Names of one post of a thread: `post`, `ipsComment`, `message`, `msg`, `post_wrapper`; `posts`, `post-card` and `post-title` are none. */
const POST =
  /(?:(?:^|[\s_-])(?:post|message|msg|comment|reply|answer)|[a-z](?:Post|Message|Comment|Reply|Answer))(?:[_-]?(?:wrapper|container|bit))?[_-]?\d*(?=\s|$)/;
/** Elements between a part of a post and the post. */
const MAX_HEIGHT = 14;
/** Elements that posts are written as; items of lists and rows of tables are parted by what they are. */
const TAGS = new Set(['div', 'article', 'section', 'table']);

/** Whether forum software calls an element a post, by its class. */
function isPost(node: HtmlNode): boolean {
  const name = attr(node, 'class');
  return name !== null && POST.test(name.slice(0, 300));
}

/** Whether an element is a post that nothing but its place parts from the one beside it. */
export function isBoxOfPost(node: HtmlNode): boolean {
  return TAGS.has(node.tag) && isPost(node);
}

/** The post that an element stands in. */
export function postAround(part: HtmlNode): HtmlNode | null {
  let node = part.parent;
  for (let height = 0; node !== null && height < MAX_HEIGHT; height++, node = node.parent)
    if (node.tag !== 'body' && isPost(node)) return node;
  return null;
}
