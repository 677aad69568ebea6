import { attr } from '../html/tree.ts';
import type { ConvertOptions } from '../options.ts';
import type { Annotation } from '../page/annotation.ts';
import { matchSelectors } from '../page/selectors/match-selector.ts';
import { isFieldOfCode } from '../units/code-label.ts';
import { wordSet } from '../word-set.ts';
import { uint8s } from '../zeroed.ts';
import { type Decision, decide } from './decide.ts';
import { prune, STEP, STEPS } from './prune.ts';
import { keepPictures } from './rules/pictures/keep-pictures.ts';
import type { ScoredPage } from './rules/scored-page.ts';
import { dropBanners } from './rules/surroundings/drop-advertisements.ts';
import { prunedNodes } from './rules/surroundings/hidden-content.ts';
import { partPosts } from './rules/threads/part-posts.ts';
import type { Selection } from './selection.ts';
import { keepMatches, readSelectors, removeMatches } from './selectors/apply-selectors.ts';

/** What extraction found. */
export interface Extraction {
  readonly selection: Selection;
  /** How the content was found; `selectors`: `includeSelectors` decided. */
  readonly strategy: Decision['strategy'] | 'selectors' | 'none';
  /** What the model said of each block, and the least that stays, in 1/4096. Absent: no model was asked. */
  readonly scored?: Pick<ScoredPage, 'probabilities' | 'threshold'>;
}

/**
 * Chooses what stays of a page: as the shipped model and the rules decide, unless `decided` says otherwise (measurements
 * take models that never saw the page's site). Never throws for a page; selectors are valid.
 */
export function extract(
  a: Annotation,
  options: ConvertOptions,
  decided: (a: Annotation, options: ConvertOptions) => Decision = decide,
): Extraction {
  const { doc } = a;
  const removedBy = uint8s(doc.nodes.length);
  const revealed = uint8s(doc.nodes.length);
  const selection = { removedBy, steps: STEPS, revealed };
  removeUnrendered(a, removedBy);
  const excluded = readSelectors(options.excludeSelectors).selectors;
  const included = readSelectors(options.includeSelectors).selectors;
  if (included.length + excluded.length > 0) {
    const [out, kept] = matchSelectors(doc, [excluded, included]);
    removeMatches(doc, out!, removedBy);
    if (included.length > 0) {
      keepMatches(doc, kept!, removedBy);
      return { selection, strategy: 'selectors' };
    }
  }
  const { keep, droppedBy, page, strategy } = decided(a, options);
  prune(a, keep, removedBy, revealed, strategy === 'full' || strategy === 'empty');
  const traced = { ...selection, dropped: { blockOf: a.blockOf, by: droppedBy } };
  if (page === null) return { selection: traced, strategy };
  keepPictures(a, page.s, prunedNodes(a, keep), keep, removedBy);
  dropBanners(page, removedBy);
  const scored = { probabilities: page.probabilities, threshold: page.threshold };
  return { selection: { ...traced, parted: partPosts(page, keep) }, strategy, scored };
}

function removeUnrendered(a: Annotation, removedBy: Uint8Array): void {
  const { nodes } = a.doc;
  for (let i = 0; i < nodes.length; i++) {
    if (a.unrendered[i] !== 1) continue;
    const node = nodes[i]!;
    // MathJax 2 keeps its formulas in scripts; others write what they are called for in their place.
    const isWritten =
      (node.tag === 'script' && (attr(node, 'src') !== null || /^math\//i.test(attr(node, 'type') ?? ''))) ||
      isFieldOfCode(a.doc, node);
    // Media and formulas have no text of their own here; whether they stay is decided by what surrounds them.
    if (!KEPT_MEDIA.has(node.tag) && !isWritten) removedBy[i] = STEP.unrendered;
    i = node.end - 1;
  }
}

const KEPT_MEDIA = wordSet('iframe video audio svg object embed source track input');
