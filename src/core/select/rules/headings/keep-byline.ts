import { attr, type HtmlNode, nearest } from '../../../html/tree.ts';
import type { Annotation, Block } from '../../../page/annotation.ts';
import { blockRange, keptIn, keptWords, textBetween } from '../../../page/block-range.ts';
import { CONTEXT, PRUNED } from '../../../page/element-kind.ts';
import { headingLevel } from '../../../page/headings.ts';
import { ROLE } from '../../../page/roles.ts';
import { saysDate } from '../../../units/dated-line.ts';
import { MIN_SAID, type Posts } from '../../../units/post.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Lines below the title among which its by-line stands, and blocks above it. */
const MAX_BELOW = 20;
const MAX_ABOVE = 4;
/** Most blocks that are gone through for those lines: controls of a player stand between. */
const MAX_BLOCKS = 60;
/** Most words of a line that names the author, or characters: in some scripts every sign is a word. */
const MAX_WORDS = 12;
const MAX_CHARS = 40;
/** Fewest words and characters of a paragraph: the second one is the text, below which no by-line stands; the first may be a standfirst. */
const MIN_PROSE_WORDS = 25;
const MIN_PROSE_CHARS = 100;
/** Fewest words of a heading that is a standfirst: a shorter one begins a part of the page. */
const MIN_STANDFIRST_WORDS = 8;
/** What a line begins with that names the author, in the languages of the web's larger part; a label may stand in a line of its own. */
const BY =
  /^\s*(?:(?:(?:[Ww]ritten|[Pp]osted|[Rr]eported|[Ss]tory|[Ww]ords|[Tt]ext)\s)?(?:[Bb]y|BY)(?:\s+\p{Lu}|\s?:|\s*$)|(?:[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa]v|[Aa]f)\s+\p{Lu}|(?:Authors?|Autor(?:in|es)?|Auteure?|Autore|Автор|作者|撰文|文|記者|记者)\s?[:：])/u;
/** Most words beside the names of authors, and what joins them, in a line far from the title: "Written by". */
const MAX_BESIDE = 2;
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
export function keepByline(page: ScoredPage, keep: Uint8Array): void {
  const { a, posts } = page;
  const title = titleOf(page, keep);
  if (title < 0) return;
  const lines = leadOf(page, title);
  // The date in the header of a site is that of today.
  const isOfSite = (i: number): boolean =>
    i < title && (a.blocks[i]!.context & ~a.blocks[title]!.context & CONTEXT.header) !== 0;
  const isDated = (i: number): boolean => !isOfSite(i) && saysDate(a, a.blocks[i]!);
  const isNamed = (i: number): boolean => i > title && namesAuthor(a, a.blocks[i]!);
  const isKept = (i: number): boolean => keep[i] === 1;
  const stated = lines.filter((i) => saysName(page, a.blocks[i]!));
  const named = stated.length > 0 ? stated : lines.filter(isNamed);
  const names = named.length > 0 ? named : elsewhere(page, keep, title);
  const dates = lines.filter(isDated);
  const inPost = firstPost(a, posts, title, keep).filter(isKept);
  const missing = [
    ...(names.some(isKept) || inPost.some(isNamed) ? [] : names.slice(0, MAX_NAMES)),
    ...(dates.some(isKept) || inPost.some(isDated) ? [] : dates.slice(0, 1)),
  ];
  for (const i of missing) keep[i] = 1;
}

/** The line in a text or below it that says the name of its author and next to nothing else, where nothing that stays does. */
function elsewhere(page: ScoredPage, keep: Uint8Array, title: number): number[] {
  const { a, s, pruned } = page;
  const names = page.author().filter((name) => name.length > 1);
  if (names.length === 0) return [];
  const most = names.reduce((sum, name) => sum + name.length + 1, MAX_BESIDE - 1);
  const isComment = (node: HtmlNode): boolean => a.roles.has(node, ROLE.comments);
  /** Whether a line says little else, and stands in no teaser, which begins with a link to what he wrote. */
  const isBare = (block: Block): boolean => {
    const box = s.repeated[block.element]!;
    if (box >= 0 && a.linkWords[block.first]! > a.linkWords[box]!) return false;
    return block.count.words <= most || BY.test(textBetween(a, block.first, block.end));
  };
  const isLine = (block: Block): boolean =>
    saysName(page, block) &&
    mayBeByline(block, pruned) &&
    isBare(block) &&
    nearest(a.doc.nodes[block.first]!, isComment) === null;
  const end = Math.min(a.blocks.length, keep.lastIndexOf(1) + 1 + MAX_BELOW);
  let line = -1;
  for (let i = title + 1; i < end; i++) {
    if (keep[i] !== 1) line = line < 0 && isLine(a.blocks[i]!) ? i : line;
    else if (mentionsAuthor(page, a.blocks[i]!)) return [];
  }
  return line < 0 ? [] : [line];
}

/** The kept block that is the title: a heading, else a line with its words; -1 for none. */
export function titleOf({ a, titles }: ScoredPage, keep: Uint8Array): number {
  const heading = a.blocks.findIndex((block, i) => {
    const level = keep[i] === 1 ? headingLevel(a, block) : 0;
    return level === 1 || (level > 1 && titles().has(block));
  });
  return heading >= 0 ? heading : a.blocks.findIndex((block, i) => keep[i] === 1 && titles().isLine(block));
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
function leadOf({ a, pruned, posts }: ScoredPage, title: number): number[] {
  const lead: number[] = [];
  const end = Math.min(a.blocks.length, title + 1 + MAX_BLOCKS);
  /** A post below the title is another's text. */
  const isInPost = ({ first }: Block): boolean =>
    !posts.areNone && (posts.around(a.doc.nodes[first]!)?.index ?? 0) > a.blocks[title]!.first;
  let paragraphs = 0;
  for (let i = title + 1; i < end && lead.length < MAX_BELOW; i++) {
    const block = a.blocks[i]!;
    const { words, chars } = block.count;
    if (words >= MIN_PROSE_WORDS && chars >= MIN_PROSE_CHARS) paragraphs++;
    if (paragraphs > 1 || (paragraphs === 1 && isInPost(block))) break;
    if (headingLevel(a, block) > 1 && words < MIN_STANDFIRST_WORDS && !namesAuthor(a, block)) break;
    if (mayBeByline(block, pruned)) lead.push(i);
  }
  for (let i = title - 1; i >= Math.max(0, title - MAX_ABOVE); i--)
    if (mayBeByline(a.blocks[i]!, pruned)) lead.push(i);
  return lead;
}

function mayBeByline({ first, context, count }: Block, pruned: Uint8Array): boolean {
  const mayStay = pruned[first] === 0 || (context & PRUNED) === CONTEXT.footer;
  return mayStay && count.words > 0 && (context & (CONTEXT.button | CONTEXT.heading)) === 0;
}

/** Whether a line says all words of a name that the page states as its author's, and few others. */
function saysName(page: ScoredPage, block: Block): boolean {
  const { words, chars } = block.count;
  return (words <= MAX_WORDS || chars <= MAX_CHARS) && mentionsAuthor(page, block);
}

/** Whether a block says all words of the name of an author that the page states. */
function mentionsAuthor({ author }: ScoredPage, { hashes }: Block): boolean {
  return author().some((name) => name.length > 1 && name.every((word) => hashes.includes(word)));
}

function namesAuthor(a: Annotation, { first, end, count }: Block): boolean {
  if (count.words === 0 || (count.words > MAX_WORDS && count.chars > MAX_CHARS)) return false;
  const isAuthor = (node: HtmlNode): boolean =>
    a.roles.has(node, ROLE.author) ||
    attr(node, 'rel') === 'author' ||
    PROPERTY.test(attr(node, 'itemprop') ?? '');
  return (
    nearest(a.doc.nodes[first]!.parent, isAuthor, MAX_HEIGHT) !== null || BY.test(textBetween(a, first, end))
  );
}
