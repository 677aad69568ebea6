import { lazy } from '../lazy.ts';
import type { ConvertOptions } from '../options.ts';
import type { Annotation } from '../page/annotation.ts';
import { blockRange, keptWords } from '../page/block-range.ts';
import { CONTEXT } from '../page/element-kind.ts';
import { type PageStructure, relateElements, sumIn } from '../page/page-structure.ts';
import { PageTitles } from '../page/page-titles.ts';
import { wordHashes } from '../page/word-scan.ts';
import { LocalLinks } from '../units/local-links.ts';
import { Posts } from '../units/post.ts';
import { uint8s } from '../zeroed.ts';
import { type ExtractionModel, shippedModel } from './forest/model.ts';
import { STEP } from './prune.ts';
import { expectedBest } from './reading/choose-threshold.ts';
import { readProbabilities } from './reading/read-probabilities.ts';
import { dropClones } from './rules/copies/drop-clones.ts';
import { RULES, type Rule } from './rules/rules.ts';
import type { PageReading, ScoredPage } from './rules/scored-page.ts';
import { findAdvertisements } from './rules/surroundings/drop-advertisements.ts';
import { prunedNodes, shownBlocks } from './rules/surroundings/hidden-content.ts';

/** Which blocks stay. */
export interface Decision {
  /** By block: 1 = stays. */
  readonly keep: Uint8Array;
  /** By block: number of the step that dropped it after the model had kept it; else 0. */
  readonly droppedBy: Uint8Array;
  /** The page as the model read it; null where no model was asked. */
  readonly page: ScoredPage | null;
  readonly strategy: Strategy;
}

/** How a decision was made. */
type Strategy =
  /** As the model reads the page. */
  | 'model'
  /** The model kept next to nothing of a page with much prose: the container of that prose was added. */
  | 'candidate'
  /** `scope: 'full'`. */
  | 'full'
  /** There is no text: pictures and other media are all that the page has, and stay. */
  | 'empty';

/** Fewest words of prose that make the self-check distrust a selection that misses them. */
const MIN_CANDIDATE_PROSE = 120;

/** Decides what stays of a page as the options want it, by the shipped model and all rules. */
export function decide(a: Annotation, options: ConvertOptions): Decision {
  const none = uint8s(a.blocks.length);
  if (a.blocks.length === 0) return { keep: none, droppedBy: none, page: null, strategy: 'empty' };
  if (options.scope !== 'full') return decideByReading(readPage(a, options.url ?? '', shippedModel()));
  const keep = shownBlocks(a);
  dropClones(a, keep);
  return { keep, droppedBy: none, page: null, strategy: 'full' };
}

/** Reads a page with a model: the shipped one, or to measure one that never saw the page's site. */
export function readPage(a: Annotation, url: string, model: ExtractionModel): PageReading {
  const s = relateElements(a);
  return { a, s, probabilities: readProbabilities(a, s, url, model), url };
}

/** Chooses the threshold of a page and follows the rules; others than the engine's are given to measure. */
export function decideByReading(reading: PageReading, rules: readonly Rule[] = RULES): Decision {
  const { a, s, probabilities } = reading;
  const droppedBy = uint8s(a.blocks.length);
  const words = a.blocks.map((block) => block.count.words);
  const { threshold } = expectedBest(probabilities, words);
  const keep = uint8s(words.length);
  for (let i = 0; i < keep.length; i++) if (probabilities[i]! >= threshold) keep[i] = 1;
  const before = uint8s(keep.length);
  const pruned = lazy(() => prunedNodes(a, keep));
  const page: ScoredPage = {
    ...reading,
    threshold,
    // The first that asks brings something back: what is hidden, or laid over the page, is gone then.
    get pruned() {
      return pruned();
    },
    posts: new Posts(a),
    advertisements: lazy(() => findAdvertisements(a)),
    titles: lazy(() => new PageTitles(a.doc)),
    author: lazy(() => (a.doc.author?.() ?? '').split(', ').map(wordHashes)),
    links: lazy(() => new LocalLinks(a.doc, null)),
  };
  for (const { step, apply } of rules) {
    a.doc.budget.spend(keep.length, 'choosing the content');
    // Of a page that stays whole there is nothing to bring back: most small ones.
    if (step === undefined && !keep.includes(0)) continue;
    before.set(keep);
    apply(page, keep);
    if (step === undefined) continue;
    for (let i = 0; i < keep.length; i++) if (before[i] === 1 && keep[i] !== 1) droppedBy[i] = STEP[step];
  }
  const second = keepCandidate(a, s, keep);
  return { keep: second ?? keep, droppedBy, page, strategy: second === null ? 'model' : 'candidate' };
}

/** The self-check: a page with a container of much prose of which nearly nothing was kept is read again by rule. */
function keepCandidate(a: Annotation, s: PageStructure, keep: Uint8Array): Uint8Array | null {
  const prose = sumIn(a, a.proseWords, s.candidate);
  if (prose < MIN_CANDIDATE_PROSE || keptWords(a, keep)[keep.length]! * 10 >= prose) return null;
  const chrome = CONTEXT.navigation | CONTEXT.hidden | CONTEXT.dialog;
  const [from, to] = blockRange(a, s.candidate);
  return keep.map((own, i) =>
    own === 1 || (i >= from && i < to && (a.blocks[i]!.context & chrome) === 0) ? 1 : 0,
  );
}
