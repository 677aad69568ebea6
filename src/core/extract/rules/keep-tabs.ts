import { attr, type HtmlNode } from '../../html/tree.ts';
import { blockRange, keptBlocks, keptIn } from '../page/block-range.ts';
import { targetsOf } from '../page/control-targets.ts';
import type { ScoredPage } from './scored-page.ts';

/** Most words of the label of a tab. */
const MAX_WORDS = 8;
/** Elements between a tab and its list, itself included. */
const MAX_HEIGHT = 4;

/**
 * Keeps the labels of tabs (ARIA, tab pattern) where something stays of two panels of their list and more: nothing else tells
 * the commands for one system from those for another. Changes `keep`.
 */
export function keepTabs({ a, barred }: ScoredPage, keep: Uint8Array): void {
  const tabs = a.doc.elements.having('role').filter((node) => attr(node, 'role') === 'tab');
  if (tabs.length < 2) return;
  const kept = keptBlocks(keep);
  const byId = new Map(a.doc.elements.having('id').map((node) => [attr(node, 'id')!, node]));
  const lists = new Map<HtmlNode, HtmlNode[]>();
  for (const tab of tabs) {
    const [panel, list] = [panelOf(tab, byId), listAround(tab)];
    // Some put the role of the list on the box around labels and panels.
    if (panel === null || list === null || panel.index < list.end) continue;
    if (keptIn(a, kept, panel.index) === 0) continue;
    const shown = lists.get(list);
    if (shown) shown.push(tab);
    else lists.set(list, [tab]);
  }
  for (const shown of lists.values()) {
    if (shown.length < 2) continue;
    for (const { index, end } of shown) {
      const [from, to] = blockRange(a, index);
      if (from === to || barred[a.blocks[from]!.first] === 1) continue;
      if (a.words[end]! - a.words[index]! <= MAX_WORDS) keep.fill(1, from, to);
    }
  }
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
