import type { PageReading } from '../page-reading.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { explains, hasTopic, labelled, OWN_REGIONS, speechOf } from '../speech.ts';
import { against, counted, type Rule, seen } from './rule.ts';

const HUMAN_CHECK = {
  said: TOPIC.humanCheck,
  beside: TOPIC.challengeSupport | TOPIC.refusal,
  pair: [TOPIC.blockedThing, TOPIC.blockedState],
} as const;
const REFUSAL = { said: TOPIC.refusal, beside: TOPIC.challengeSupport } as const;

/** Statuses that challenges and refusals come with. */
const REFUSAL_STATUSES = new Set([202, 401, 403, 405, 406, 429, 503]);

/**
 * A challenge or a refusal by protection against programs. Vendors change their texts and addresses; what stays is that
 * the page asks for a human, loads a challenge, and holds nothing else.
 */
const botWall: Rule = {
  reason: 'bot_wall',
  threshold: 6,
  read: (page) => {
    const { marks, status, mainWords } = page;
    const speech = speechOf(page, HUMAN_CHECK);
    const refusal = speechOf(page, REFUSAL);
    return [
      seen('title asks for a human check', 3, speech.title),
      seen('heading asks for a human check', 3, speech.heading),
      seen('title refuses', 2, refusal.title && !speech.title),
      seen('heading refuses', 1, refusal.heading && !speech.heading),
      counted('text asks for a human check', 2, speech.sentences, 2),
      counted('mention of a human check', 1, speech.mentions, 2),
      counted('words of a challenge', 1, speech.beside, 4),
      seen('challenge script', 3, marks.challenges > 0),
      seen('challenge frame', 3, marks.challengeFrames > 0),
      seen('captcha widget', 2, marks.captchas > 0),
      seen('a captcha and next to nothing else', 3, isBareCaptcha(page)),
      seen('proof of work', 2, marks.proofsOfWork > 0),
      seen('no text', 2, mainWords < 8),
      seen('status of a refusal', 2, REFUSAL_STATUSES.has(status)),
      seen('not for indexes', 1, marks.noindex),
      against(speech.otherWords, 15),
    ];
  },
};

/** A captcha, or a script that works for a proof, on a page with next to no text and nothing else to fill in. */
function isBareCaptcha({ marks, mainWords }: PageReading): boolean {
  const tests = marks.captchas + marks.proofsOfWork + marks.challengeFrames;
  return (
    tests > 0 && mainWords <= 60 && marks.textAreas === 0 && marks.textFields <= 1 && marks.passwords === 0
  );
}

const CONSENT = { said: TOPIC.consentAsk | TOPIC.ageAsk, beside: TOPIC.agreeButton } as const;

/** Words of a page's own text beside which a consent box is a banner, not a wall. */
const BANNER_WORDS = 12;

/**
 * A consent form or an age gate in place of the page. The same words in a box over a page that has text of its own are
 * a banner; a page that explains them is a policy.
 */
const consentWall: Rule = {
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
    const isBareChoice = asksInText && page.mainWords <= 60 && page.marks.tables === 0 && ownChoices > 0;
    return [
      seen('title asks for consent', 2, speech.title),
      seen('heading asks for consent', 2, speech.heading),
      counted('text asks for consent', 1, speech.sentences + speech.mentions, 4),
      seen('button that agrees', 3, choices > 0),
      seen('a choice and little else', 2, isBareChoice),
      seen('asks for an age and little else', 3, asksAge),
      seen('button that answers with an age', 3, asksAge && choices === 0),
      seen('named a policy', -5, isPolicy),
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
  const regions = mainWords > BANNER_WORDS ? OWN_REGIONS : undefined;
  const asks = sentences.some(
    (one) => one.role !== 'control' && (regions?.includes(one.region) ?? true) && hasTopic(one, TOPIC.ageAsk),
  );
  const answers = asks ? labelled(page, TOPIC.agreeButton | TOPIC.ageAnswer, regions) : 0;
  return answers > 0 && answers <= AGE_ANSWERS;
}

const LOGIN = { said: TOPIC.loginAsk | TOPIC.loginWord, beside: TOPIC.loginSupport } as const;
const LOGIN_DEMAND = { said: TOPIC.loginAsk, beside: TOPIC.loginWord | TOPIC.loginSupport } as const;

/** A login form, or the demand to log in, in place of the page. */
const loginWall: Rule = {
  reason: 'login_wall',
  threshold: 6,
  read: (page) => {
    const { marks } = page;
    const speech = speechOf(page, LOGIN);
    const demand = speechOf(page, LOGIN_DEMAND);
    const opens = labelled(page, TOPIC.loginWord) > 0;
    const isBareLogin =
      marks.passwords > 0 &&
      marks.textFields <= 2 &&
      marks.textAreas === 0 &&
      speech.otherWords <= 15 &&
      (speech.beside > 1 || opens);
    return [
      seen('heading is of a login', 2, speech.heading),
      counted('text asks to log in', 2, demand.sentences, 2),
      seen('password field', 2, marks.passwords > 0),
      seen('form without other fields', 1, marks.passwords === 1 && marks.textFields <= 2),
      seen('button to log in', 1, opens),
      counted('words of a login form', 1, speech.beside, 2),
      seen('status of a refusal', 1, page.status === 401 || page.status === 403),
      seen('nothing but a login form', 3, isBareLogin),
      seen('says that the site is down', -4, isDown(page)),
      seen('nothing but the demand to log in', 2, opens && demand.sentences > 0 && speech.otherWords <= 6),
      seen('explains', -3, explains(page)),
      against(speech.otherWords, 8),
    ];
  },
};

/** Whether a sentence of the page tells an error or maintenance: the form below is its operator's. */
function isDown({ sentences }: PageReading): boolean {
  return sentences.some(({ role, region, hits, text }) => {
    const told = hits.find(({ topic }) => topic === TOPIC.errorSaid);
    return (
      role === 'text' && region === 'main' && told !== undefined && (told.end - told.start) * 2 > text.length
    );
  });
}

const SUBSCRIPTION = {
  said: TOPIC.payAsk,
  beside: TOPIC.paySupport,
  pair: [TOPIC.withheldThing, TOPIC.withheldState],
} as const;

/** Words of free text: fewer are a teaser, more are worth having although the rest is missing. */
const TEASER_WORDS = 90;
const SUBSTANTIAL_WORDS = 140;

/** The start of an article with an offer in place of the rest. */
const paywall: Rule = {
  reason: 'paywall',
  threshold: 6,
  read: (page) => {
    const { marks } = page;
    const speech = speechOf(page, SUBSCRIPTION);
    const asks = speech.sentences + (speech.heading ? 1 : 0);
    return [
      counted('text asks to subscribe', 3, asks, 1),
      counted('text asks again', 1, asks - 1, 1),
      counted('mention of subscribers', 1, speech.mentions, 1),
      counted('words of an offer', 1, speech.beside, 2),
      seen('box named as a paywall', 1, marks.gates > 0),
      seen('data says: not free', 2, marks.notFree),
      seen('only a teaser', 2, speech.otherWords < TEASER_WORDS),
      seen('no demand to subscribe', -4, asks === 0),
      seen('title is of an offer', -3, speech.title),
      seen('substantial free text', -9, speech.otherWords >= SUBSTANTIAL_WORDS),
    ];
  },
};

export const WALLS: readonly Rule[] = [botWall, consentWall, loginWall, paywall];
