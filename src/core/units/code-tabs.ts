import { attr, type HtmlNode } from '../html/tree.ts';
import type { Annotation } from '../page/annotate.ts';
import { wordsIn } from '../page/page-structure.ts';
import { ROLE } from '../page/roles.ts';
import { int32s } from '../zeroed.ts';

/** Levels from a list of tabs up to the box that holds its panels as well. */
const MAX_HEIGHT = 3;
/** Fewest blocks of code; half of the words are theirs: a page of tabs has more in it. */
const MIN_PANELS = 2;

/** Boxes of tabs that show the same code for several systems or languages: panels and labels. In no order. */
export function codeTabs(a: Annotation): readonly HtmlNode[] {
  const { elements, nodes } = a.doc;
  const lists = elements.having('role').filter((node) => attr(node, 'role') === 'tablist');
  const named = a.roles.elements(ROLE.tabBox);
  if (lists.length + named.length === 0) return [];
  // Code that begins before each node, and its words.
  const codes = int32s(nodes.length + 1);
  const words = int32s(nodes.length + 1);
  for (let i = 0; i < nodes.length; i++) {
    const isCode = nodes[i]!.tag === 'pre';
    codes[i + 1] = codes[i]! + (isCode ? 1 : 0);
    words[i + 1] = words[i]! + (isCode ? wordsIn(a, i) : 0);
  }
  const holdsCode = ({ index, end }: HtmlNode): boolean =>
    codes[end]! - codes[index]! >= MIN_PANELS && (words[end]! - words[index]!) * 2 >= wordsIn(a, index);
  const boxes = new Set(named.filter(holdsCode));
  for (const list of lists) {
    let box: HtmlNode | null = list;
    for (let height = 0; box !== null && height < MAX_HEIGHT && !holdsCode(box); height++) box = box.parent;
    if (box !== null && holdsCode(box)) boxes.add(box);
  }
  return [...boxes];
}
