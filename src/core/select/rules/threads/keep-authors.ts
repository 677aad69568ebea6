import type { Annotation } from '../../../page/annotation.ts';
import { type BlockRange, blockRange, keptIn, keptWords, textBetween } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { MIN_POSTS, MIN_SAID } from '../../../units/post.ts';
import { rankAsDeclared, rankAsName, textsOf } from '../../../units/post-author.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of a line that names an author and may say more, such as when, and blocks of a post among which it is looked for. */
const MAX_LINE_WORDS = 13;
const MAX_BLOCKS = 40;

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
        isNamed: keep[i] === 1 || isSaid(a, texts[0]!.text.trim(), [from, to], keep),
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
function isSaid(a: Annotation, name: string, [from, to]: BlockRange, keep: Uint8Array): boolean {
  for (let b = from; b < Math.min(to, from + MAX_BLOCKS); b++) {
    const { first, end, context, links, count } = a.blocks[b]!;
    const isLine = (context & CONTEXT.heading) !== 0 || (links > 0 && count.words <= MAX_LINE_WORDS);
    if (keep[b] !== 1 || !isLine) continue;
    if (saysName(textBetween(a, first, end), name)) return true;
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
