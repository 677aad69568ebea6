import { attr } from '../html/tree.ts';
import { type Annotation, classTest } from './annotate.ts';
import { blockRange, keptIn, keptWords } from './block-range.ts';
import type { Reading } from './data-table.ts';
import { wordsIn } from './page-structure.ts';

/** Names, and microdata, of what a dish is made of and of how it is made, as recipe plug-ins and schema.org have them. */
const INGREDIENTS = /(?:^|[\s_-])(?:recipe)?ingredients?(?=[\s_-]|$)/i;
const STEPS = /(?:^|[\s_-])(?:recipe)?(?:instructions?|directions?|preparation|method)(?=[\s_-]|$)/i;
/** A longer name is a list of utility classes. */
const MAX_NAME_CHARS = 300;
/** Most words of a list of ingredients, and of one of them in the mean. */
const MAX_WORDS = 600;
const MAX_MEAN_WORDS = 14;

/**
 * Keeps the ingredients of a recipe whose steps stay: to the model they are short lines in a box beside the text. Changes
 * `keep`.
 */
export function keepIngredients(a: Annotation, { barred }: Reading, keep: Uint8Array): void {
  const { nodes } = a.doc;
  const kept = keptWords(a, keep);
  const isNamed = (names: RegExp): ((index: number) => boolean) => {
    const passes = (value: string): boolean => value.length < MAX_NAME_CHARS && names.test(value);
    const isCalled = classTest(a, passes);
    return (index) => isCalled(index) || passes(attr(nodes[index]!, 'itemprop') ?? '');
  };
  const [isBox, isStep] = [isNamed(INGREDIENTS), isNamed(STEPS)];
  let hasSteps: boolean | null = null;
  for (let i = 0; i < nodes.length; i++) {
    if (barred[i] === 1 || !isBox(i)) continue;
    const [from, to] = blockRange(a, i);
    const words = wordsIn(a, i);
    if (to - from < 2 || words > MAX_WORDS || words > (to - from) * MAX_MEAN_WORDS) continue;
    hasSteps ??= nodes.some(({ index }) => isStep(index) && keptIn(a, kept, index) > 0);
    if (!hasSteps) return;
    for (let b = from; b < to; b++) if (barred[a.blocks[b]!.first] === 0) keep[b] = 1;
    i = nodes[i]!.end - 1;
  }
}
