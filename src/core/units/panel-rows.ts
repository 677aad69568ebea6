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
  partBeside,
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
  const controls = elements.tagged('button', 'label').map(({ parent }) => parent!);
  const unnamed = new Set([...elements.tagged('ul', 'ol'), ...controls]);
  for (const row of unnamed) named.push(...unnamedRow(doc, row));
  return named;
});

/** Most labels of a row that nothing calls one, characters of each, and boxes around it that hold nothing else. */
const MAX_TABS = 24;
const MAX_LABEL_CHARS = 40;
const MAX_HEIGHT = 4;
/** Nodes of a label that are asked whether it is chosen. */
const MAX_LABEL_NODES = 6;
const LABELS = wordSet('li button label');
const PANELS = wordSet('div section article li pre');

/**
 * The row that an element is with as many boxes behind it, all that is there, as it has labels: each links to one or bears its datum, the
 * same of both is chosen (Fandom, jQuery UI), or labels of radio buttons, or buttons above code, go in turn. Links to sections are contents.
 */
function unnamedRow(doc: HtmlDocument, row: HtmlNode): readonly PanelRow[] {
  let beside = partsFrom(nearest(row, (box) => !isAlone(box), MAX_HEIGHT)?.next ?? null);
  if (beside.length === 0) return NONE;
  const tabs = partsFrom(row.first).filter(({ tag }) => tag !== 'input');
  const isRow = tabs.length >= MIN_PANELS && tabs.length <= MAX_TABS;
  if (!isRow || !tabs.every(({ tag }) => LABELS.has(tag))) return NONE;
  if (beside.length === 1) beside = partsFrom(beside[0]!.first);
  if (beside.length !== tabs.length || !beside.every(({ tag }) => PANELS.has(tag))) return NONE;
  if (!tabs.every((tab) => isLabel(doc, tab))) return NONE;
  const links = tabs.map((tab) => doc.elements.within(tab, 'a')[0] ?? tab);
  const linked = links.map((link) => panelOf(doc, link));
  const panels = linked.map((one, k) => one ?? beside.find((box) => sharedDatum(links[k]!, box)) ?? null);
  const areNamed = new Set(panels).size === tabs.length && panels.every((one) => one && beside.includes(one));
  const areSections = linked.every(Boolean) && beside.every(firstHeading);
  const areOfCode = tabs.every(({ tag }) => tag === 'button') && beside.every(({ tag }) => tag === 'pre');
  const goInTurn = areOfCode || tabs.every((tab) => radioOf(doc, tab) !== null);
  if (areNamed ? areSections : !goInTurn && !areChosenAlike(doc, tabs, links, beside)) return NONE;
  return [{ row, tabs: tabs.map((tab, k) => ({ tab, panel: (areNamed ? panels : beside)[k]! })) }];
}

const NONE: readonly PanelRow[] = [];

const isLabel = (doc: HtmlDocument, tab: HtmlNode): boolean =>
  labelOf(doc, tab, MAX_LABEL_CHARS + 1).length <= MAX_LABEL_CHARS;

/** The radio button that an element is the label of. */
function radioOf({ elements }: HtmlDocument, { tag, attrs }: HtmlNode): HtmlNode | null {
  const id = tag === 'label' ? attrs.find(({ name }) => name === 'for')?.value : undefined;
  const field = id === undefined ? undefined : elements.byId().get(id);
  return field !== undefined && attr(field, 'type') === 'radio' ? field : null;
}

/** What data attributes of two elements both say; '' for nothing. */
function sharedDatum({ attrs }: HtmlNode, panel: HtmlNode): string {
  const data = panel.attrs.filter(({ name }) => name.startsWith('data-')).map(({ value }) => value);
  return attrs.find(({ name, value }) => name.startsWith('data-') && data.includes(value))?.value ?? '';
}

/**
 * The labels that stand right ahead of their panels: those of the radio buttons of one name, controls in a box that each bear a
 * datum of their panel, and a button that says it toggles the only other part of its box.
 */
export const labelsAhead = lazyBy((doc: HtmlDocument): ReadonlySet<HtmlNode> => {
  const labels = new Set<HtmlNode>();
  const sets = new Map<unknown, Map<unknown, HtmlNode>>();
  for (const label of doc.elements.tagged('label', 'button')) {
    const panel = partBeside(label, 'next');
    if (panel === null || !PANELS.has(panel.tag) || !isLabel(doc, label)) continue;
    const radio = radioOf(doc, label);
    const name = radio ?? sharedDatum(label, panel);
    const set = radio === null ? label.parent : attr(radio, 'name');
    if (name !== '') sets.set(set, (sets.get(set) ?? new Map<unknown, HtmlNode>()).set(name, label));
    else if (togglesOnly(doc, label, panel) && labelOf(doc, label, 1) !== '') labels.add(label);
  }
  for (const set of sets.values())
    if (set.size >= MIN_PANELS) for (const label of set.values()) labels.add(label);
  return labels;
});

/** Whether a control says that it toggles the only other part of its box, which is no menu and no form. */
function togglesOnly({ elements }: HtmlDocument, label: HtmlNode, panel: HtmlNode): boolean {
  if (partBeside(label, 'prev') !== null || partBeside(panel, 'next') !== null) return false;
  if (elements.hasWithin(panel, 'form', 'input') || elements.within(panel, 'a').length > 1) return false;
  return label.attrs.some(
    ({ name, value }) => name.startsWith('data-') && /toggle|spoiler|collapse/i.test(value),
  );
}

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
