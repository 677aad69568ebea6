import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Annotation } from '../page/annotate.ts';
import { BARRED, CONTEXT } from '../page/element-kind.ts';
import type { ScoredPage } from './scored-page.ts';

/** Elements that carry an anchor for what they stand in. */
const ANCHORS = new Set(['a', 'sup', 'span']);
const HEADING = /^h[1-6]$/;
/** Longest note, in words, and most nodes that are read of a note or of what names a reference. */
const MAX_NOTE_WORDS = 100;
const MAX_NODES = 400;

/**
 * Brings back notes, whole, to which text that stays refers when they link back to the reference: what a text cites is
 * part of it, although the sources of a note read as a list of links. Changes `keep`.
 */
export function keepNotes({ a, barred }: ScoredPage, keep: Uint8Array): void {
  let byId: ReadonlyMap<string, HtmlNode> | null = null;
  for (const link of a.doc.elements.tagged('a')) {
    const id = fragmentOf(link);
    if (id === '') continue;
    const block = firstBlock(a, link);
    if (block < 0 || keep[block] !== 1) continue;
    byId ??= anchors(a);
    const target = byId.get(id);
    if (target === undefined) continue;
    const note = carrier(target);
    const end = noteEnd(note);
    const [from, to] = [a.blockStarts[note.index]!, a.blockStarts[end]!];
    if (from === to || (block >= from && block < to)) continue;
    // Notes may stand in a footer.
    const { first, context } = a.blocks[from]!;
    if (barred[first] === 1 && (context & BARRED) !== CONTEXT.footer) continue;
    if (a.words[end]! - a.words[note.index]! > MAX_NOTE_WORDS) continue;
    if (linksBack(a, note, link)) keep.fill(1, from, to);
  }
}

function fragmentOf(link: HtmlNode): string {
  const href = attr(link, 'href');
  return href?.startsWith('#') ? href.slice(1) : '';
}

function firstBlock(a: Annotation, node: HtmlNode): number {
  for (let i = node.index; i < node.end; i++) if (a.blockOf[i]! >= 0) return a.blockOf[i]!;
  return -1;
}

/** Elements by id, the first of each. */
function anchors(a: Annotation): Map<string, HtmlNode> {
  const found = new Map<string, HtmlNode>();
  for (let i = 0; i < a.doc.nodes.length; i++) {
    const node = a.doc.nodes[i]!;
    const id = attr(node, 'id') ?? (node.tag === 'a' ? attr(node, 'name') : null);
    if (id !== null && !found.has(id)) found.set(id, node);
  }
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
  if (!HEADING.test(note.tag)) return note.end;
  let end = note.end;
  for (let next = note.next; next !== null && !HEADING.test(next.tag); next = next.next) end = next.end;
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
function linksBack(a: Annotation, note: HtmlNode, reference: HtmlNode): boolean {
  const names = new Set<string>();
  const { nodes } = a.doc;
  const first = Math.max(outermost(reference).index, reference.end - MAX_NODES);
  for (let i = first; i < reference.end; i++) {
    const id = attr(nodes[i]!, 'id') ?? attr(nodes[i]!, 'name');
    if (id !== null) names.add(id);
  }
  const last = Math.min(note.end, note.index + MAX_NODES);
  for (let i = note.index; i < last; i++) {
    if (nodes[i]!.tag === 'a' && names.has(fragmentOf(nodes[i]!))) return true;
  }
  return false;
}
