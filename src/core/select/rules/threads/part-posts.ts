import { addTo } from '../../../add-to.ts';
import { inOrder, outermostOf } from '../../../html/element-index.ts';
import type { HtmlNode } from '../../../html/tree.ts';
import { blockRange, keptIn, keptWords, sumsOver } from '../../../page/block-range.ts';
import { headingLevel } from '../../../page/headings.ts';
import { MIN_POSTS, MIN_SAID } from '../../../units/post.ts';
import { uint8s } from '../../../zeroed.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of the line that names the author of a post. */
const MAX_BYLINE_WORDS = 12;

/**
 * Marks the posts of a thread that no heading parts from the post above: a line with the author and the date is easily missed.
 * By node index: 1 = a rule is due ahead of this element.
 */
export function partPosts(page: ScoredPage, keep: Uint8Array): Uint8Array {
  const { a, posts } = page;
  const parted = uint8s(a.doc.nodes.length);
  if (posts.areNone) return parted;
  const headings = sumsOver(a.blocks, (block, b) => (keep[b] === 1 && headingLevel(a, block) > 0 ? 1 : 0));
  for (const thread of threads(page, keep)) {
    const headed = thread.filter((post) => keptIn(a, headings, post) > 0);
    if (headed.length * 2 >= thread.length) continue;
    for (const post of thread) {
      const above = keep.lastIndexOf(1, keep.indexOf(1, blockRange(a, post)[0]) - 1);
      if (above >= 0 && headingLevel(a, a.blocks[above]!) === 0 && !isByline(page, above)) parted[post] = 1;
    }
  }
  return parted;
}

/** Posts of which something stays, by their template position: the outermost that have others at theirs, a box around all has none. */
function threads({ a, s, posts }: ScoredPage, keep: Uint8Array): number[][] {
  const kept = keptWords(a, keep);
  const all = new Map<number, HtmlNode[]>();
  s.repeats.forEach((alike, index) => {
    const node = a.doc.nodes[index]!;
    if (alike >= MIN_POSTS && posts.isContainer(node) && keptIn(a, kept, index) > 0)
      addTo(all, s.path[index]!, node);
  });
  const several = [...all.values()].filter(({ length }) => length >= MIN_POSTS);
  const found = new Map<number, number[]>();
  for (const { index } of outermostOf(inOrder(several.flat()))) addTo(found, s.path[index]!, index);
  const isText = (post: number): boolean => keptIn(a, kept, post) >= MIN_SAID;
  return [...found.values()].filter((thread) => thread.filter(isText).length >= MIN_POSTS);
}

/** Whether a block is a short line with a link, a date or bold in it outside of all posts: who wrote what follows. */
function isByline({ a, posts }: ScoredPage, i: number): boolean {
  const block = a.blocks[i]!;
  if (block.count.words > MAX_BYLINE_WORDS || posts.around(a.doc.nodes[block.first]!) !== null) return false;
  return a.doc.nodes.slice(block.element, block.end).some(({ tag }) => BYLINE.has(tag));
}

const BYLINE = new Set(['a', 'time', 'b', 'strong']);
