import type { PageReading } from '../page-reading.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { explains, hasTopic, labelled, OWN_REGIONS, speechOf } from '../speech.ts';
import { against, counted, type Rule, SHORT_WORDS, seen } from './rule.ts';

const CONSENT = { said: TOPIC.consentAsk | TOPIC.ageAsk, beside: TOPIC.agreeButton } as const;

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
    const speech = speechOf(page, CONSENT);
    const isPolicy = page.sentences.some(
      (sentence) =>
        (sentence.role === 'title' || sentence.role === 'heading') && hasTopic(sentence, TOPIC.policyTitle),
    );
    const asksInText = page.sentences.some(
      (sentence) =>
        sentence.region !== 'overlay' && sentence.role !== 'control' && hasTopic(sentence, CONSENT.said),
    );
    const ownChoices = labelled(page, TOPIC.agreeButton, OWN_REGIONS);
    const choices = page.mainWords > BANNER_WORDS ? ownChoices : labelled(page, TOPIC.agreeButton);
    const asksAge = isAgeGate(page, speech.otherWords);
    const says = speech.title || speech.heading || speech.sentences > 0 || speech.mentions > 1;
    const isBareChoice = says && asksInText && ownChoices > 0 && isAboutConsent(page);
    return [
      seen('title asks for consent', 2, speech.title),
      seen('heading asks for consent', 2, speech.heading),
      counted('text asks for consent', 1, speech.sentences + speech.mentions, 4),
      seen('button that agrees', 3, choices > 0),
      seen('a choice and little else', 2, isBareChoice),
      seen('a price as the other choice', 2, isBareChoice && namesPrice(page)),
      seen('asks for an age and little else', 3, asksAge),
      seen('button that answers with an age', 3, asksAge && choices === 0),
      seen('named a policy', -5, isPolicy),
      seen('text of its own', -4, speech.otherWords > BANNER_WORDS && !asksInText),
      seen('explains', -3, explains(page)),
      against(speech.otherWords, 25),
    ];
  },
};

/** Words of the longest page that says nothing but what it asks consent for. */
const CONSENT_WORDS = 160;

/** Whether a page is short, or at least half of its words stand in sentences about consent. */
function isAboutConsent({ marks, mainWords, sentences }: PageReading): boolean {
  if (marks.tables + marks.textAreas > 0 || mainWords > CONSENT_WORDS) return false;
  const about = sentences.filter(
    (one) =>
      one.region === 'main' && one.role !== 'title' && one.role !== 'control' && hasTopic(one, CONSENT.said),
  );
  return mainWords <= SHORT_WORDS || about.reduce((sum, { words }) => sum + words, 0) * 2 >= mainWords;
}

/** Whether a page offers what it costs, beside its text or on a control. */
function namesPrice({ sentences }: PageReading): boolean {
  return sentences.some(
    (one) => one.role !== 'title' && hasTopic(one, TOPIC.paySupport | TOPIC.payAsk | TOPIC.withheldState),
  );
}

/** Words of an age gate about something else: what the law and the house say. An article that one is laid over has more. */
const AGE_GATE_OTHER_WORDS = 30;
/** The most controls that answer an age gate: a form with more questions has more. */
const AGE_ANSWERS = 3;

/** A page that asks for an age, has next to no other text, and can be answered. */
function isAgeGate(page: PageReading, otherWords: number): boolean {
  const { marks, mainWords, sentences } = page;
  if (otherWords > AGE_GATE_OTHER_WORDS || marks.textAreas + marks.tables + marks.passwords > 0) return false;
  const regions = mainWords > BANNER_WORDS ? OWN_REGIONS : undefined;
  const asks = sentences.some(
    (one) => one.role !== 'control' && (regions?.includes(one.region) ?? true) && hasTopic(one, TOPIC.ageAsk),
  );
  const answers = asks ? labelled(page, TOPIC.agreeButton | TOPIC.ageAnswer, regions) : 0;
  return answers > 0 && answers <= AGE_ANSWERS;
}
