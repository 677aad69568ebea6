import type { HtmlNode } from '../../html/tree.ts';
import { wordSet } from '../../word-set.ts';

/** The value of a property; '' for none. */
export type Value = (property: string) => string;

/** Elements that are displayed in a line, and parts of tables, which have the size of what they hold. */
const INLINE = wordSet(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var',
);
const CELLS = wordSet('table tbody thead tfoot tr td th caption col colgroup');

/** Whether an element has a box with a size of its own, which sizes and transforms are for. */
export function hasBox(node: HtmlNode, value: Value): boolean {
  const display = value('display');
  if (CELLS.has(node.tag) && display === '') return false;
  if (display !== '') return !/^(?:inline|contents|table)/.test(display) || display.startsWith('inline-');
  return !INLINE.has(node.tag) || isOutOfFlow(value) || /left|right/.test(value('float'));
}

export function isOutOfFlow(value: Value): boolean {
  return /^(?:absolute|fixed)$/.test(value('position'));
}
