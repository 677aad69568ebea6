import { attr, ELEMENT, type HtmlNode } from '../html/tree.ts';
import type { Annotation } from './annotate.ts';
import { headingLevel } from './block-features.ts';
import { blockRange, keptWords } from './block-range.ts';
import { CONTEXT } from './element-kind.ts';
import { sumIn } from './page-structure.ts';

/** Roles of what a script draws in place of a `<select>`. */
const SELECT_ROLE = /^(?:combobox|listbox)$/i;
/** Classes of the boxes that libraries draw for it: react-select (under any prefix), Select2, Chosen, Choices, Selectize, Tom Select, vue-select, bootstrap-select. */
const SELECT_CLASS =
  /(?:^|\s)(?:\S*__value-container|select2-container|chosen-container|choices__inner|selectize-control|ts-wrapper|vs__dropdown-toggle|bootstrap-select)(?=\s|$)/;
/** Names of boxes of filters and of the order of a list; a `filter` alone may be one entry of what is filtered. */
const FILTERS =
  /(?:^|[\s_-])(?:filters|facets|(?:filter|facet)[_-]?(?:bar|box|group|list|menu|options|panel)s?|sort-?by)(?=[\s_-]|$)/i;
/** What carries such a name; a term or a cell may be about filters. */
const CARRIERS = new Set(['div', 'aside', 'section', 'nav', 'form', 'ul', 'ol']);
const MAX_NAME_CHARS = 300;

/**
 * Drops what shows the state of a list and no content: filters and sorting by the names of their boxes, and what scripts draw in
 * place of a `<select>`, whose own options are none either. Boxes with prose, pictures or a title hold more than that; what
 * is half of what stays, the page is about. Changes `keep`.
 */
export function dropControls(a: Annotation, keep: Uint8Array): void {
  const { nodes } = a.doc;
  const kept = keptWords(a, keep);
  const all = kept[keep.length]!;
  for (let i = 1; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (node.kind !== ELEMENT || !(isDrawnSelect(node) || isFilterBox(node))) continue;
    const [from, to] = blockRange(a, i);
    const words = kept[to]! - kept[from]!;
    if (words === 0 || words * 2 >= all || !isPlain(a, i)) continue;
    keep.fill(0, from, to);
    i = node.end - 1;
  }
}

function isDrawnSelect(node: HtmlNode): boolean {
  if (SELECT_ROLE.test(attr(node, 'role') ?? '') || attr(node, 'aria-haspopup') === 'listbox') return true;
  const names = attr(node, 'class');
  return names !== null && SELECT_CLASS.test(names.slice(0, MAX_NAME_CHARS));
}

function isFilterBox(node: HtmlNode): boolean {
  if (!CARRIERS.has(node.tag)) return false;
  return ['class', 'id'].some((name) => FILTERS.test((attr(node, name) ?? '').slice(0, MAX_NAME_CHARS)));
}

/** Whether an element has neither prose nor pictures nor a heading of the first level, and stands in no table. */
function isPlain(a: Annotation, index: number): boolean {
  if ((a.context[index]! & CONTEXT.table) !== 0) return false;
  if (sumIn(a, a.proseWords, index) > 0 || sumIn(a, a.images, index) > 0) return false;
  const [from, to] = blockRange(a, index);
  for (let b = from; b < to; b++) if (headingLevel(a, a.blocks[b]!) === 1) return false;
  return true;
}
