import { attr, elementBeside, type HtmlNode } from '../../html/tree.ts';
import { popsUp } from '../../page/pops-up.ts';
import { ROLE, tells } from '../../page/roles.ts';
import type { Builder } from '../builder.ts';

/** Attributes by which a word names what explains it. */
const REFERENCES = ['aria-describedby', 'aria-labelledby', 'aria-details'];

/**
 * Whether an element is what a pointer brings up beside the word before it: in a sentence a glossary's explanation would
 * stand between two words. Footnotes that come up so are notes.
 */
export function isTooltip(node: HtmlNode, b: Builder): boolean {
  if (node.tag !== 'span' || !b.frame.filled || b.at.roles.has(ROLE.sidenote)) return false;
  return popsUp(node) || isNamedBefore(node, b);
}

/** Whether it is called a tooltip and the element before it names it. */
function isNamedBefore(node: HtmlNode, { at, roles }: Builder): boolean {
  if (at.id === '' || !(tells(at.id, ROLE.tooltip) || roles.has(node, ROLE.tooltip))) return false;
  const before = elementBeside(node, 'prev');
  return before !== null && REFERENCES.some((name) => attr(before, name) === at.id);
}
