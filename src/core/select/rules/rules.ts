import type { Step } from '../prune.ts';
import { dropCopies } from './copies/drop-copies.ts';
import { dropBanner } from './headings/drop-banner.ts';
import { dropOrphans } from './headings/drop-orphans.ts';
import { keepByline } from './headings/keep-byline.ts';
import { keepHeads } from './headings/keep-heads.ts';
import { keepStandfirst } from './headings/keep-standfirst.ts';
import { keepTitle } from './headings/keep-title.ts';
import { keepBetween } from './parts/keep-between.ts';
import { keepDocuments } from './parts/keep-documents.ts';
import { keepExpanders } from './parts/keep-expanders.ts';
import { keepNotes } from './parts/keep-notes.ts';
import { keepUnits } from './parts/keep-units.ts';
import type { ScoredPage } from './scored-page.ts';
import { dropAdvertisements } from './surroundings/drop-advertisements.ts';
import { dropChrome } from './surroundings/drop-chrome.ts';
import { dropContents } from './surroundings/drop-contents.ts';
import { dropFurniture } from './surroundings/drop-furniture.ts';
import { dropJumps } from './surroundings/drop-jumps.ts';
import { dropHidden } from './surroundings/hidden-content.ts';
import { keepPostHeads } from './threads/keep-post-heads.ts';

/** Corrects what the model keeps of a page. */
export interface Rule {
  /** Changes `keep`, by block: 1 = stays. */
  readonly apply: (page: ScoredPage, keep: Uint8Array) => void;
  /** What the trace calls the blocks that it drops; absent where it only brings back. */
  readonly step?: Step;
}

/**
 * All rules, in their order: what readers do not see and what lies over the page goes, what the model tore or lost comes back, the title
 * before what stands below it, then goes what stands among the content and is none of it. `docs/ablation.md` says what each of them earns.
 */
export const RULES: readonly Rule[] = [
  { apply: dropHidden, step: 'hidden' },
  { apply: dropChrome, step: 'chrome' },
  { apply: keepPostHeads },
  { apply: keepUnits, step: 'partial' },
  { apply: keepTitle },
  { apply: keepStandfirst },
  { apply: keepByline },
  { apply: keepBetween },
  { apply: keepDocuments },
  { apply: keepHeads },
  { apply: keepExpanders },
  { apply: keepNotes },
  { apply: dropBanner, step: 'chrome' },
  { apply: dropCopies, step: 'copy' },
  { apply: dropAdvertisements, step: 'advertisement' },
  { apply: dropFurniture, step: 'furniture' },
  { apply: dropContents, step: 'furniture' },
  { apply: dropJumps, step: 'furniture' },
  { apply: dropOrphans, step: 'partial' },
];
