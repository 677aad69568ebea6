import { elementBeside, type HtmlNode } from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { firstHeading } from '../../units/panel-rows.ts';
import { isTab, labelOfTab } from '../../units/tabs.ts';
import type { Builder } from '../builder.ts';

/** Rows of labels that stay: what a label that goes names has none. */
const metRows = lazyBy((_: Builder) => new Set<HtmlNode>());

/** A row of labels is left out: each panel begins with its own. So does one that has its label right ahead of it. */
export function handleTabLabels(node: HtmlNode, b: Builder): false | null {
  if (b.tabs.ahead.has(node)) addLabel(labelOfTab(b.doc, node), b);
  else if (b.tabs.rows.has(node)) metRows(b).add(node);
  else return null;
  return false;
}

function addLabel(label: string, b: Builder): void {
  b.add({ type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value: label }] }] });
}

/** A label that only counts the panels. */
const COUNT = /^(?:item|slide|page|tab) \d+$/i;

/** Writes the label of a tab's panel ahead of its content. */
export function labelPanel(node: HtmlNode, b: Builder): void {
  const found = b.tabs.labels.get(node);
  if (found === undefined || !metRows(b).has(found.row) || b.frame.phrasing) return;
  const { label } = found;
  if (!COUNT.test(label) && !isSaid(label, node, b)) addLabel(label, b);
}

/** Whether the label of a panel is said by its first heading (WooCommerce), or by a tab for narrow screens (Elementor). */
function isSaid(label: string, panel: HtmlNode, b: Builder): boolean {
  const tab = elementBeside(panel, 'prev');
  const by = tab !== null && isTab(tab) ? tab : firstHeading(panel);
  return by !== null && b.removedBy[by.index] === 0 && labelOfTab(b.doc, by) === label;
}
