import type { Step } from '../prune.ts';
import { dropCardActions } from './cards/drop-card-actions.ts';
import { evenCards } from './cards/even-cards.ts';
import { evenPositions } from './cards/even-positions.ts';
import { keepCardNames } from './cards/keep-card-names.ts';
import { keepCards } from './cards/keep-cards.ts';
import { keepDates } from './cards/keep-dates.ts';
import { keepOffers } from './cards/keep-offers.ts';
import { dropCopies } from './copies/drop-copies.ts';
import { dropWidows } from './headings/drop-widows.ts';
import { keepHeadings } from './headings/keep-headings.ts';
import { keepTitle } from './headings/keep-title.ts';
import { keepDeclared } from './parts/keep-declared.ts';
import { keepDocumentation } from './parts/keep-documentation.ts';
import { keepFormulas } from './parts/keep-formulas.ts';
import { keepIngredients } from './parts/keep-ingredients.ts';
import { keepLabels, keepValues } from './parts/keep-labels.ts';
import { keepNotes } from './parts/keep-notes.ts';
import { keepPrice } from './parts/keep-price.ts';
import { keepAlike, keepSurrounded } from './parts/keep-surrounded.ts';
import { keepTabs } from './parts/keep-tabs.ts';
import { keepAnnounced, keepButtonsInText, keepOpeners, keepTogether } from './parts/keep-together.ts';
import { keepListed, keepWhole, keepWordless } from './parts/keep-whole.ts';
import type { ScoredPage } from './scored-page.ts';
import { dropAdvertisements } from './surroundings/drop-advertisements.ts';
import { dropAppendages } from './surroundings/drop-appendages.ts';
import { dropChoices } from './surroundings/drop-choices.ts';
import { dropControls } from './surroundings/drop-controls.ts';
import { dropReviews } from './surroundings/drop-reviews.ts';
import { dropSkipped } from './surroundings/drop-skipped.ts';
import { dropSubscriptions } from './surroundings/drop-subscriptions.ts';
import { dropTemplates } from './surroundings/drop-templates.ts';
import { dropAuthorDetails } from './threads/drop-author-details.ts';
import { keepAuthors } from './threads/keep-authors.ts';
import { keepBylines, keepSpeakers } from './threads/keep-bylines.ts';
import { keepPostDates } from './threads/keep-post-dates.ts';

/** Corrects what the model keeps of a page. */
export interface Rule {
  /** Changes `keep`, by block: 1 = stays. */
  readonly apply: (page: ScoredPage, keep: Uint8Array) => void;
  /** What the trace calls the blocks that it drops; absent where it only brings back. */
  readonly step?: Step;
}

/**
 * All rules, in their order: what the model tore or lost comes back first, from the parts of a text to the cards of a list and
 * to what names them; then goes what stands among the content and is none of it.
 */
export const RULES: readonly Rule[] = [
  { apply: keepWhole, step: 'torn' },
  { apply: keepDocumentation },
  { apply: keepSurrounded },
  { apply: keepAlike },
  { apply: keepFormulas },
  { apply: keepListed },
  { apply: keepTogether },
  { apply: keepOpeners },
  { apply: keepLabels },
  { apply: keepAnnounced },
  { apply: keepIngredients },
  { apply: keepCards },
  { apply: keepOffers },
  { apply: evenCards, step: 'uneven' },
  { apply: keepDates },
  { apply: evenPositions },
  { apply: keepValues },
  { apply: keepBylines },
  { apply: keepSpeakers },
  { apply: keepDeclared },
  { apply: keepTabs },
  { apply: keepNotes },
  { apply: keepHeadings },
  { apply: keepCardNames },
  { apply: dropChoices, step: 'choice' },
  { apply: dropControls, step: 'control' },
  { apply: keepTitle },
  { apply: keepPrice },
  { apply: keepAuthors },
  { apply: keepPostDates },
  { apply: dropAuthorDetails, step: 'author' },
  { apply: dropTemplates, step: 'template' },
  { apply: dropAppendages, step: 'appendage' },
  { apply: dropSkipped, step: 'appendage' },
  { apply: dropSubscriptions, step: 'appendage' },
  { apply: dropCardActions, step: 'action' },
  { apply: dropReviews, step: 'review' },
  { apply: dropCopies, step: 'copy' },
  { apply: dropWidows, step: 'widow' },
  { apply: keepWordless },
  { apply: keepButtonsInText },
  { apply: dropAdvertisements, step: 'advertisement' },
];
