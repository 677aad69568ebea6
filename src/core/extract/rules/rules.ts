import type { Step } from '../prune.ts';
import { dropAdvertisements } from './drop-advertisements.ts';
import { dropAppendages } from './drop-appendages.ts';
import { dropAuthorDetails } from './drop-author-details.ts';
import { dropCardActions } from './drop-card-actions.ts';
import { dropChoices } from './drop-choices.ts';
import { dropControls } from './drop-controls.ts';
import { dropCopies } from './drop-copies.ts';
import { dropReviews } from './drop-reviews.ts';
import { dropTemplates } from './drop-templates.ts';
import { dropWidows } from './drop-widows.ts';
import { evenCards } from './even-cards.ts';
import { evenPositions } from './even-positions.ts';
import { keepAuthors } from './keep-authors.ts';
import { keepBylines, keepSpeakers } from './keep-bylines.ts';
import { keepCardNames } from './keep-card-names.ts';
import { keepCards } from './keep-cards.ts';
import { keepDates } from './keep-dates.ts';
import { keepDocumentation } from './keep-documentation.ts';
import { keepFormulas } from './keep-formulas.ts';
import { keepHeadings } from './keep-headings.ts';
import { keepIngredients } from './keep-ingredients.ts';
import { keepLabels, keepValues } from './keep-labels.ts';
import { keepNotes } from './keep-notes.ts';
import { keepOffers } from './keep-offers.ts';
import { keepPostDates } from './keep-post-dates.ts';
import { keepPrice } from './keep-price.ts';
import { keepAlike, keepSurrounded } from './keep-surrounded.ts';
import { keepTabs } from './keep-tabs.ts';
import { keepTitle } from './keep-title.ts';
import { keepAnnounced, keepButtonsInText, keepOpeners, keepTogether } from './keep-together.ts';
import { keepListed, keepWhole, keepWordless } from './keep-whole.ts';
import type { ScoredPage } from './scored-page.ts';

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
  { apply: dropCardActions, step: 'action' },
  { apply: dropReviews, step: 'review' },
  { apply: dropCopies, step: 'copy' },
  { apply: dropWidows, step: 'widow' },
  { apply: keepWordless },
  { apply: keepButtonsInText },
  { apply: dropAdvertisements, step: 'advertisement' },
];
