import { attr, type HtmlNode, nearest } from '../html/tree.ts';
import { lazy } from '../lazy.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE, rendered } from '../page/roles.ts';

/** Identifiers of one: `post-1042`, `pid7`, `comment_3`. */
const POST_ID = /^(?:post|comment|message|msg|pid|reply|answer)[_-]?\d+$/i;
const POST_TYPE = /\/(?:Comment|Answer|DiscussionForumPosting|SocialMediaPosting)$/;
/** Elements between a part of a post and the post. */
const MAX_HEIGHT = 14;
/** Elements that posts are written as; items of lists and rows of tables are parted by what they are. */
const TAGS = new Set(['div', 'article', 'section', 'table']);

/** Fewest kept words of a post by which a thread is told, and fewest such posts. */
export const MIN_SAID = 8;
export const MIN_POSTS = 2;

/** The posts of a page: elements that forum software calls so, by their class, identifier or type, or names the author of. */
export class Posts {
  readonly areNone: boolean;
  readonly #a: Annotation;
  readonly #marked: ReadonlySet<number>;

  constructor(a: Annotation) {
    this.#a = a;
    const { elements } = a.doc;
    const authored = [...elements.having('data-author'), ...elements.having('data-username')];
    const marked = [
      ...elements.having('id').filter((node) => POST_ID.test(attr(node, 'id')!)),
      ...authored.filter(({ tag }) => tag === 'li' || TAGS.has(tag)),
      ...elements.having('itemtype').filter((node) => POST_TYPE.test(attr(node, 'itemtype')!)),
    ];
    this.#marked = new Set(marked.map(({ index }) => index));
    this.areNone = a.roles.areNone(ROLE.post) && this.#marked.size === 0;
  }

  /** All of them, by node index, in no order. */
  readonly all = lazy(() => [
    ...new Set([...rendered(this.#a, ROLE.post).map(({ index }) => index), ...this.#marked]),
  ]);

  /** Whether an element is a post that nothing but its place parts from the one beside it. */
  isContainer(node: HtmlNode): boolean {
    return TAGS.has(node.tag) && this.#isPost(node);
  }

  around(part: HtmlNode): HtmlNode | null {
    return nearest(part.parent, (node) => node.tag !== 'body' && this.#isPost(node), MAX_HEIGHT);
  }

  #isPost(node: HtmlNode): boolean {
    return this.#a.roles.has(node, ROLE.post) || this.#marked.has(node.index);
  }
}
