import type { Annotation } from './annotate.ts';
import { blockRange, keptWords } from './block-range.ts';
import { ClassTest } from './class-test.ts';
import type { PageStructure } from './page-structure.ts';
import type { Posts } from './posts.ts';

/**
 * Names that forum software gives to what stands beside a post about its author: rank, badges, day of joining, counts,
 * place (XenForo, phpBB, vBulletin, SMF, MyBB), and to the signature below every post.
 */
const DETAILS = new Set(
  (
    'message-userTitle userTitle usertitle user-title message-userBanner userBanner message-userExtras userinfo_extra ' +
    'profile-rank profile-posts profile-joined profile-location profile-warnings membergroup postgroup postercount ' +
    'author_statistics message-signature post_signature user-signature signature'
  ).split(' '),
);
/** Posts that a thread has at least. */
const MIN_POSTS = 2;
/** Most words of a detail: a signature may quote a poem, a whole post is none. */
const MAX_WORDS = 120;

/**
 * Drops what stands beside the posts of a thread about their authors, and their signatures. They repeat with every post, and
 * the model, which tells them by what they say, kept one "Titan" where it dropped nine "Member". Changes `keep`.
 */
export function dropAuthorDetails(a: Annotation, s: PageStructure, posts: Posts, keep: Uint8Array): void {
  if (posts.areNone) return;
  const details = new ClassTest(a, (name) => name.split(/\s+/).some((word) => DETAILS.has(word)));
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
    threads.set(path, thread);
  }
  for (const { members, ranges } of threads.values())
    if (members.size >= MIN_POSTS) for (const range of ranges) keep.fill(0, ...range);
}
