import { attr, type HtmlNode } from '../../html/tree.ts';
import { targetsOf } from '../../page/control-targets.ts';
import { ROLE } from '../../page/roles.ts';
import { isBlank } from '../blank.ts';
import type { Builder } from '../builder.ts';
import { labelOf } from '../text-of.ts';
import { elementBeside } from './element-beside.ts';

/** The labels of the tabs met last, for the panels after them. */
interface Tabs {
  /** By the id of the panel or of the tab. */
  readonly byId: Map<string, string>;
  /** Labels that no panel has taken yet, in order. */
  readonly waiting: string[];
}

function tabsOf(b: Builder): Tabs {
  let tabs = b.memory.get('tabs') as Tabs | undefined;
  if (tabs === undefined) {
    tabs = { byId: new Map(), waiting: [] };
    b.memory.set('tabs', tabs);
  }
  return tabs;
}

/** Most characters of a label. */
const MAX_LABEL_LENGTH = 80;

/** The row of labels of a group of tabs: kept for the panels, each of which begins with its own. */
export function handleTabLabels(node: HtmlNode, b: Builder): boolean | null {
  if (node.tag === 'label') return addLabel(node, b);
  if (node.end - node.index > 400) return null;
  const isList = b.at.role === 'tablist';
  const found: { label: string; tab: HtmlNode }[] = [];
  for (let i = node.index + 1; i < node.end; i++) {
    const tab = b.doc.nodes[i]!;
    const isTab = attr(tab, 'role') === 'tab' || (!isList && (tab.tag === 'label' || tab.tag === 'button'));
    if (!isTab) continue;
    // Some accordions call each of their items a tab, what opens in it included.
    if (visibleLength(tab, b) > MAX_LABEL_LENGTH) return null;
    const label = labelOf(b.doc, tab, MAX_LABEL_LENGTH);
    if (label !== '') found.push({ label, tab });
    i = tab.end - 1;
  }
  if (found.length === 0 || holdsMore(node, found, b)) return null;
  const tabs = tabsOf(b);
  tabs.waiting.length = 0;
  for (const { label, tab } of found) {
    tabs.waiting.push(label);
    for (const panel of targetsOf(tab)) tabs.byId.set(panel, label);
    const id = attr(tab, 'id');
    if (id !== null) tabs.byId.set(id, label);
  }
  return false;
}

/**
 * More than labels stands in it: some builders put `role="tablist"` on the box around labels and panels, or call it
 * `tabs`. Up to a word or two beside each label (a count, a hint) is still a row of labels.
 */
function holdsMore(node: HtmlNode, found: readonly { label: string; tab: HtmlNode }[], b: Builder): boolean {
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = b.doc.nodes[i]!;
    const tab = found.find((one) => one.tab.index >= i && one.tab.index < inner.end)?.tab;
    if (tab === inner) i = inner.end - 1;
    else if (tab === undefined && isPanel(inner, b)) return true;
  }
  let labels = 0;
  for (const { tab } of found) labels += visibleLength(tab, b);
  return visibleLength(node, b) - labels > 20 * found.length;
}

function isPanel(node: HtmlNode, b: Builder): boolean {
  return (
    attr(node, 'role') === 'tabpanel' ||
    b.roles.has(node, ROLE.tabPanels) ||
    b.roles.has(node, ROLE.disclosed)
  );
}

function visibleLength(node: HtmlNode, b: Builder): number {
  let length = 0;
  for (let i = node.index + 1; i < node.end; i++) length += b.doc.nodes[i]!.text.trim().length;
  return length;
}

function addLabel(node: HtmlNode, b: Builder): boolean {
  addLabelText(labelOf(b.doc, node, 80), b);
  return false;
}

function addLabelText(label: string, b: Builder): void {
  b.add({ type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value: label }] }] });
}

/** A label that only counts the panels. */
const COUNT = /^(?:item|slide|page|tab) \d+$/i;

/** Writes the label of a tab's panel ahead of its content. */
export function labelPanel(node: HtmlNode, b: Builder): void {
  const isPanel = b.at.role === 'tabpanel' || isPanelChild(node, b);
  if (!isPanel || b.frame.phrasing) return;
  const tabs = tabsOf(b);
  const label =
    tabs.byId.get(b.at.id) ?? tabs.byId.get(attr(node, 'aria-labelledby') ?? '') ?? tabs.waiting[0] ?? null;
  if (label === null) return;
  const at = tabs.waiting.indexOf(label);
  if (at >= 0) tabs.waiting.splice(at, 1);
  if (!COUNT.test(label) && !isSaid(label, node, b)) addLabelText(label, b);
}

/**
 * Whether the label of a panel is said without it: by the heading with which the panel begins (WooCommerce), or by a tab for
 * narrow screens right before it (Elementor).
 */
function isSaid(label: string, panel: HtmlNode, b: Builder): boolean {
  const tab = elementBeside(panel, 'prev');
  const by = tab !== null && attr(tab, 'role') === 'tab' ? tab : firstHeading(panel);
  return by !== null && b.removedBy[by.index] === 0 && labelOf(b.doc, by, MAX_LABEL_LENGTH) === label;
}

/** Nodes from a panel to the heading with which it begins: boxes around it, blanks. */
const MAX_STEPS = 16;

/** The heading with which an element begins. */
function firstHeading(element: HtmlNode): HtmlNode | null {
  let part = element.first;
  for (let step = 0; step < MAX_STEPS && part !== null; step++) {
    if (/^h[1-6]$/.test(part.tag)) return part;
    part = part.tag === '' && isBlank(part.text) ? part.next : part.first;
  }
  return null;
}

function isPanelChild(node: HtmlNode, b: Builder): boolean {
  return node.parent !== null && b.roles.has(node.parent, ROLE.tabPanels);
}
