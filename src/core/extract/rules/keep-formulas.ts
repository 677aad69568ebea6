import { inOrder } from '../../html/element-index.ts';
import type { Annotation } from '../page/annotate.ts';
import { ClassTest } from '../page/class-test.ts';
import type { ScoredPage } from './scored-page.ts';

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
  for (const { index, end } of inOrder([...a.doc.elements.tagged('math', 'mjx-container'), ...drawn])) {
    const block = firstBlock(a, index, end);
    if (block >= 0 && keep[block] !== 1) formulas.add(block);
  }
  const isPart = (b: number): boolean => {
    if (b >= keep.length || keep[b] === 1) return false;
    const { count, first } = a.blocks[b]!;
    return count.words <= (formulas.has(b) ? MAX_WORDS : MAX_LABEL_WORDS) && barred[first] === 0;
  };
  for (const formula of formulas) {
    if (!isPart(formula)) continue;
    let [from, to] = [formula, formula + 1];
    while (from > 0 && isPart(from - 1)) from--;
    while (isPart(to)) to++;
    const before = from > 0 && keep[from - 1] === 1;
    const after = to < keep.length && keep[to] === 1;
    if (before && (after || isBeside(a, from - 1, formula))) keep.fill(1, from, to);
  }
}

function firstBlock(a: Annotation, from: number, to: number): number {
  for (let i = from; i < to; i++) if (a.blockOf[i]! >= 0) return a.blockOf[i]!;
  return -1;
}

/** Whether a box not far around a formula holds a block ahead of it. */
function isBeside(a: Annotation, block: number, formula: number): boolean {
  let box = a.blocks[formula]!.element;
  for (let height = 0; height < MAX_HEIGHT && a.parents[box]! >= 0; height++) box = a.parents[box]!;
  return box <= a.blocks[block]!.first;
}
