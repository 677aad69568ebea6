import { inOrder } from '../html/element-index.ts';
import { attr, childrenOf, ELEMENT, type HtmlDocument, type HtmlNode, nearest } from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import { lowerBound } from '../lower-bound.ts';
import type { Annotation } from '../page/annotation.ts';
import { wordsIn } from '../page/page-structure.ts';
import { ROLE, rendered } from '../page/roles.ts';
import { labelOf } from '../page/text-of.ts';
import { isDisclosed, targetsOf } from './disclosure.ts';
import { labelsAhead, panelRowsOf } from './panel-rows.ts';

/** Levels from a list of tabs up to the box that holds its panels as well. */
const MAX_HEIGHT = 3;
/** Fewest blocks of code; half of the words are theirs: a page of tabs has more in it. */
const MIN_PANELS = 2;
/** Most nodes of a row of labels, characters of a label, and of the words beside each: a count, a hint. */
const MAX_ROW_NODES = 400;
const MAX_LABEL_CHARS = 80;
const MAX_BESIDE_CHARS = 20;
/** Elements that are a row of labels where ARIA says so. */
const ROW_TAGS = new Set(['div', 'span', 'section', 'ul', 'ol', 'p', 'article', 'nav', 'header', 'button']);

interface Label {
  readonly row: HtmlNode;
  readonly tab: HtmlNode;
  readonly label: string;
}

/** Finds the rows of labels and the panels that they name: by an id, else in turn; and the labels that stand ahead of their panels. */
export const tabsOf = lazyBy((a: Annotation) => {
  const rows = new Set<HtmlNode>();
  const labels = new Map<HtmlNode, Label>();
  const byId = new Map<string, Label>();
  /** Labels of the row met last that no panel has taken. */
  let waiting: Label[] = [];
  let end = 0;
  for (const node of mayBeTabs(a)) {
    if (node.index < end) continue;
    const row = rowOf(a, node);
    if (row !== null) {
      rows.add(node);
      end = node.end;
      waiting = [...row];
      for (const label of row)
        for (const id of [...targetsOf(label.tab), attr(label.tab, 'id') ?? '']) byId.set(id, label);
    } else if (isTabPanel(node) || a.roles.has(node.parent!, ROLE.tabPanels)) {
      const ids = [attr(node, 'id') ?? '', attr(node, 'aria-labelledby') ?? ''];
      const label = ids.map((id) => (id === '' ? undefined : byId.get(id))).find(Boolean) ?? waiting[0];
      if (label === undefined) continue;
      labels.set(node, label);
      waiting = waiting.filter((other) => other !== label);
    }
  }
  for (const { row, tabs } of panelRowsOf(a.doc)) {
    for (const { tab, panel } of tabs) {
      const label = labels.has(panel) ? '' : labelOfTab(a.doc, tab);
      if (label === '') continue;
      labels.set(panel, { row, tab, label });
      rows.add(row);
    }
  }
  return { rows, labels, ahead: labelsAhead(a.doc) };
});

/** What a tab is called: once where it is written for wide and for narrow screens. */
export function labelOfTab(doc: HtmlDocument, tab: HtmlNode): string {
  const [part, again, ...more] = childrenOf(tab).filter((node) => labelOf(doc, node, 1) !== '');
  if (part?.kind === ELEMENT && again === undefined) return labelOfTab(doc, part);
  const isTwice = again !== undefined && more.length === 0 && labelOf(doc, part!) === labelOf(doc, again);
  return labelOf(doc, isTwice ? part! : tab, MAX_LABEL_CHARS);
}

/** Whether an element is the label of a panel. */
export function isTab(node: HtmlNode): boolean {
  return attr(node, 'role') === 'tab';
}

function mayBeTabs(a: Annotation): readonly HtmlNode[] {
  const told = a.doc.elements.having('role').filter((node) => isTabList(node) || isTabPanel(node));
  const panels = rendered(a, ROLE.tabPanels).flatMap(childrenOf);
  const named = panels.filter(({ attrs }) => attrs.length > 0);
  return inOrder([...told, ...rendered(a, ROLE.tabLabels), ...named]);
}

function isTabList(node: HtmlNode): boolean {
  return attr(node, 'role') === 'tablist';
}

function isTabPanel(node: HtmlNode): boolean {
  return attr(node, 'role') === 'tabpanel';
}

function rowOf(a: Annotation, node: HtmlNode): readonly Label[] | null {
  const isList = isTabList(node);
  const isRow = (isList && ROW_TAGS.has(node.tag)) || a.roles.has(node, ROLE.tabLabels);
  if (!isRow || node.tag === 'label' || node.end - node.index > MAX_ROW_NODES) return null;
  const found: Label[] = [];
  for (let i = node.index + 1; i < node.end; i++) {
    const tab = a.doc.nodes[i]!;
    if (!isTab(tab) && (isList || (tab.tag !== 'label' && tab.tag !== 'button'))) continue;
    // Some accordions call each of their items a tab, what opens in it included.
    if (lengthOf(a, tab) > MAX_LABEL_CHARS) return null;
    const label = labelOfTab(a.doc, tab);
    if (label !== '') found.push({ row: node, label, tab });
    i = tab.end - 1;
  }
  return found.length === 0 || holdsMore(a, node, found) ? null : found;
}

/** Whether more than labels, with a word or two beside each, stands in a box: builders call that of the panels a tablist. */
function holdsMore(a: Annotation, row: HtmlNode, found: readonly Label[]): boolean {
  for (let i = row.index + 1; i < row.end; i++) {
    const inner = a.doc.nodes[i]!;
    const tab = found.find((one) => one.tab.index >= i && one.tab.index < inner.end)?.tab;
    if (tab === inner) i = inner.end - 1;
    else if (tab === undefined && (a.roles.has(inner, ROLE.tabPanels) || isDisclosed(a, inner))) return true;
  }
  const labels = found.reduce((sum, { tab }) => sum + lengthOf(a, tab), 0);
  return lengthOf(a, row) - labels > MAX_BESIDE_CHARS * found.length;
}

function lengthOf({ doc }: Annotation, { index, end }: HtmlNode): number {
  let length = 0;
  for (let i = index + 1; i < end; i++) length += doc.nodes[i]!.text.trim().length;
  return length;
}

/** Boxes of tabs that show the same code for several systems or languages: panels and labels. In no order. */
export function codeTabs(a: Annotation): readonly HtmlNode[] {
  const { elements } = a.doc;
  const codes = elements.tagged('pre');
  if (codes.length < MIN_PANELS) return [];
  const lists = elements.having('role').filter(isTabList);
  const named = rendered(a, ROLE.tabBox);
  /** Words of the code that begins before each of them, and of all. */
  const words = [0];
  for (const { index } of codes) words.push(words.at(-1)! + wordsIn(a, index));
  const before = (place: number) => lowerBound(codes.length, (k) => codes[k]!.index >= place);
  const holdsCode = ({ index, end }: HtmlNode): boolean => {
    const [from, to] = [before(index), before(end)];
    return to - from >= MIN_PANELS && (words[to]! - words[from]!) * 2 >= wordsIn(a, index);
  };
  const boxes = new Set(named.filter(holdsCode));
  for (const list of lists) {
    const box = nearest(list, holdsCode, MAX_HEIGHT + 1);
    if (box !== null) boxes.add(box);
  }
  return [...boxes];
}
