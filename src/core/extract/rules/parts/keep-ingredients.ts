import { inOrder } from '../../../html/element-index.ts';
import { attr, type HtmlNode } from '../../../html/tree.ts';
import { lazy } from '../../../lazy.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptIn, keptWords } from '../../page/block-range.ts';
import { ClassTest } from '../../page/class-test.ts';
import { wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

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
export function keepIngredients({ a, barred }: ScoredPage, keep: Uint8Array): void {
  const kept = keptWords(a, keep);
  const hasSteps = lazy(() => named(a, STEPS).some(({ index }) => keptIn(a, kept, index) > 0));
  let keptTo = 0;
  for (const { index: i, end } of named(a, INGREDIENTS)) {
    if (i < keptTo || barred[i] === 1) continue;
    const [from, to] = blockRange(a, i);
    const words = wordsIn(a, i);
    if (to - from < 2 || words > MAX_WORDS || words > (to - from) * MAX_MEAN_WORDS) continue;
    if (!hasSteps()) return;
    for (let b = from; b < to; b++) if (barred[a.blocks[b]!.first] === 0) keep[b] = 1;
    keptTo = end;
  }
}

/** Elements whose class or microdata says so. */
function named(a: Annotation, names: RegExp): readonly HtmlNode[] {
  const passes = (value: string): boolean => value.length < MAX_NAME_CHARS && names.test(value);
  const properties = a.doc.elements.having('itemprop').filter((node) => passes(attr(node, 'itemprop')!));
  return inOrder([...new ClassTest(a, names, { passes }).elements(), ...properties]);
}
