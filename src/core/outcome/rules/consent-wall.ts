import type { PageReading } from '../page-reading.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { ALL_REGIONS, explains, hasTopic, isHeaded, labelled, OWN_REGIONS, speechOf } from '../speech.ts';
import { against, counted, lacked, type Rule, seen, topicsOf } from './rule.ts';

const CONSENT = { said: TOPIC.consentAsk | TOPIC.ageAsk, beside: TOPIC.agreeButton } as const;

/** Words of a page's own text beside which a consent box is a banner, not a wall. */
const BANNER_WORDS = 12;

/**
 * A consent form or an age gate in place of the page. The same words in a box over a page that has text of its own are
 * a banner; a page that explains them is a policy.
 */
export const consentWall: Rule = {
  reason: 'consent_wall',
  topics: topicsOf(CONSENT),
  threshold: 6,
  read: (page) => {
    const speech = speechOf(page, CONSENT);
    const asksInText = page.sentences.some(
      (sentence) =>
        sentence.region !== 'overlay' && sentence.role !== 'control' && hasTopic(sentence, CONSENT.said),
    );
    const ownChoices = labelled(page, TOPIC.agreeButton, OWN_REGIONS);
    const choices = page.mainWords > BANNER_WORDS ? ownChoices : labelled(page, TOPIC.agreeButton);
    const asksAge = isAgeGate(page, speech.otherWords);
    const says = speech.title || speech.heading || speech.sentences > 0 || speech.mentions > 1;
    const isBareChoice = says && asksInText && ownChoices > 0;
    return [
      seen('title asks for consent', 2, speech.title),
      seen('heading asks for consent', 2, speech.heading),
      counted('text asks for consent', 1, speech.sentences + speech.mentions, 4),
      seen('button that agrees', 3, choices > 0),
      seen('a choice and little else', 2, isBareChoice),
      seen('asks for an age and little else', 3, asksAge),
      seen('button that answers with an age', 3, asksAge && choices === 0),
      lacked(page),
      seen('named a policy', -5, isHeaded(page, TOPIC.policyTitle)),
      seen('text of its own', -4, speech.otherWords > BANNER_WORDS && !asksInText),
      seen('explains', -3, explains(page)),
      against(speech.otherWords, 25),
    ];
  },
};

/** Words of an age gate about something else: what the law and the house say. An article that one is laid over has more. */
const AGE_GATE_OTHER_WORDS = 30;
/** The most controls that answer an age gate: a form with more questions has more. */
const AGE_ANSWERS = 3;

/** A page that asks for an age, has next to no other text, and can be answered. */
function isAgeGate(page: PageReading, otherWords: number): boolean {
  const { marks, mainWords, sentences } = page;
  if (otherWords > AGE_GATE_OTHER_WORDS || marks.textAreas + marks.tables + marks.passwords > 0) return false;
  const regions = mainWords > BANNER_WORDS ? OWN_REGIONS : ALL_REGIONS;
  const asks = sentences.some((one) => regions.includes(one.region) && hasTopic(one, TOPIC.ageAsk));
  const answers = asks ? labelled(page, TOPIC.agreeButton | TOPIC.ageAnswer, regions) : 0;
  return answers > 0 && answers <= AGE_ANSWERS;
}
