import { attr, ELEMENT, type HtmlNode } from '../html/tree.ts';
import type { Annotation } from './annotate.ts';
import { blockRange, keptWords } from './block-range.ts';
import { BARRED } from './element-kind.ts';
import { type PageStructure, wordsIn } from './page-structure.ts';

/** Most words of what is brought back whole: a title, a name, a source beside what it belongs to. */
const MAX_WORDS = 80;
/** Most words beside a quotation in a box that is its frame. */
const MAX_SOURCE_WORDS = 12;
/** Names of boxes whose title says what their text is. */
const CALLOUT = /admonition|callout|custom-block|markdown-alert|information-macro/i;

/**
 * Keeps short parts with what they make no sense without: a term with its definition, a caption with the words of its
 * figure, the title of a callout, the source of a quotation inside it or in a box of its own. Changes `keep`.
 */
export function keepTogether(a: Annotation, s: PageStructure, keep: Uint8Array): void {
  const kept = keptWords(a, keep);
  const wordsKept = (node: HtmlNode): number =>
    kept[blockRange(a, node.index)[1]]! - kept[blockRange(a, node.index)[0]]!;
  const add = (node: HtmlNode): void => {
    const [from, to] = blockRange(a, node.index);
    if (from === to || wordsIn(a, node.index) > MAX_WORDS) return;
    if ((a.blocks[from]!.context & BARRED) === 0) keep.fill(1, from, to);
  };
  for (let i = 0; i < a.doc.nodes.length; i++) {
    const node = a.doc.nodes[i]!;
    if (node.kind !== ELEMENT) continue;
    if (node.tag === 'dt') {
      const definition = definitionOf(node);
      if (definition !== null && wordsKept(definition) > 0) add(node);
    } else if (node.tag === 'figcaption') {
      if (node.parent!.tag === 'figure' && wordsKept(node.parent!) > 0) add(node);
    } else if (node.tag === 'blockquote') {
      if (wordsKept(node) === 0 || wordsKept(node) * 2 < wordsIn(a, node.index)) continue;
      add(node);
      const box = s.wider[node.index]!;
      if (box >= 0 && wordsIn(a, box) - wordsIn(a, node.index) <= MAX_SOURCE_WORDS) add(a.doc.nodes[box]!);
    } else if (CALLOUT.test(attr(node, 'class') ?? '') && wordsKept(node) > 0) add(node);
  }
}

function definitionOf(term: HtmlNode): HtmlNode | null {
  let next = term.next;
  while (next !== null && next.tag !== 'dd' && next.tag !== 'dt') next = next.next;
  return next !== null && next.tag === 'dd' ? next : null;
}
