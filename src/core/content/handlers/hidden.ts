import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { labelOf } from '../text-of.ts';
import { DISCLOSED, ICON, MATH, UNSEEN } from '../traits.ts';

/** Roles of content that scripts uncover: hidden now, yet part of what the page says. */
const UNCOVERED = new Set(['tabpanel', 'region']);

/** What `aria-hidden` takes out: decoration beside text. On containers it is a script's passing state. */
const DECORATIONS = new Set(['span', 'i', 'a', 'sup', 'b', 'em', 'button']);

/** True for elements that a reader of the page does not see. */
export function isInvisible(node: HtmlNode, b: Builder): boolean {
  const { at } = b;
  if (b.revealed?.[node.index] === 1) return false;
  if (at.hidden) {
    return (at.traits & (DISCLOSED | MATH)) === 0 && !UNCOVERED.has(at.role) && !isPage(node, b);
  }
  if (at.ariaHidden && (at.traits & MATH) === 0 && DECORATIONS.has(node.tag)) return isDecoration(node);
  if ((at.traits & UNSEEN) !== 0) return true;
  return (at.traits & ICON) !== 0 && isGlyph(node, b);
}

/** Half of the page or more: hidden only until its script has run. */
function isPage(node: HtmlNode, b: Builder): boolean {
  return (node.end - node.index) * 2 > b.doc.nodes.length;
}

/** Text hidden from screen readers is decoration when it is short and holds no block. */
function isDecoration(node: HtmlNode): boolean {
  return node.end - node.index <= 8;
}

/** An icon's text is a ligature, a letter of a symbol font, or a label for machines. */
function isGlyph(node: HtmlNode, b: Builder): boolean {
  if (node.end - node.index > 12) return false;
  for (let i = node.index + 1; i < node.end; i++) if (b.doc.nodes[i]!.tag === 'img') return false;
  return labelOf(b.doc, node, 40).length <= 24;
}
