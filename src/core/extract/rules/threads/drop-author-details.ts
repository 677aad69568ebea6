import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptWords, textBetween } from '../../page/block-range.ts';
import { ClassTest } from '../../page/class-test.ts';
import { headingLevel } from '../../page/headings.ts';
import type { ScoredPage } from '../scored-page.ts';

/**
 * Names that forum software gives to what stands beside a post about its author: rank, badges, day of joining, counts,
 * place (XenForo, phpBB, vBulletin, SMF, MyBB, Invision), to the signature below every post, its number and its buttons.
 */
const DETAILS =
  /(?:^|\s)(?:message-user(?:Title|Banner|Extras)|user(?:T|t|-t)itle|userBanner|userinfo_extra|profile-(?:rank|posts|joined|location|warnings)|membergroup|postgroup|postercount|author_statistics|page_number|postbit_buttons|ipsEntry__(?:group|authorStats)|ipsRepBadge|(?:message-|post_|user-)?signature)(?=\s|$)/;
/** Posts that a thread has at least. */
const MIN_POSTS = 2;
/** Most words of a detail: a signature may quote a poem, a whole post is none. */
const MAX_WORDS = 120;
/** Blocks from an author's name to its copy for narrow screens. */
const MAX_DISTANCE = 8;
/** Most nodes of such a heading. */
const MAX_NAME_NODES = 40;

/**
 * Drops what stands beside the posts of a thread about their authors, and their signatures. They repeat with every post, and
 * the model, which tells them by what they say, kept one "Titan" where it dropped nine "Member". A heading that has a detail
 * beside the name goes where the name stays alone near by: the author for another layout. Changes `keep`.
 */
export function dropAuthorDetails({ a, s, posts }: ScoredPage, keep: Uint8Array): void {
  if (posts.areNone) return;
  const details = new ClassTest(a, DETAILS);
  const kept = keptWords(a, keep);
  const threads = new Map<
    number,
    { readonly members: Set<number>; readonly ranges: (readonly [number, number])[] }
  >();
  for (const node of details.elements()) {
    const range = blockRange(a, node.index);
    const words = kept[range[1]]! - kept[range[0]]!;
    const post = words <= MAX_WORDS ? posts.around(node) : null;
    if (post === null) continue;
    const path = s.path[post.index]!;
    const thread = threads.get(path) ?? { members: new Set<number>(), ranges: [] };
    thread.members.add(post.index);
    if (words > 0) thread.ranges.push(range);
    const copy = copiedName(a, node.index, keep);
    if (copy >= 0) thread.ranges.push([copy, copy + 1]);
    threads.set(path, thread);
  }
  for (const { members, ranges } of threads.values())
    if (members.size >= MIN_POSTS) for (const range of ranges) keep.fill(0, ...range);
}

/** Block of the heading that a detail stands in where another one near by says what is left of it; else -1. */
function copiedName(a: Annotation, detail: number, keep: Uint8Array): number {
  const { end } = a.doc.nodes[detail]!;
  let text = detail + 1;
  while (text < end && text <= detail + MAX_NAME_NODES && a.blockOf[text]! < 0) text++;
  const i = text < end ? a.blockOf[text]! : -1;
  if (i < 0 || a.blocks[i]!.first > detail || !isName(a, i)) return -1;
  const { first, end: last } = a.blocks[i]!;
  const name = (textBetween(a, first, detail) + textBetween(a, end, last)).trim();
  for (let b = Math.max(0, i - MAX_DISTANCE); b <= i + MAX_DISTANCE && b < keep.length; b++) {
    if (b === i || keep[b] !== 1 || !isName(a, b)) continue;
    if (textBetween(a, a.blocks[b]!.first, a.blocks[b]!.end).trim() === name) return i;
  }
  return -1;
}

/** Whether a block is a heading of few nodes. */
function isName(a: Annotation, i: number): boolean {
  const block = a.blocks[i]!;
  return block.end - block.first <= MAX_NAME_NODES && headingLevel(a, block) > 0;
}
