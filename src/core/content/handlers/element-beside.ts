import type { HtmlNode } from '../../html/tree.ts';
import { isBlank } from '../blank.ts';

/** The element before or after a node, past white space; null where there is text between. */
export function elementBeside(node: HtmlNode, side: 'prev' | 'next'): HtmlNode | null {
  let beside = node[side];
  while (beside !== null && beside.tag === '' && isBlank(beside.text)) beside = beside[side];
  return beside?.tag === '' ? null : beside;
}
