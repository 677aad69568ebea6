import { onOneLine } from '../../html/blank.ts';
import { type HtmlNode, TEXT } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { textOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';

/** Elements of a declaration beside which a blank stands. */
const PARTS = new Set(['div', 'br', 'table', 'tr', 'td']);
/** Most characters of what Doxygen says of a declaration at its edge: "inline", "static". */
const MAX_LABEL_CHARS = 40;

/** A declaration of Doxygen, Javadoc or TypeDoc as a line of code, its labels in brackets; JSDoc's small letters are set low. */
export function handleSignature(node: HtmlNode, b: Builder): boolean | null {
  if (b.roles.has(node, ROLE.jsdocAttributes)) b.mark(node, 'sub');
  if (node.tag !== 'div') return null;
  const value = declarationOf(node, b);
  if (value !== '') b.add({ type: 'paragraph', children: [{ type: 'inlineCode', value }] });
  return false;
}

function declarationOf(node: HtmlNode, b: Builder): string {
  const { nodes } = b.doc;
  let text = '';
  for (let i = node.index + 1; i < node.end; i++) {
    const part = nodes[i]!;
    if (b.removedBy[i] !== 0) i = part.end - 1;
    else if (part.kind === TEXT) text += part.text;
    else if (b.roles.has(part, ROLE.doxygenLabel)) {
      text += ` [${textOf(b.doc, part, MAX_LABEL_CHARS)}]`;
      i = part.end - 1;
    } else if (PARTS.has(part.tag)) text += ' ';
  }
  const line = onOneLine(text.replaceAll('\u200b', ''));
  // Parentheses of Doxygen are cells of a table.
  return b.roles.has(node, ROLE.doxygenDeclaration)
    ? line.replaceAll(' ( ', '(').replaceAll(' )', ')')
    : line;
}
