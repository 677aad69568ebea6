import type { Annotation } from '../../../page/annotation.ts';
import { type BlockRange, blockRange, keptMass, keptWords } from '../../../page/block-range.ts';
import { CONTEXT } from '../../../page/element-kind.ts';
import { popUps } from '../../../page/pops-up.ts';
import { ROLE } from '../../../page/roles.ts';
import { uint8s } from '../../../zeroed.ts';
import { CERTAIN } from '../../forest/probability.ts';
import { elementsCalled } from '../elements-called.ts';
import type { ScoredPage } from '../scored-page.ts';

/** What is laid over a page or stands below it. */
const CHROME = CONTEXT.dialog | CONTEXT.footer;
/** Fifths of certainty that the words of one come to in the mean when they are content. */
const SURE_FIFTHS = 3;
/** The same of what readers answer to a text. */
const SURE_ANSWER_FIFTHS = 4;
/** A text is at least twice as long as what readers answer to it: the posts of a thread answer to less. */
const MOST_ANSWERED = 3;
/** Fewest words beside it for which it goes: with fewer it may be all that a page has. */
const MIN_WORDS_BESIDE = 30;

/**
 * Drops dialogs, popovers and footers that the model is not rather sure of, however little keeps a block elsewhere on the page: a
 * page that is hard to read has a low threshold, and its terms of service came with it. Changes `keep`.
 */
export function dropChrome(
  { a, probabilities }: Pick<ScoredPage, 'a' | 'probabilities'>,
  keep: Uint8Array,
): void {
  const { nodes } = a.doc;
  const onDemand = uint8s(nodes.length);
  for (const { index } of popUps(a)) onDemand[index] = 1;
  const answers = commentsOf(a);
  const unsure: BlockRange[] = [];
  const all = keptWords(a, keep)[keep.length]!;
  let beside = all;
  for (let index = 0; index < nodes.length; index++) {
    const isChrome = (a.context[index]! & CHROME) !== 0 || onDemand[index] === 1;
    if (!isChrome && index !== answers) continue;
    const range = blockRange(a, index);
    const { words, mass } = keptMass(a, probabilities, keep, range);
    const asked = words * CERTAIN * (isChrome ? SURE_FIFTHS : SURE_ANSWER_FIFTHS);
    if (mass * 5 < asked && (isChrome || words * MOST_ANSWERED <= all)) {
      unsure.push(range);
      beside -= words;
    }
    index = nodes[index]!.end - 1;
  }
  if (beside >= MIN_WORDS_BESIDE) for (const range of unsure) keep.fill(0, ...range);
}

/** The one box in which readers answer to the text of a page; -1 without one, or with several: those of a thread. */
function commentsOf(a: Annotation): number {
  const called = elementsCalled(a, ROLE.comments);
  const [first] = called;
  return first !== undefined && called.every(({ index }) => index < first.end) ? first.index : -1;
}
