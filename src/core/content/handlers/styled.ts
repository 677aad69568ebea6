import type { HtmlNode } from '../../html/tree.ts';
import { styleOf } from '../../page/style-of.ts';
import { labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';
import { openMark } from './inline.ts';

/**
 * What a `style` attribute says that an element name would say: blocks made of spans, and the bold, italic and
 * struck spans, raised and lowered, that word processors export.
 */
export function styled(node: HtmlNode, b: Builder): void {
  const { style } = b.at;
  const isSpan = node.tag === 'span' || node.tag === 'font' || node.tag === 'a';
  if (isSpan) {
    if (style.includes('display')) {
      const display = styleOf(node, 'display');
      if (display === 'block' || display === 'flex' || display === 'grid') b.block(node);
    }
    if (style.includes('font-weight')) {
      const weight = styleOf(node, 'font-weight');
      if (weight === 'bold' || weight === 'bolder' || Number(weight) >= 600) openMark(node, b, 'strong');
    }
    if (style.includes('italic') && styleOf(node, 'font-style') === 'italic') openMark(node, b, 'emphasis');
    if (style.includes('line-through')) openMark(node, b, 'delete');
    const tag = node.tag !== 'a' && style.includes('vertical-align') ? shiftOf(node, b) : null;
    if (tag !== null) b.mark(node, tag, (children) => ({ type: 'mark', tag, children }));
  }
  if (style.includes('white-space')) {
    const space = styleOf(node, 'white-space');
    if (space.startsWith('pre') || space === 'break-spaces') b.keepLines(node);
  }
}

/** Up by less than a line. */
const RAISED = /^0?\.\d{1,4}e[mx]$/;

/** Whether a span is set above or below the line; by a length only numbers are: the cents of a price ("$148" and "02"). */
function shiftOf(node: HtmlNode, b: Builder): 'sup' | 'sub' | null {
  const value = styleOf(node, 'vertical-align');
  if (value === 'super') return 'sup';
  if (value === 'sub') return 'sub';
  return RAISED.test(value) && /^\d{1,4}$/.test(labelOf(b.doc, node, 8)) ? 'sup' : null;
}
