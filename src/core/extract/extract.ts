import { attr, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { lazy } from '../lazy.ts';
import type { ConvertOptions } from '../options.ts';
import { type Annotation, annotate } from './annotate.ts';
import { keepMatches, readSelectors, removeMatches } from './apply-selectors.ts';
import { chooseThreshold } from './choose-threshold.ts';
import { dropAdvertisements, dropBanners } from './drop-advertisements.ts';
import { dropAppendages } from './drop-appendages.ts';
import { dropAuthorDetails } from './drop-author-details.ts';
import { dropCardActions } from './drop-card-actions.ts';
import { dropChoices } from './drop-choices.ts';
import { dropChrome } from './drop-chrome.ts';
import { dropControls } from './drop-controls.ts';
import { dropClones, dropCopies } from './drop-copies.ts';
import { dropReviews } from './drop-reviews.ts';
import { dropTemplates } from './drop-templates.ts';
import { dropWidows } from './drop-widows.ts';
import { CONTEXT } from './element-kind.ts';
import { evenCards } from './even-cards.ts';
import { evenPositions } from './even-positions.ts';
import { barredNodes, dropHidden, shownBlocks } from './hidden-content.ts';
import { keepAuthors } from './keep-authors.ts';
import { keepBylines, keepSpeakers } from './keep-bylines.ts';
import { keepCardNames } from './keep-card-names.ts';
import { keepCards } from './keep-cards.ts';
import { keepDates } from './keep-dates.ts';
import { keepHeadings } from './keep-headings.ts';
import { keepIngredients } from './keep-ingredients.ts';
import { keepLabels, keepValues } from './keep-labels.ts';
import { keepNotes } from './keep-notes.ts';
import { keepOffers } from './keep-offers.ts';
import { keepPictures } from './keep-pictures.ts';
import { keepPrice } from './keep-price.ts';
import { keepAlike, keepSurrounded } from './keep-surrounded.ts';
import { keepTitle } from './keep-title.ts';
import { keepAnnounced, keepButtonsInText, keepOpeners, keepTogether } from './keep-together.ts';
import { keepWhole, keepWordless } from './keep-whole.ts';
import { type ExtractionModel, shippedModel } from './model.ts';
import { declaredKinds, isArticlePage, isProductPage } from './page-kinds.ts';
import { type PageStructure, relateElements, sumIn } from './page-structure.ts';
import { partPosts } from './part-posts.ts';
import { Posts } from './posts.ts';
import { prune, STEPS, stepNumber } from './prune.ts';
import { readChances } from './read-chances.ts';
import type { Selection } from './selection.ts';

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
  /** There is no text. */
  | 'empty';

/** What extraction found. */
export interface Extraction {
  readonly selection: Selection;
  readonly strategy: Strategy | 'none';
  /** Options that could not be followed, a sentence each: selectors that are none, or that match nothing. */
  readonly problems?: readonly string[];
}

/** Fewest words of prose that make the self-check distrust a selection that misses them. */
const MIN_CANDIDATE_PROSE = 120;

/**
 * Chooses what stays of a page. `model` is the shipped one unless given (cross-validation gives those that
 * never saw the page's site). Never throws for a page or a selector.
 */
export function extract(doc: HtmlDocument, options: ConvertOptions, model?: ExtractionModel): Extraction {
  const a = annotate(doc);
  const removedBy = new Uint8Array(doc.nodes.length);
  const revealed = new Uint8Array(doc.nodes.length);
  const selection = { removedBy, steps: STEPS, revealed };
  removeUnrendered(a, removedBy);
  const excluded = readSelectors(options.excludeSelectors);
  removeMatches(doc, excluded.selectors, removedBy);
  const included = readSelectors(options.includeSelectors);
  const problems = [...included.problems, ...excluded.problems];
  if (included.selectors.length > 0) {
    if (keepMatches(doc, included.selectors, removedBy))
      return { selection, strategy: 'selectors', problems };
    problems.push('Correct the include selectors: they match nothing on this page.');
  }
  const posts = new Posts(a);
  const { keep, structure, strategy } = decide(a, posts, options, model);
  prune(a, keep, removedBy, revealed, options.scope === 'full');
  if (structure !== null) {
    keepPictures(a, structure, barredNodes(a, keep), keep, removedBy);
    dropBanners(a, removedBy);
  }
  const parted = structure === null ? undefined : partPosts(a, structure, posts, keep);
  return { selection: parted ? { ...selection, parted } : selection, strategy, problems };
}

function decide(
  a: Annotation,
  posts: Posts,
  options: ConvertOptions,
  model: ExtractionModel | undefined,
): { readonly keep: Uint8Array; readonly structure: PageStructure | null; readonly strategy: Strategy } {
  const n = a.blocks.length;
  if (n === 0) return { keep: new Uint8Array(0), structure: null, strategy: 'empty' };
  if (options.scope === 'full') {
    const keep = shownBlocks(a);
    dropClones(a, keep);
    return { keep, structure: null, strategy: 'full' };
  }
  const structure = relateElements(a);
  const url = options.url ?? '';
  const declared = lazy(() => declaredKinds(a.doc));
  const isProduct = lazy(() => isProductPage(declared(), url));
  const isArticle = (): boolean => isArticlePage(declared());
  const chances = readChances(a, structure, url, model ?? shippedModel());
  const threshold = chooseThreshold(
    chances,
    a.blocks.map((block) => block.count.words),
  );
  const keep = Uint8Array.from(chances, (chance) => (chance >= threshold ? 1 : 0));
  dropHidden(a, structure, chances, keep);
  dropChrome(a, chances, keep);
  const reading = { chances, threshold, barred: barredNodes(a, keep) };
  keepWhole(a, reading, isProduct, keep);
  keepSurrounded(a, structure, reading, keep);
  keepAlike(a, structure, reading, keep);
  keepTogether(a, structure, reading, keep);
  keepOpeners(a, reading, keep);
  keepLabels(a, reading, keep);
  keepAnnounced(a, reading, keep);
  keepIngredients(a, reading, keep);
  keepCards(a, structure, reading, isProduct, keep);
  keepOffers(a, structure, reading, () => isProduct() || isArticle(), keep);
  evenCards(a, structure, reading, isProduct, keep);
  keepDates(a, structure, reading, isProduct, keep);
  evenPositions(a, structure, reading, isProduct, keep);
  keepValues(a, structure, reading, keep);
  keepBylines(a, structure, reading, keep);
  keepSpeakers(a, structure, reading, keep);
  keepNotes(a, reading, keep);
  keepHeadings(a, structure, reading, url, keep);
  keepCardNames(a, structure, reading, isArticle, keep);
  dropChoices(a, keep);
  dropControls(a, keep);
  keepTitle(a, url, reading, keep);
  keepPrice(a, reading, isProduct, keep);
  keepAuthors(a, structure, reading, posts, keep);
  dropAuthorDetails(a, structure, posts, keep);
  dropTemplates(a, keep);
  dropAppendages(a, keep);
  dropCardActions(a, structure, keep);
  dropReviews(a, structure, isProduct, keep);
  dropCopies(a, structure, keep);
  dropWidows(a, structure, reading, keep);
  keepWordless(a, reading, keep);
  keepButtonsInText(a, keep);
  dropAdvertisements(a, keep);
  const second = keepCandidate(a, structure, keep);
  return second ? { keep: second, structure, strategy: 'candidate' } : { keep, structure, strategy: 'model' };
}

/** The self-check: a page with a container of much prose of which nearly nothing was kept is read again by rule. */
function keepCandidate(a: Annotation, s: PageStructure, keep: Uint8Array): Uint8Array | null {
  const prose = sumIn(a, a.proseWords, s.candidate);
  let kept = 0;
  for (let i = 0; i < keep.length; i++) if (keep[i] === 1) kept += a.blocks[i]!.count.words;
  if (prose < MIN_CANDIDATE_PROSE || kept * 10 >= prose) return null;
  const chrome = CONTEXT.navigation | CONTEXT.hidden | CONTEXT.dialog;
  const [from, to] = [a.blockStarts[s.candidate]!, a.blockStarts[a.doc.nodes[s.candidate]!.end]!];
  return Uint8Array.from(keep, (own, i) =>
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
