import type { Annotation } from '../extract/page/annotate.ts';
import { ClassTest } from '../extract/page/class-test.ts';
import { attr, type HtmlNode } from '../html/tree.ts';
import { int32s } from '../zeroed.ts';

/** Boxes of tabs by the names that generators give them (MkDocs Material, Docusaurus, Sphinx, Hugo's shortcodes). */
const TABS = /(?:^|\s)(?:tabbed-set|tabs-container|sphinx-tabs|sd-tab-set|code-tabs|tab-group)(?=\s|$)/;
/** Levels from a list of tabs up to the box that holds its panels as well. */
const MAX_HEIGHT = 3;
/** Fewest panels with code. */
const MIN_PANELS = 2;

/** Boxes of tabs that show the same code for several systems or languages: panels and labels. In no order. */
export function codeTabs(a: Annotation): readonly HtmlNode[] {
  const { elements, nodes } = a.doc;
  const lists = elements.having('role').filter((node) => attr(node, 'role') === 'tablist');
  const named = new ClassTest(a, TABS).elements();
  if (lists.length + named.length === 0) return [];
  // Code that begins before each node.
  const codes = int32s(nodes.length + 1);
  for (let i = 0; i < nodes.length; i++) codes[i + 1] = codes[i]! + (nodes[i]!.tag === 'pre' ? 1 : 0);
  const holdsCode = ({ index, end }: HtmlNode): boolean => codes[end]! - codes[index]! >= MIN_PANELS;
  const boxes = new Set(named.filter(holdsCode));
  for (const list of lists) {
    let box: HtmlNode | null = list;
    for (let height = 0; box !== null && height < MAX_HEIGHT && !holdsCode(box); height++) box = box.parent;
    if (box !== null && holdsCode(box) && box.tag !== 'body' && box.tag !== 'main') boxes.add(box);
  }
  return [...boxes];
}
