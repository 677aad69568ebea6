import { inOrder } from '../../../html/element-index.ts';
import type { Annotation } from '../../page/annotate.ts';
import { firstBlock } from '../../page/block-range.ts';
import { ClassTest } from '../../page/class-test.ts';
import type { ScoredPage } from '../scored-page.ts';

/** What MathJax and KaTeX draw, by their classes. */
const DRAWN = /katex|MathJax/;
/** Most words of a block with a formula that is torn out of a text, and of what stands beside one: its number. */
const MAX_WORDS = 120;
const MAX_LABEL_WORDS = 3;
/** Elements between a formula at the end of a text and what holds both. */
const MAX_HEIGHT = 4;

/**
 * Brings back formulas, and the sentences around them, in a text that stays: no measure of prose can speak for what is half
 * signs. With their numbers. Changes `keep`.
 */
export function keepFormulas({ a, barred }: ScoredPage, keep: Uint8Array): void {
  const drawn = new ClassTest(a, DRAWN).elements();
  const formulas = new Set<number>();
  for (const { index } of inOrder([...a.doc.elements.tagged('math', 'mjx-container'), ...drawn])) {
    const block = firstBlock(a, index);
    if (block >= 0 && keep[block] !== 1) formulas.add(block);
  }
  const isFormula = (b: number): boolean => formulas.has(b) && isPart(a, b, MAX_WORDS, barred);
  const isLabel = (b: number): boolean =>
    b < keep.length && keep[b] !== 1 && !formulas.has(b) && isPart(a, b, MAX_LABEL_WORDS, barred);
  let judgedTo = 0;
  for (const formula of [...formulas].sort((one, other) => one - other)) {
    if (formula < judgedTo || !isFormula(formula)) continue;
    let to = formula + 1;
    while (isFormula(to) || (isLabel(to) && (isFormula(to - 1) || isFormula(to + 1)))) to++;
    judgedTo = to;
    const from = formula > 0 && isLabel(formula - 1) ? formula - 1 : formula;
    const before = from > 0 && keep[from - 1] === 1;
    const after = to < keep.length && keep[to] === 1;
    if (before && (after || isBeside(a, from - 1, formula))) keep.fill(1, from, to);
  }
}

/** Whether a block is short enough and not mostly links: a formula in the name of another page is none of the text. */
function isPart(a: Annotation, b: number, most: number, barred: Uint8Array): boolean {
  const { count, linkWords, first } = a.blocks[b]!;
  return count.words <= most && linkWords * 2 <= count.words && barred[first] === 0;
}

/** Whether a box not far around a formula holds a block ahead of it. */
function isBeside(a: Annotation, block: number, formula: number): boolean {
  let box = a.blocks[formula]!.element;
  for (let height = 0; height < MAX_HEIGHT && a.parents[box]! >= 0; height++) box = a.parents[box]!;
  return box <= a.blocks[block]!.first;
}
