import { attr, ELEMENT, type HtmlNode } from '../../../html/tree.ts';
import { int32s } from '../../../zeroed.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptIn, keptWords } from '../../page/block-range.ts';
import { CONTEXT } from '../../page/element-kind.ts';
import { wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Fewest choices of a box of them, and most words that it has for each. */
const MIN_CHOICES = 3;
const MAX_WORDS_PER_CHOICE = 20;

/**
 * Drops what a form offers to choose from, with the headings and labels in its box: filters of a list, sizes and colours of
 * a product, products to compare. Lists of tasks stand in no form. Where half of what stays is offered, it is what the page
 * is about. Changes `keep`.
 */
export function dropChoices({ a }: ScoredPage, keep: Uint8Array): void {
  const { nodes } = a.doc;
  const choices = int32s(nodes.length + 1);
  for (const node of a.doc.elements.tagged('input')) if (isChoice(a, node)) choices[node.index + 1] = 1;
  for (let i = 0; i < nodes.length; i++) choices[i + 1]! += choices[i]!;
  if (choices[nodes.length]! < MIN_CHOICES) return;
  const kept = keptWords(a, keep);
  const found: (readonly [number, number])[] = [];
  let words = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (node.kind !== ELEMENT || (a.context[i]! & CONTEXT.form) === 0) continue;
    const offered = choices[node.end]! - choices[i]!;
    if (offered < MIN_CHOICES || wordsIn(a, i) > offered * MAX_WORDS_PER_CHOICE) continue;
    found.push(blockRange(a, i));
    words += keptIn(a, kept, i);
    i = node.end - 1;
  }
  if (words * 2 < kept[keep.length]!) for (const range of found) keep.fill(0, ...range);
}

/** Whether a node is a box of a form that can be ticked. Those in tables belong to their rows. */
function isChoice(a: Annotation, node: HtmlNode): boolean {
  if (!/^(?:checkbox|radio)$/i.test(attr(node, 'type') ?? '')) return false;
  const around = a.context[node.parent!.index]!;
  return (around & (CONTEXT.form | CONTEXT.table)) === CONTEXT.form && attr(node, 'disabled') === null;
}
