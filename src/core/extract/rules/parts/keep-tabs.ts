import { siblingElement } from '../../../html/sibling-element.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptBlocks, keptIn } from '../../page/block-range.ts';
import { targetsOf } from '../../page/control-targets.ts';
import { BARRED, CONTEXT } from '../../page/element-kind.ts';
import { wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of the label of a tab. */
const MAX_WORDS = 8;
/** Nodes of a panel that is looked through for code. */
const MAX_PANEL_NODES = 2000;
/** Elements between a tab and its list, itself included. */
const MAX_HEIGHT = 4;

/**
 * Keeps tabs (ARIA, tab pattern) together: code in panels that are hidden until their tab is chosen stays with the code in the
 * one that is shown, and labels stay where something stays of two panels of their list and more: nothing else tells the
 * commands for one system from those for another. Changes `keep`.
 */
export function keepTabs({ a, barred }: ScoredPage, keep: Uint8Array): void {
  const roles = a.doc.elements.having('role');
  const tabs = roles.filter((node) => attr(node, 'role') === 'tab');
  if (tabs.length < 2) return;
  const panels = groupBy(
    roles.filter((node) => attr(node, 'role') === 'tabpanel'),
    (node) => node.parent,
  );
  for (const group of panels.values()) keepCode(a, group, keep);
  const kept = keptBlocks(keep);
  const byId = a.doc.elements.byId();
  for (const [list, own] of groupBy(tabs, listAround)) {
    if (list === null) continue;
    const inOrder = panels.get(siblingElement(list, 'next')) ?? panels.get(list.parent) ?? [];
    const shown = own.filter((tab, i) => {
      const panel = panelOf(tab, byId) ?? (inOrder.length === own.length ? inOrder[i]! : null);
      // Some put the role of the list on the box around labels and panels.
      return panel !== null && panel.index >= list.end && keptIn(a, kept, panel.index) > 0;
    });
    if (shown.length < 2) continue;
    for (const { index, end } of shown) {
      const [from, to] = blockRange(a, index);
      if (from === to || barred[a.blocks[from]!.first] === 1) continue;
      if (a.words[end]! - a.words[index]! <= MAX_WORDS) keep.fill(1, from, to);
    }
  }
}

/** Brings back the panels of a group that hold little but code, where code of another one stays. */
function keepCode(a: Annotation, panels: readonly HtmlNode[], keep: Uint8Array): void {
  const code = panels.map((panel) => codeIn(a, panel));
  if (!code.some((range) => range !== null && keep.subarray(...range).includes(1))) return;
  for (const [i, range] of code.entries()) {
    if (range === null || (a.context[panels[i]!.index]! & BARRED & ~CONTEXT.hidden) !== 0) continue;
    const [from, to] = blockRange(a, panels[i]!.index);
    if (!keep.subarray(from, to).includes(1)) keep.fill(1, ...range);
  }
}

/** The blocks of the only code in a panel with few other words. */
function codeIn(a: Annotation, panel: HtmlNode): readonly [number, number] | null {
  if (panel.end - panel.index > MAX_PANEL_NODES) return null;
  const code = a.doc.nodes.slice(panel.index, panel.end).filter(({ tag }) => tag === 'pre');
  const [only] = code;
  if (only === undefined || code.length > 1) return null;
  return wordsIn(a, panel.index) - wordsIn(a, only.index) <= MAX_WORDS ? blockRange(a, only.index) : null;
}

function groupBy<K>(nodes: readonly HtmlNode[], key: (node: HtmlNode) => K): Map<K, HtmlNode[]> {
  const groups = new Map<K, HtmlNode[]>();
  for (const node of nodes) {
    const group = groups.get(key(node));
    if (group) group.push(node);
    else groups.set(key(node), [node]);
  }
  return groups;
}

function listAround(tab: HtmlNode): HtmlNode | null {
  let node = tab.parent;
  for (let height = 0; node !== null && height < MAX_HEIGHT; height++, node = node.parent)
    if (attr(node, 'role') === 'tablist') return node;
  return null;
}

function panelOf(tab: HtmlNode, byId: ReadonlyMap<string, HtmlNode>): HtmlNode | null {
  const id = targetsOf(tab).find((target) => byId.has(target));
  return id === undefined ? null : byId.get(id)!;
}
