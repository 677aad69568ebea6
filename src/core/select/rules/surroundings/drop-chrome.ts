import type { Annotation } from '../../../page/annotation.ts';
import { type BlockRange, blockRange, keptMass, keptWords } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { popUps } from '../../../page/pops-up.ts';
import { CERTAIN } from '../../forest/probability.ts';

/** What is laid over a page or stands below it. */
const CHROME = CONTEXT.dialog | CONTEXT.footer;
/** Fifths of certainty that the words of one come to in the mean when they are content. */
const SURE_FIFTHS = 3;
/** Fewest words beside it for which it goes: with fewer it may be all that a page has. */
const MIN_WORDS_BESIDE = 30;

/**
 * Drops dialogs, popovers and footers that the model is not rather sure of, however little keeps a block elsewhere on the page: a
 * page that is hard to read has a low threshold, and its terms of service came with it. Changes `keep`.
 */
export function dropChrome(a: Annotation, probabilities: ArrayLike<number>, keep: Uint8Array): void {
  const { nodes } = a.doc;
  const onDemand = new Set(popUps(a).map(({ index }) => index));
  const unsure: BlockRange[] = [];
  let beside = keptWords(a, keep)[keep.length]!;
  for (let index = 0; index < nodes.length; index++) {
    if ((a.context[index]! & CHROME) === 0 && !onDemand.has(index)) continue;
    const range = blockRange(a, index);
    const { words, mass } = keptMass(a, probabilities, keep, range);
    if (mass * 5 < words * CERTAIN * SURE_FIFTHS) {
      unsure.push(range);
      beside -= words;
    }
    index = nodes[index]!.end - 1;
  }
  if (beside >= MIN_WORDS_BESIDE) for (const range of unsure) keep.fill(0, ...range);
}
