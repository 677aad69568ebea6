import { attr, type HtmlNode, nearest } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { blockRange, keptIn, keptWords } from '../../../page/block-range.ts';
import { CONTEXT, PRUNED } from '../../../page/element-kind.ts';
import { headingLevel } from '../../../page/headings.ts';
import { ROLE } from '../../../page/roles.ts';
import { saysDate } from '../../../units/dated-line.ts';
import { MIN_SAID, type Posts } from '../../../units/post.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Blocks below the title among which its by-line stands, and above it. */
const MAX_BELOW = 10;
const MAX_ABOVE = 4;
/** Most words of a line that names the author. */
const MAX_WORDS = 12;
/** Words with which the text begins: no by-line stands below. In some scripts every sign is a word. */
const MIN_PROSE_WORDS = 25;
/** Names of what says who wrote a text, by class and by microdata. */
const PROPERTY = /^(?:author|creator)$/;
/** Elements from a name up to what says so. */
const MAX_HEIGHT = 4;
/** Most lines that name the author: "By", the name, a role. */
const MAX_NAMES = 2;

/**
 * Keeps who wrote a text and when, once, between its title and its first paragraph or right above the title: readers want it,
 * and labels leave it out. What the first post of a thread says of itself is not said again above it. Changes `keep`.
 */
export function keepByline({ a, pruned, titles, posts }: ScoredPage, keep: Uint8Array): void {
  const title = a.blocks.findIndex((block, i) => {
    const level = keep[i] === 1 ? headingLevel(a, block) : 0;
    return level === 1 || (level > 1 && titles().has(block));
  });
  if (title < 0) return;
  const lead = leadOf(a, title);
  // The date in the header of a site is that of today.
  const isOfSite = (i: number): boolean =>
    i < title && (a.blocks[i]!.context & ~a.blocks[title]!.context & CONTEXT.header) !== 0;
  const isDated = (i: number): boolean => !isOfSite(i) && saysDate(a, a.blocks[i]!);
  const isNamed = (i: number): boolean => i > title && namesAuthor(a, a.blocks[i]!);
  const lines = lead.filter((i) => {
    const { first, context } = a.blocks[i]!;
    const mayStay = pruned[first] === 0 || (context & PRUNED) === CONTEXT.footer;
    return mayStay && (context & (CONTEXT.button | CONTEXT.heading)) === 0;
  });
  const said = [...lines, ...firstPost(a, posts, title, keep)].filter((i) => keep[i] === 1);
  const missing = [
    ...(said.some(isNamed) ? [] : lines.filter(isNamed).slice(0, MAX_NAMES)),
    ...(said.some(isDated) ? [] : lines.filter(isDated).slice(0, 1)),
  ];
  for (const i of missing) keep[i] = 1;
}

/** The blocks of the post right below a title, with which a thread begins. */
function firstPost(a: Annotation, posts: Posts, title: number, keep: Uint8Array): number[] {
  if (posts.areNone) return [];
  const kept = keptWords(a, keep);
  const { first } = a.blocks[title]!;
  const below = posts.all().filter((index) => index > first && keptIn(a, kept, index) >= MIN_SAID);
  if (below.length === 0) return [];
  const [from, to] = blockRange(a, Math.min(...below));
  return kept[from]! - kept[title + 1]! < MIN_SAID ? [...keep.keys()].slice(from, to) : [];
}

/** The blocks where a by-line may stand, those below the title first. */
function leadOf(a: Annotation, title: number): number[] {
  const lead: number[] = [];
  const end = Math.min(a.blocks.length, title + 1 + MAX_BELOW);
  for (let i = title + 1; i < end && a.blocks[i]!.count.words < MIN_PROSE_WORDS; i++) lead.push(i);
  for (let i = title - 1; i >= Math.max(0, title - MAX_ABOVE); i--) lead.push(i);
  return lead;
}

function namesAuthor(a: Annotation, { first, count }: Block): boolean {
  if (count.words === 0 || count.words > MAX_WORDS) return false;
  const isAuthor = (node: HtmlNode): boolean =>
    a.roles.has(node, ROLE.author) ||
    attr(node, 'rel') === 'author' ||
    PROPERTY.test(attr(node, 'itemprop') ?? '');
  return nearest(a.doc.nodes[first]!.parent, isAuthor, MAX_HEIGHT) !== null;
}
