import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { styleValue } from '../styles.ts';
import { openMark } from './inline.ts';

/**
 * What a `style` attribute says that an element name would say: blocks made of spans, and the bold, italic and
 * struck spans that word processors export.
 */
export function styled(node: HtmlNode, b: Builder): void {
  const { style } = b.at;
  const isSpan = node.tag === 'span' || node.tag === 'font' || node.tag === 'a';
  if (isSpan) {
    if (style.includes('display')) {
      const display = styleValue(style, 'display');
      if (display === 'block' || display === 'flex' || display === 'grid') b.block(node);
    }
    if (style.includes('font-weight')) {
      const weight = styleValue(style, 'font-weight');
      if (weight === 'bold' || weight === 'bolder' || Number(weight) >= 600) openMark(node, b, 'strong');
    }
    if (style.includes('italic') && styleValue(style, 'font-style') === 'italic')
      openMark(node, b, 'emphasis');
    if (style.includes('line-through')) openMark(node, b, 'delete');
  }
  if (style.includes('white-space')) {
    const space = styleValue(style, 'white-space');
    if (space.startsWith('pre') || space === 'break-spaces') {
      b.keepsLines++;
      b.onExit(node, () => {
        b.keepsLines--;
      });
    }
  }
}
