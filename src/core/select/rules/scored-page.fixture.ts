import { lazy } from '../../lazy.ts';
import type { Annotation } from '../../page/annotation.ts';
import { relateElements } from '../../page/page-structure.ts';
import { PageTitles } from '../../page/page-titles.ts';
import { LocalLinks } from '../../units/local-links.ts';
import { Posts } from '../../units/post.ts';
import type { ScoredPage } from './scored-page.ts';
import { findAdvertisements } from './surroundings/drop-advertisements.ts';
import { prunedNodes } from './surroundings/hidden-content.ts';

/** A page of which `keep` was kept, read as told: without probabilities. */
export function scoredPage(a: Annotation, keep: Uint8Array, told: Partial<ScoredPage> = {}): ScoredPage {
  const s = relateElements(a);
  return {
    a,
    s,
    probabilities: [],
    threshold: 0,
    pruned: prunedNodes(a, keep),
    posts: new Posts(a),
    advertisements: lazy(() => findAdvertisements(a)),
    titles: lazy(() => new PageTitles(a.doc)),
    author: () => [],
    links: lazy(() => new LocalLinks(a.doc, null)),
    url: '',
    ...told,
  };
}
