import { addTo } from '../add-to.ts';
import { isBlank } from '../html/blank.ts';
import { outermostOf } from '../html/element-index.ts';
import {
  attr,
  firstPart,
  type HtmlDocument,
  type HtmlNode,
  isAlone,
  isHeadingTag,
  nearest,
  nodesOf,
  TEXT,
} from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import { ROLE, rolesOf } from '../page/roles.ts';
import { labelOf } from '../page/text-of.ts';
import { hidesItself } from '../page/visibility/visibility.ts';
import { wordSet } from '../word-set.ts';

/** A control, and the panel that it shows. */
interface PanelTab {
  readonly tab: HtmlNode;
  readonly panel: HtmlNode;
}

/** A row of controls, each of which shows one of several panels side by side in place of the others. */
interface PanelRow {
  readonly row: HtmlNode;
  readonly tabs: readonly PanelTab[];
}

/** Fewest panels of a row. */
const MIN_PANELS = 2;

/** The rows of a page that are called rows of tabs and name their panels by the links or targets of the labels (Bootstrap). */
export const panelRowsOf = lazyBy((doc: HtmlDocument): readonly PanelRow[] => {
  const rows = new Map<HtmlNode, PanelTab[]>();
  for (const tab of controlsOf(doc)) {
    const panel = panelOf(doc, tab);
    if (panel === null || tab.parent === null) continue;
    addTo(rows, isAlone(tab) && tab.parent.parent !== null ? tab.parent.parent : tab.parent, { tab, panel });
  }
  const named: PanelRow[] = [...rows].map(([row, tabs]) => ({ row, tabs })).filter(areBesideEachOther);
  const { elements } = doc;
  const buttons = elements.tagged('button').map(({ parent }) => parent!);
  const unnamed = new Set([...elements.tagged('ul', 'ol'), ...buttons]);
  for (const row of unnamed) named.push(...unnamedRow(doc, row));
  return named;
});

/** Most labels of a row that nothing calls one, characters of each, and boxes around it that hold nothing else. */
const MAX_TABS = 24;
const MAX_LABEL_CHARS = 40;
const MAX_HEIGHT = 4;
/** Nodes of a label that are asked whether it is chosen. */
const MAX_LABEL_NODES = 6;
const LABELS = wordSet('li button');
const PANELS = wordSet('div section article li pre');

/**
 * The row that an element is with as many boxes behind it, all that is there, as it has labels: each links to one, or the same one of both
 * is chosen (Fandom, jQuery UI). Links to sections under headings are a table of contents.
 */
function unnamedRow(doc: HtmlDocument, row: HtmlNode): readonly PanelRow[] {
  let beside = partsFrom(nearest(row, (box) => !isAlone(box), MAX_HEIGHT)?.next ?? null);
  if (beside.length === 0) return NONE;
  const tabs = partsFrom(row.first);
  const isRow = tabs.length >= MIN_PANELS && tabs.length <= MAX_TABS;
  if (!isRow || !tabs.every(({ tag }) => LABELS.has(tag))) return NONE;
  if (beside.length === 1) beside = partsFrom(beside[0]!.first);
  if (beside.length !== tabs.length || !beside.every(({ tag }) => PANELS.has(tag))) return NONE;
  const isLabel = (tab: HtmlNode) => labelOf(doc, tab, MAX_LABEL_CHARS + 1).length <= MAX_LABEL_CHARS;
  if (!tabs.every(isLabel)) return NONE;
  const links = tabs.map((tab) => doc.elements.within(tab, 'a')[0] ?? tab);
  const panels = links.map((link) => panelOf(doc, link));
  const areLinked =
    new Set(panels).size === tabs.length && panels.every((one) => one && beside.includes(one));
  if (areLinked ? beside.every(firstHeading) : !areChosenAlike(doc, tabs, links, beside)) return NONE;
  return [{ row, tabs: tabs.map((tab, k) => ({ tab, panel: areLinked ? panels[k]! : beside[k]! })) }];
}

const NONE: readonly PanelRow[] = [];

/** A node and what stands behind it in its box, white space apart, up to one part more than a row has labels. */
function partsFrom(first: HtmlNode | null): HtmlNode[] {
  const parts: HtmlNode[] = [];
  for (let part = first; part !== null && parts.length <= MAX_TABS; part = part.next)
    if (part.kind !== TEXT || !isBlank(part.text)) parts.push(part);
  return parts;
}

/** The heading with which a panel begins, or the first of the boxes in it. */
export function firstHeading(element: HtmlNode): HtmlNode | null {
  let part = firstPart(element);
  while (part !== null && !isHeadingTag(part.tag)) part = firstPart(part);
  return part;
}

/** Whether one label is called chosen, and the panel at its place alone is called so or shown; none leads to another page. */
function areChosenAlike(doc: HtmlDocument, tabs: HtmlNode[], links: HtmlNode[], panels: HtmlNode[]): boolean {
  const roles = rolesOf(doc);
  const isChosen = (node: HtmlNode): boolean => roles.has(node, ROLE.chosen);
  const chosen = onlyOne(tabs, (tab) => nodesOf(doc, tab, MAX_LABEL_NODES).some(isChosen));
  if (chosen < 0 || links.some((link) => !(attr(link, 'href') ?? '#').startsWith('#'))) return false;
  return chosen === onlyOne(panels, isChosen) || chosen === onlyOne(panels, (one) => !hidesItself(one));
}

/** Place of the one node that passes; -1 where none does, or several. */
function onlyOne(nodes: readonly HtmlNode[], passes: (node: HtmlNode) => boolean): number {
  const passing = nodes.map(passes);
  return passing.indexOf(true) === passing.lastIndexOf(true) ? passing.indexOf(true) : -1;
}

/** The links and buttons of the rows, each once: rows may stand in each other. */
function controlsOf(doc: HtmlDocument): readonly HtmlNode[] {
  const rows = outermostOf(rolesOf(doc).elements(ROLE.tabLabels));
  return rows.flatMap((row) => ['a', 'button'].flatMap((tag) => doc.elements.within(row, tag)));
}

/** The panel of a control in a row that is called one: named by its target, else by its link. */
function panelOf(doc: HtmlDocument, tab: HtmlNode): HtmlNode | null {
  const names = [attr(tab, 'data-bs-target'), attr(tab, 'data-target'), attr(tab, 'href')];
  const name = names.find((one) => one !== null && /^#./.test(one));
  return doc.elements.byId().get(name?.slice(1) ?? '') ?? null;
}

/** Whether the panels of a row are several children of one element, and the row is in none of them. */
function areBesideEachOther({ row, tabs }: PanelRow): boolean {
  const box = tabs[0]!.panel.parent;
  const panels = new Set(tabs.map(({ panel }) => panel));
  if (box === null || panels.size < MIN_PANELS) return false;
  const isAround = ({ index, end }: HtmlNode) => index <= row.index && row.index < end;
  return [...panels].every((panel) => panel.parent === box && panel !== row && !isAround(panel));
}
