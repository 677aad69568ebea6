import { attr, type HtmlNode } from '../../../html/tree.ts';
import { isBlank } from '../../blank.ts';
import type { Builder } from '../../builder.ts';

/** A note beside the text (Tufte, Quarto, Distill): a footnote at the place where it stands in a paragraph. */
export function handleSidenote(node: HtmlNode, b: Builder): boolean | null {
  if (node.tag === 'label' || node.tag === 'input') return false;
  const { frame } = b;
  if (!frame.filled || frame.phrasing || frame.kind === 'note' || !hasText(node, b)) return null;
  openNote(node, b, b.notes.freshIdentifier());
  return true;
}

/** Distill's `<d-footnote>`. */
export function handleSidenoteElement(node: HtmlNode, b: Builder): boolean {
  return handleSidenote(node, b) ?? true;
}

function openNote(node: HtmlNode, b: Builder, identifier: string): void {
  b.atom({ type: 'footnoteReference', identifier });
  b.openAside(node, (frame) => {
    b.addNote({ type: 'footnoteDefinition', identifier, children: frame.blocks });
  });
}

function hasText(node: HtmlNode, b: Builder): boolean {
  if (attr(node, 'href') !== null) return false;
  for (let i = node.index + 1; i < node.end; i++) if (!isBlank(b.doc.nodes[i]!.text)) return true;
  return false;
}
