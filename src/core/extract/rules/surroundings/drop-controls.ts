import { inOrder } from '../../../html/element-index.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptWords } from '../../page/block-range.ts';
import { ClassTest, elementsCalled } from '../../page/class-test.ts';
import { CONTEXT } from '../../page/element-kind.ts';
import { headingLevel } from '../../page/headings.ts';
import { sumIn, wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Roles of what a script draws in place of a `<select>`. */
const SELECT_ROLE = /^(?:combobox|listbox)$/i;
/** Classes of the boxes that libraries draw for it: react-select (under any prefix), Select2, Chosen, Choices, Selectize, Tom Select, vue-select, bootstrap-select. */
const SELECT_CLASS =
  /(?:__value-container|(?:^|\s)(?:select2-container|chosen-container|choices__inner|selectize-control|ts-wrapper|vs__dropdown-toggle|bootstrap-select))(?=\s|$)/;
/** Names of boxes of filters and of the order of a list (TypeDoc's are `tsd-navigation`); a `filter` alone may be one entry of what is filtered. */
const FILTERS =
  /(?:^|[\s_-])(?:filters|facets|(?:filter|facet)[_-]?(?:bar|box|group|list|menu|options|panel)s?|sort-?by|tsd-navigation)(?=[\s_-]|$)/i;
/** Names of what recipe plug-ins let a cook set: another number of portions, other units, a screen that stays on. */
const COOKING =
  /(?:^|[\s_-])(?:cook-?mode|prevent-sleep|unit-conversion|adjustable-servings|scale-container)(?=[\s_-]|$)/i;
/** What carries such a name; a term or a cell may be about filters. */
const CARRIERS = new Set(['div', 'aside', 'section', 'nav', 'form', 'ul', 'ol']);

/**
 * Drops what is set and no content: filters and sorting by the names of their boxes, what scripts draw in place of a
 * `<select>`, whose own options are none either, and what recipe plug-ins let a cook set. Boxes with prose, pictures or a title
 * hold more than that; what is half of what stays, the page is about. Changes `keep`.
 */
export function dropControls({ a }: ScoredPage, keep: Uint8Array): void {
  const kept = keptWords(a, keep);
  const all = kept[keep.length]!;
  let droppedTo = 0;
  for (const { index, end } of inOrder([...drawnControls(a), ...filterBoxes(a)])) {
    if (index < droppedTo) continue;
    const [from, to] = blockRange(a, index);
    const words = kept[to]! - kept[from]!;
    if (words === 0 || words * 2 >= all || !isPlain(a, index)) continue;
    keep.fill(0, from, to);
    droppedTo = end;
  }
}

function drawnControls(a: Annotation): readonly HtmlNode[] {
  const { elements } = a.doc;
  return [
    ...elements.having('role').filter((node) => SELECT_ROLE.test(attr(node, 'role')!)),
    ...elements.having('aria-haspopup').filter((node) => attr(node, 'aria-haspopup') === 'listbox'),
    ...new ClassTest(a, SELECT_CLASS, { of: 'heads' }).elements(),
    ...new ClassTest(a, COOKING, { of: 'heads' }).elements().filter((box) => isTool(a, box)),
  ];
}

/** Most words of what a cook sets. */
const MAX_TOOL_WORDS = 14;

/** Whether a box is short, has something to press, and no heading, list or table. */
function isTool(a: Annotation, box: HtmlNode): boolean {
  const { index } = box;
  if (wordsIn(a, index) > MAX_TOOL_WORDS || sumIn(a, a.headings, index) > 0) return false;
  if (sumIn(a, a.controls, index) === 0 && sumIn(a, a.linkWords, index) === 0) return false;
  return !['li', 'table', 'h2', 'h3', 'h4'].some((tag) => a.doc.elements.hasWithin(box, tag));
}

function filterBoxes(a: Annotation): readonly HtmlNode[] {
  return elementsCalled(a, FILTERS).filter(({ tag }) => CARRIERS.has(tag));
}

/** Whether an element has neither prose nor pictures nor a heading of the first level, and stands in no table. */
function isPlain(a: Annotation, index: number): boolean {
  if ((a.context[index]! & CONTEXT.table) !== 0) return false;
  if (sumIn(a, a.proseWords, index) > 0 || sumIn(a, a.images, index) > 0) return false;
  const [from, to] = blockRange(a, index);
  for (let b = from; b < to; b++) if (headingLevel(a, a.blocks[b]!) === 1) return false;
  return true;
}
