import { addTo } from '../add-to.ts';
import { outermostOf } from '../html/element-index.ts';
import { attr, type HtmlDocument, type HtmlNode, isAlone } from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import { ROLE, rolesOf } from '../page/roles.ts';

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
  return [...rows].map(([row, tabs]) => ({ row, tabs })).filter(areBesideEachOther);
});

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
