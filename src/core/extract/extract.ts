import { attr, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { lazy } from '../lazy.ts';
import type { ConvertOptions } from '../options.ts';
import { uint8s } from '../zeroed.ts';
import { type ExtractionModel, shippedModel } from './forest/model.ts';
import { type Annotation, annotate } from './page/annotate.ts';
import { blockRange } from './page/block-range.ts';
import { CONTEXT } from './page/element-kind.ts';
import { declaredKinds, isArticlePage, isProductPage } from './page/page-kinds.ts';
import { type PageStructure, relateElements, sumIn } from './page/page-structure.ts';
import { PageTitles } from './page/page-titles.ts';
import { Posts } from './page/posts.ts';
import { prune, STEPS, type Step, stepNumber } from './prune.ts';
import { chooseThreshold } from './reading/choose-threshold.ts';
import { readChances } from './reading/read-chances.ts';
import { repeatedLists } from './rules/cards/card-lists.ts';
import { dropClones } from './rules/copies/drop-copies.ts';
import { keepPictures } from './rules/pictures/keep-pictures.ts';
import { RULES } from './rules/rules.ts';
import type { ScoredPage } from './rules/scored-page.ts';
import { dropBanners, findAdvertisements } from './rules/surroundings/drop-advertisements.ts';
import { dropChrome } from './rules/surroundings/drop-chrome.ts';
import { barredNodes, dropHidden, shownBlocks } from './rules/surroundings/hidden-content.ts';
import { partPosts } from './rules/threads/part-posts.ts';
import type { Selection } from './selection.ts';
import { keepMatches, readSelectors, removeMatches } from './selectors/apply-selectors.ts';
import { matchSelectors } from './selectors/match-selector.ts';

/** How the content was found. */
export type Strategy =
  /** As the model reads the page. */
  | 'model'
  /** The model kept next to nothing of a page with much prose: the container of that prose was added. */
  | 'candidate'
  /** `scope: 'full'`. */
  | 'full'
  /** `includeSelectors` decided. */
  | 'selectors'
  /** There is no text: pictures and other media are all that the page has, and stay. */
  | 'empty';

/** What extraction found. */
export interface Extraction {
  readonly selection: Selection;
  readonly strategy: Strategy | 'none';
  /** Options that could not be followed, a sentence each: selectors that are none, or that match nothing. */
  readonly problems?: readonly string[];
  /** What the model said of each block, and the least that stays, in 1/4096. Absent: no model was asked. */
  readonly scored?: Pick<ScoredPage, 'chances' | 'threshold'>;
}

/** Fewest words of prose that make the self-check distrust a selection that misses them. */
const MIN_CANDIDATE_PROSE = 120;

/**
 * Chooses what stays of a page. `model` is the shipped one unless given (cross-validation gives those that
 * never saw the page's site). Never throws for a page or a selector.
 */
export function extract(doc: HtmlDocument, options: ConvertOptions, model?: ExtractionModel): Extraction {
  doc.budget.spend(doc.nodes.length, 'reading the elements');
  const a = annotate(doc);
  const removedBy = uint8s(doc.nodes.length);
  const revealed = uint8s(doc.nodes.length);
  const selection = { removedBy, steps: STEPS, revealed };
  removeUnrendered(a, removedBy);
  const excluded = readSelectors(options.excludeSelectors);
  const included = readSelectors(options.includeSelectors);
  const problems = [...included.problems, ...excluded.problems];
  if (included.selectors.length + excluded.selectors.length > 0) {
    const [out, kept] = matchSelectors(doc, [excluded.selectors, included.selectors]);
    removeMatches(doc, out!, removedBy);
    if (included.selectors.length > 0) {
      if (keepMatches(doc, kept!, removedBy)) return { selection, strategy: 'selectors', problems };
      problems.push('Correct the include selectors: they match nothing on this page.');
    }
  }
  const { keep, droppedBy, page, strategy } = decide(a, options, model);
  prune(a, keep, removedBy, revealed, strategy === 'full' || strategy === 'empty');
  const decided = { ...selection, dropped: { blockOf: a.blockOf, by: droppedBy } };
  if (page === null) return { selection: decided, strategy, problems };
  keepPictures(a, page.s, barredNodes(a, keep), keep, removedBy);
  dropBanners(page, removedBy);
  const scored = { chances: page.chances, threshold: page.threshold };
  return { selection: { ...decided, parted: partPosts(page, keep) }, strategy, problems, scored };
}

/** Which blocks stay. */
interface Decision {
  /** By block: 1 = stays. */
  readonly keep: Uint8Array;
  /** By block: number of the step that dropped it after the model had kept it; else 0. */
  readonly droppedBy: Uint8Array;
  /** The page as the model read it; null where no model was asked. */
  readonly page: ScoredPage | null;
  readonly strategy: Strategy;
}

function decide(a: Annotation, options: ConvertOptions, model: ExtractionModel | undefined): Decision {
  const droppedBy = uint8s(a.blocks.length);
  if (a.blocks.length === 0) return { keep: droppedBy, droppedBy, page: null, strategy: 'empty' };
  if (options.scope === 'full') {
    const keep = shownBlocks(a);
    dropClones(a, keep);
    return { keep, droppedBy, page: null, strategy: 'full' };
  }
  const s = relateElements(a);
  const url = options.url ?? '';
  const chances = readChances(a, s, url, model ?? shippedModel());
  const threshold = chooseThreshold(
    chances,
    a.blocks.map((block) => block.count.words),
  );
  const keep = new Uint8Array(chances.map((chance) => (chance >= threshold ? 1 : 0)));
  const before = uint8s(keep.length);
  /** Lets `apply` change `keep`, and notes what it dropped. */
  const follow = (step: Step, apply: () => void): void => {
    before.set(keep);
    apply();
    const number = stepNumber(step);
    for (let i = 0; i < keep.length; i++) if (before[i] === 1 && keep[i] !== 1) droppedBy[i] = number;
  };
  follow('hidden', () => dropHidden(a, s, chances, keep));
  follow('chrome', () => dropChrome(a, chances, keep));
  const declared = lazy(() => declaredKinds(a.doc));
  const page: ScoredPage = {
    a,
    s,
    chances,
    threshold,
    barred: barredNodes(a, keep),
    posts: new Posts(a),
    lists: lazy(() => repeatedLists(a, s)),
    advertisements: lazy(() => findAdvertisements(a)),
    titles: lazy(() => new PageTitles(a.doc)),
    url,
    isProduct: lazy(() => isProductPage(declared(), url)),
    isArticle: lazy(() => isArticlePage(declared())),
  };
  for (const { step, apply } of RULES) {
    a.doc.budget.spend(keep.length, 'choosing the content');
    if (step !== undefined) follow(step, () => apply(page, keep));
    // Of a page that stays whole there is nothing to bring back: most small ones.
    else if (keep.includes(0)) apply(page, keep);
  }
  const second = keepCandidate(a, s, keep);
  return second === null
    ? { keep, droppedBy, page, strategy: 'model' }
    : { keep: second, droppedBy, page, strategy: 'candidate' };
}

/** The self-check: a page with a container of much prose of which nearly nothing was kept is read again by rule. */
function keepCandidate(a: Annotation, s: PageStructure, keep: Uint8Array): Uint8Array | null {
  const prose = sumIn(a, a.proseWords, s.candidate);
  let kept = 0;
  for (let i = 0; i < keep.length; i++) if (keep[i] === 1) kept += a.blocks[i]!.count.words;
  if (prose < MIN_CANDIDATE_PROSE || kept * 10 >= prose) return null;
  const chrome = CONTEXT.navigation | CONTEXT.hidden | CONTEXT.dialog;
  const [from, to] = blockRange(a, s.candidate);
  return keep.map((own, i) =>
    own === 1 || (i >= from && i < to && (a.blocks[i]!.context & chrome) === 0) ? 1 : 0,
  );
}

function removeUnrendered(a: Annotation, removedBy: Uint8Array): void {
  const { nodes } = a.doc;
  const step = stepNumber('unrendered');
  for (let i = 0; i < nodes.length; i++) {
    if (a.unrendered[i] !== 1) continue;
    const node = nodes[i]!;
    // Media and formulas have no text of their own here; whether they stay is decided by what surrounds them.
    if (!KEPT_MEDIA.has(node.tag) && !isFormula(node)) removedBy[i] = step;
    i = node.end - 1;
  }
}

/** MathJax 2 keeps its formulas in scripts. */
function isFormula(node: HtmlNode): boolean {
  return node.tag === 'script' && /^math\//i.test(attr(node, 'type') ?? '');
}

const KEPT_MEDIA = new Set([
  'iframe',
  'video',
  'audio',
  'svg',
  'object',
  'embed',
  'source',
  'track',
  'input',
]);
