import { addTo } from '../../../add-to.ts';
import { ELEMENT } from '../../../html/tree.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { blockRange, keptHeadings, keptIn, keptWords } from '../../../page/block-range.ts';
import { headingLevel } from '../../../page/headings.ts';
import { MIN_POSTS, MIN_SAID } from '../../../units/post.ts';
import { uint8s } from '../../../zeroed.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of the line that names the author of a post. */
const MAX_BYLINE_WORDS = 12;

/**
 * Marks the posts of a thread that nothing parts from the post above: those of which the text alone stays, neither author nor
 * heading. The answers to a question ran together as one text. By node index: 1 = a rule is due ahead of this element.
 */
export function partPosts(page: ScoredPage, keep: Uint8Array): Uint8Array {
  const { a, posts } = page;
  const parted = uint8s(a.doc.nodes.length);
  if (posts.areNone) return parted;
  const headings = keptHeadings(a, keep);
  for (const thread of threads(page, keep)) {
    const starts = thread.map((post) => keep.indexOf(1, blockRange(a, post)[0]));
    const headed = thread.filter((post, k) => keptIn(a, headings, post) > 0 || isByline(a, starts[k]!));
    if (headed.length * 2 >= thread.length) continue;
    thread.forEach((post, k) => {
      const above = keep.lastIndexOf(1, starts[k]! - 1);
      if (above >= 0 && headingLevel(a, a.blocks[above]!) === 0) parted[post] = 1;
    });
  }
  return parted;
}

/** Posts of which something stays, outermost ones, by their template position. */
function threads({ a, s, posts }: ScoredPage, keep: Uint8Array): number[][] {
  const kept = keptWords(a, keep);
  const found = new Map<number, number[]>();
  for (let i = 1; i < a.doc.nodes.length; i++) {
    const node = a.doc.nodes[i]!;
    if (node.kind !== ELEMENT || s.repeats[i]! < MIN_POSTS || !posts.isContainer(node)) continue;
    if (keptIn(a, kept, i) === 0) continue;
    addTo(found, s.path[i]!, i);
    i = node.end - 1;
  }
  const isText = (post: number): boolean => keptIn(a, kept, post) >= MIN_SAID;
  return [...found.values()].filter((thread) => thread.filter(isText).length >= MIN_POSTS);
}

/** Whether a block is a short line with a link, a date or bold in it: who wrote what follows. */
function isByline(a: Annotation, i: number): boolean {
  const block = a.blocks[i]!;
  if (block.count.words > MAX_BYLINE_WORDS) return false;
  for (let n = block.element; n < block.end; n++) if (BYLINE.has(a.doc.nodes[n]!.tag)) return true;
  return false;
}

const BYLINE = new Set(['a', 'time', 'b', 'strong']);
