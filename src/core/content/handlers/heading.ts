import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { flattenBlock } from '../flatten.ts';
import type { Heading } from '../tree.ts';

/** `h1` … `h6`: inline content, whatever is inside. */
export function handleHeading(node: HtmlNode, b: Builder): boolean {
  openHeading(node, b, (node.tag.charCodeAt(1) - 48) as Heading['depth']);
  return true;
}

/** Opens a heading of `depth` over `node`; in inline content it is strong text on its own. */
export function openHeading(node: HtmlNode, b: Builder, depth: Heading['depth']): void {
  b.openPhrasing(node, 'heading', (children) => {
    if (children.length === 0) return;
    const heading: Heading = { type: 'heading', depth, children };
    if (b.frame.phrasing) {
      b.atoms(flattenBlock(heading));
      b.space();
    } else b.add(heading);
  });
}

/** `role="heading"` with `aria-level` (2 when it has none). */
export function handleHeadingRole(node: HtmlNode, b: Builder): boolean {
  const level = Number(attr(node, 'aria-level') ?? '2');
  openHeading(node, b, (level >= 1 && level <= 6 ? Math.trunc(level) : 2) as Heading['depth']);
  return true;
}
