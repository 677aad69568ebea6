import { explains } from '../page-kind.ts';
import type { PageReading } from '../page-reading.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { labelled, speechOf } from '../speech.ts';
import { against, counted, type Rule, seen } from './rule.ts';

const LEXICON = {
  said: TOPIC.consentAsk,
  beside: TOPIC.agreeButton,
  regions: ['main', 'outside', 'overlay'],
} as const;

/** Where a page speaks for itself. */
const OWN = ['main', 'outside'] as const;

/** Words of a page's own text beside which a consent box is a banner, not a wall. */
const BANNER_WORDS = 12;

/**
 * A consent form or an age gate in place of the page. The same words in a box over a page that has text of its own are
 * a banner; a page that explains them is a policy.
 */
export const consentWall: Rule = {
  reason: 'consent_wall',
  threshold: 6,
  read: (page) => {
    const speech = speechOf(page, LEXICON);
    const isPolicy = page.sentences.some(
      ({ role, hits }) =>
        (role === 'title' || role === 'heading') && hits.some(({ topic }) => topic === TOPIC.policyTitle),
    );
    const agrees = labelled(page, TOPIC.agreeButton, page.mainWords > BANNER_WORDS ? OWN : LEXICON.regions);
    return [
      seen('title asks for consent', 2, speech.title),
      seen('heading asks for consent', 2, speech.heading),
      counted('text asks for consent', 1, speech.sentences + speech.mentions, 4),
      seen('button that agrees', 3, agrees > 0),
      seen('several choices', 1, agrees > 1),
      seen('a choice and little else', 2, isBareChoice(page)),
      seen(
        'address of a consent form',
        1,
        /consent|gdpr|privacy-gate|cookie|cmp/.test(page.path.slice(0, 300)),
      ),
      seen('named a policy', -5, isPolicy),
      seen('text of its own', -4, speech.otherWords > BANNER_WORDS && page.sentences.every(isOverlayOrOther)),
      seen('explains', -3, explains(page)),
      against(speech.otherWords, 25),
    ];
  },
};

/** No sentence outside of boxes speaks of consent. */
function isOverlayOrOther({
  region,
  role,
  hits,
}: {
  region: string;
  role: string;
  hits: readonly { topic: number }[];
}): boolean {
  return region === 'overlay' || role === 'control' || !hits.some(({ topic }) => topic === TOPIC.consentAsk);
}

/** A short page that asks for consent outside of any box over it, with a button that agrees. */
function isBareChoice(page: PageReading): boolean {
  const asks = page.sentences.some(
    ({ region, role, hits }) =>
      region !== 'overlay' && role !== 'control' && hits.some(({ topic }) => topic === TOPIC.consentAsk),
  );
  return (
    asks && page.mainWords <= 60 && page.marks.tables === 0 && labelled(page, TOPIC.agreeButton, OWN) > 0
  );
}
