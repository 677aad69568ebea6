import { attr } from '../html/tree.ts';
import type { Annotation, Block } from './annotate.ts';
import { keptWords } from './block-range.ts';
import { BARRED } from './element-kind.ts';
import { membersThatStay } from './kept-lists.ts';
import type { PageStructure } from './page-structure.ts';

/** Most words of the line above a post. */
const MAX_WORDS = 12;
/** Microdata properties of who wrote a post, and when (schema.org). */
const AUTHOR = /(?:^|\s)(?:author|creator)(?:\s|$)/;
const DATE = /(?:^|\s)date(?:Published|Created)(?:\s|$)/;

/**
 * Brings back the line above a post that declares who wrote it, and when, in threads whose posts mostly stay: without it
 * nobody can tell where one post ends and who answers whom. Changes `keep`.
 */
export function keepBylines(a: Annotation, s: PageStructure, keep: Uint8Array): void {
  const posts = membersThatStay(a, s, keptWords(a, keep));
  if (posts.size === 0) return;
  a.blocks.forEach((block, i) => {
    const { context, count, element } = block;
    if (keep[i] === 1 || count.words > MAX_WORDS || (context & BARRED) !== 0) return;
    if (posts.has(s.repeated[element]!) && isByline(a, block)) keep[i] = 1;
  });
}

function isByline(a: Annotation, { element, end }: Block): boolean {
  let hasAuthor = false;
  let hasDate = false;
  for (let i = element; i < end; i++) {
    const node = a.doc.nodes[i]!;
    const property = attr(node, 'itemprop') ?? '';
    hasAuthor ||= AUTHOR.test(property);
    hasDate ||= node.tag === 'time' || DATE.test(property);
  }
  return hasAuthor && hasDate;
}
