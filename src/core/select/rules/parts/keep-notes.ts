import { addTo } from '../../../add-to.ts';
import { type HtmlNode, isHeadingTag } from '../../../html/tree.ts';
import { lazyFor } from '../../../lazy.ts';
import type { Annotation } from '../../../page/annotation.ts';
import { blockRange, firstBlock, textBetween } from '../../../page/block-range.ts';
import { CONTEXT, PRUNED } from '../../../page/element-kind.ts';
import { wordsIn } from '../../../page/page-structure.ts';
import type { LocalLinks } from '../../../units/local-links.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Elements that carry an anchor for what they stand in. */
const ANCHORS = new Set(['a', 'sup', 'span']);
/** Longest note, in words, and most nodes that are read of a note or of what names a reference. */
const MAX_NOTE_WORDS = 100;
const MAX_NODES = 400;
/** What a citation says: a number or a sign, several of them, or whom and when. */
const CITATION =
  /^[[(]?\s*(?:\p{Nd}{1,4}|[a-z]|[*†‡§¶]{1,3})(?:\s*[-–,]\s*\p{Nd}{1,4})*\s*[\])]?\.?$|(?:19|20)\d\d[a-z]?\s*[\])]?$/iu;
const MAX_CITATION = 40;
/** Fewest entries of a list of references that the text cites, and for how many of all each of them stands. */
const MIN_CITED = 3;
const MAX_FOR_EACH = 3;

/**
 * Brings back notes, whole, to which text that stays refers: those that link back to the reference, and the lists of
 * references that it cites, all their entries, as one that is missing would change the numbers of the others. What a text
 * cites is part of it, although the sources of a note read as a list of links. What a shop says in its small print is none.
 * Changes `keep`.
 */
export function keepNotes(page: ScoredPage, keep: Uint8Array): void {
  const { a, pruned } = page;
  const links = page.links();
  /** The entries that the text cites, by their parent and kind. */
  const lists = new Map<string, number[]>();
  const endOf = lazyFor(noteEnd);
  for (const { node: link, fragment } of links.all) {
    const block = firstBlock(a, link.index);
    const target = block < 0 ? undefined : links.targetOf(fragment);
    if (target === undefined) continue;
    if (keep[block] !== 1) {
      // Where the text is linked by scripts, entries alone lead to it (ScienceDirect).
      const cited = ANCHORS.has(target.tag) ? firstBlock(a, target.index) : -1;
      if (cited >= 0 && keep[cited] === 1) cite(page, target, link, lists);
      continue;
    }
    const note = carrier(target);
    const end = endOf(note);
    const [from, to] = [a.blockStarts[note.index]!, a.blockStarts[end]!];
    if (block >= from && block < to) continue;
    cite(page, link, target, lists);
    if (from === to || !mayReturn(a, pruned, from)) continue;
    if (a.words[end]! - a.words[note.index]! > MAX_NOTE_WORDS) continue;
    if (linksBack(links, note, link)) keep.fill(1, from, to);
  }
  const byKindOf = lazyFor((parent: number) => entriesByKind(a, parent));
  for (const cited of lists.values()) {
    const { size } = new Set(cited);
    if (size < MIN_CITED) continue;
    const entries = byKindOf(a.parents[cited[0]!]!).get(a.signature[cited[0]!]!)!;
    if (size * MAX_FOR_EACH >= entries.length) keepReferences(page, entries, keep);
  }
}

/** Notes may stand in a footer. */
function mayReturn(a: Annotation, pruned: Uint8Array, block: number): boolean {
  const { first, context } = a.blocks[block]!;
  return pruned[first] === 0 || (context & PRUNED) === CONTEXT.footer;
}

/** Notes the entry of a list of references that a link below which it stands cites. */
function cite(page: ScoredPage, link: HtmlNode, target: HtmlNode, lists: Map<string, number[]>): void {
  const { a, s } = page;
  const entry = s.repeated[target.index]!;
  if (entry <= link.end) return;
  if (isCitation(a, link)) addTo(lists, `${a.parents[entry]} ${a.signature[entry]}`, entry);
}

function isCitation(a: Annotation, link: HtmlNode): boolean {
  const label = textBetween(a, link.index, Math.min(link.end, link.index + MAX_NODES)).trim();
  return label.length <= MAX_CITATION && CITATION.test(label);
}

/** What texts cite of the page, each with the link that does: a number in brackets. */
export function citationsOf({ a, links }: ScoredPage): readonly { link: HtmlNode; target: HtmlNode }[] {
  return links().all.flatMap(({ node, fragment }) => {
    const target = links().targetOf(fragment);
    return target !== undefined && isCitation(a, node) ? [{ link: node, target }] : [];
  });
}

/** Keeps all of a list of references, lines that are nothing but links (where to find it, what cites it) apart. */
function keepReferences({ a, pruned }: ScoredPage, entries: readonly number[], keep: Uint8Array): void {
  const words = entries.reduce((sum, entry) => sum + wordsIn(a, entry), 0);
  if (words > MAX_NOTE_WORDS * entries.length) return;
  for (const entry of entries) {
    const [from, to] = blockRange(a, entry);
    const isText = (b: number): boolean => a.blocks[b]!.linkWords < a.blocks[b]!.count.words;
    const hasText = a.blocks.slice(from, to).some((_, k) => isText(from + k));
    for (let b = from; b < to; b++) if (mayReturn(a, pruned, b) && (!hasText || isText(b))) keep[b] = 1;
  }
}

/** The entries of each kind that a parent has, in one pass. */
function entriesByKind(a: Annotation, parent: number): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (let i = parent + 1; i < a.ends[parent]!; i = a.ends[i]!) addTo(found, a.signature[i]!, i);
  return found;
}

/** What an anchor stands in: the note whose number it is. */
function carrier(target: HtmlNode): HtmlNode {
  let node = target;
  for (let level = 0; level < 2 && ANCHORS.has(node.tag) && node.parent !== null; level++) node = node.parent;
  return node;
}

/** Index after a note: what a heading that is its number stands above belongs to it (Texinfo). */
function noteEnd(note: HtmlNode): number {
  if (!isHeadingTag(note.tag)) return note.end;
  let end = note.end;
  for (let next = note.next; next !== null && !isHeadingTag(next.tag); next = next.next) end = next.end;
  return end;
}

/** The reference with the marks around it: `<span id><sup><a>`. */
function outermost(reference: HtmlNode): HtmlNode {
  let node = reference;
  for (let level = 0; level < 2 && node.parent !== null && ANCHORS.has(node.parent.tag); level++)
    node = node.parent;
  return node;
}

/** Whether a note has a link to the reference: to its id, to one inside it, or to one right around it. */
function linksBack(links: LocalLinks, note: HtmlNode, reference: HtmlNode): boolean {
  const first = Math.max(outermost(reference).index, reference.end - MAX_NODES);
  return links.between(note.index, Math.min(note.end, note.index + MAX_NODES)).some(({ fragment }) => {
    const target = links.targetOf(fragment);
    return target !== undefined && target.index >= first && target.index < reference.end;
  });
}
