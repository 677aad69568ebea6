import { isBlank } from '../../../html/blank.ts';
import { attr, type HtmlNode, nodesOf } from '../../../html/tree.ts';
import { ROLE } from '../../../page/roles.ts';
import { labelOf } from '../../../page/text-of.ts';
import type { Builder } from '../../builder.ts';
import { dropNumber } from './note.ts';

/**
 * A note beside the text (Tufte, Quarto, Distill, Org) or in its reference (WordPress plugins): a footnote at the
 * place where it stands in a paragraph. Its own number and switch are left out.
 */
export function handleSidenote(node: HtmlNode, b: Builder): boolean | null {
  if (node.tag === 'label' || node.tag === 'input' || isNumber(node, b)) return false;
  const { frame } = b;
  // LaTeXML's notes stand in a heading and at the start of a paragraph too.
  const isInText = (frame.filled && !frame.phrasing) || b.roles.has(node, ROLE.noteAnywhere);
  if (!isInText || frame.kind === 'note' || !b.mayScan(node) || !hasText(node, b)) return null;
  const identifier = b.notes.freshIdentifier();
  b.atom({ type: 'footnoteReference', identifier });
  const kept = keptNote(node, b) ?? node;
  // The paragraph goes on after the note, so that the note is walked when the page is done.
  b.defer(kept, (blocks) => {
    dropNumber(blocks, null);
    if (blocks.length > 0) b.addNote({ type: 'footnoteDefinition', identifier, children: blocks });
  });
  return false;
}

/** Distill's `<d-footnote>`. */
export function handleSidenoteElement(node: HtmlNode, b: Builder): boolean {
  return handleSidenote(node, b) ?? true;
}

/** A number that a script turns into the switch of the note after it. */
function isNumber(node: HtmlNode, b: Builder): boolean {
  return node.tag === 'sup' && /^\W?\d+\W?$/.test(labelOf(b.doc, node, 12));
}

/** Where a reference keeps its note, hidden until it is asked for. */
function keptNote(node: HtmlNode, b: Builder): HtmlNode | null {
  return nodesOf(b.doc, node).find((inner) => inner !== node && b.roles.has(inner, ROLE.keptNote)) ?? null;
}

function hasText(node: HtmlNode, b: Builder): boolean {
  return attr(node, 'href') === null && nodesOf(b.doc, node).some(({ text }) => !isBlank(text));
}
