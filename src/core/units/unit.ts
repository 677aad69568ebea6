import { attr, childrenOf, type HtmlNode, nodesOf } from '../html/tree.ts';
import type { Annotation } from '../page/annotation.ts';
import { blockRange } from '../page/block-range.ts';
import { wordsIn } from '../page/page-structure.ts';
import { boxesOfLines } from './code-block.ts';
import { boxTables, isGrid, isLayoutTable } from './data-table.ts';
import { codeTabs } from './tabs.ts';

/** Parts of a page that make sense whole only, or that belong to the text around them. */
export type UnitKind =
  | 'code'
  | 'table'
  | 'terms'
  | 'figure'
  | 'steps'
  | 'quotation'
  | 'disclosure'
  | 'tabs'
  | 'tasks'
  | 'card';

/** A unit: one element. */
export interface Unit {
  readonly kind: UnitKind;
  readonly index: number;
  readonly isGrid: boolean;
}

type Question = (a: Annotation, index: number) => boolean;

const KINDS: readonly (readonly [tag: string, kind: UnitKind, isOne?: Question])[] = [
  ['pre', 'code'],
  ['table', 'table', (a, index) => !isLayoutTable(a, index)],
  ['dl', 'terms'],
  ['figure', 'figure'],
  ['ol', 'steps', areSteps],
  ['blockquote', 'quotation'],
  ['details', 'disclosure'],
  ['ul', 'tasks', areTasks],
  ['a', 'card', isCard],
];

/** Most words of an item of numbered steps in the mean: longer ones are posts or stories. */
const MAX_STEP_WORDS = 80;

/** The units of a page in document order, outer ones first. Tables that arrange a page and numbered lists of texts are none. */
export function unitsOf(a: Annotation): readonly Unit[] {
  const units: Unit[] = codeTabs(a).map(({ index }) => ({ kind: 'tabs', index, isGrid: false }));
  for (const [tag, kind, isOne] of KINDS)
    for (const { index } of a.doc.elements.tagged(tag))
      if (isOne?.(a, index) ?? true)
        units.push({
          kind,
          index: kind === 'quotation' ? withSource(a, index) : index,
          isGrid: kind === 'table' && isGrid(a, index),
        });
  for (const { index } of boxTables(a)) units.push({ kind: 'table', index, isGrid: isGrid(a, index) });
  for (const { index } of boxesOfLines(a)) units.push({ kind: 'code', index, isGrid: false });
  return units.sort((one, other) => one.index - other.index);
}

/** Whether a link is around several blocks: the title of what it leads to, and what is said of it. */
function isCard(a: Annotation, link: number): boolean {
  const [from, to] = blockRange(a, link);
  return to - from > 1;
}

/** Most words of what stands in the box of a quotation beside it: who said it, where, and its address. */
const MAX_SOURCE_WORDS = 24;

/** The box around a quotation and what says whose it is; the quotation itself where there is none. */
function withSource(a: Annotation, quotation: number): number {
  const box = a.doc.nodes[quotation]!.parent!;
  const beside = wordsIn(a, box.index) - wordsIn(a, quotation);
  const [[from, to], [first, end]] = [blockRange(a, box.index), blockRange(a, quotation)];
  const isSource = beside <= MAX_SOURCE_WORDS && to - from - (end - first) === 1;
  return isSource ? box.index : quotation;
}

const MAX_NODES_TO_BOX = 6;

/** Whether each item of a list begins with a check box that readers cannot tick: what a text has is no form. */
function areTasks({ doc }: Annotation, list: number): boolean {
  const isTask = (item: HtmlNode): boolean =>
    nodesOf(doc, item, MAX_NODES_TO_BOX).some(
      (node) => attr(node, 'type') === 'checkbox' && attr(node, 'disabled') !== null,
    );
  let items = 0;
  for (let child = doc.nodes[list]!.first; child !== null; child = child.next) {
    if (child.tag !== 'li') continue;
    if (!isTask(child)) return false;
    items++;
  }
  return items > 0;
}

function areSteps(a: Annotation, list: number): boolean {
  const items = childrenOf(a.doc.nodes[list]!).filter(({ tag }) => tag === 'li');
  return wordsIn(a, list) <= MAX_STEP_WORDS * items.length;
}
