import type { HtmlNode } from '../../html/tree.ts';
import type { Annotation } from './annotate.ts';
import { ClassTest } from './class-test.ts';

/** Names of one post of a thread: `post`, `ipsComment`, `message`, `msg`, `post_wrapper`; `posts`, `post-card` and `post-title` are none. */
const POST =
  /(?:(?:^|[\s_-])(?:post|message|msg|comment|reply|answer)|[a-z](?:Post|Message|Comment|Reply|Answer))(?:[_-]?(?:wrapper|container|bit))?[_-]?\d*(?=\s|$)/;
/** Elements between a part of a post and the post. */
const MAX_HEIGHT = 14;
/** Elements that posts are written as; items of lists and rows of tables are parted by what they are. */
const TAGS = new Set(['div', 'article', 'section', 'table']);

/** The posts of a page: elements that forum software calls so, by their class. */
export class Posts {
  /** Whether the page has none. */
  readonly areNone: boolean;
  readonly #named: ClassTest;

  constructor(a: Annotation) {
    this.#named = new ClassTest(a, POST, { of: 'heads' });
    this.areNone = this.#named.areNone;
  }

  /** Whether an element is a post that nothing but its place parts from the one beside it. */
  isBox({ tag, index }: HtmlNode): boolean {
    return TAGS.has(tag) && this.#named.has(index);
  }

  /** The post that an element stands in. */
  around(part: HtmlNode): HtmlNode | null {
    let node = part.parent;
    for (let height = 0; node !== null && height < MAX_HEIGHT; height++, node = node.parent)
      if (node.tag !== 'body' && this.#named.has(node.index)) return node;
    return null;
  }
}
