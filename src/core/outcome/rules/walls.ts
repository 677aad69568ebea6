import type { PageReading } from '../page-reading.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { labelled, saysNothingElse, speechOf } from '../speech.ts';
import { consentWall } from './consent-wall.ts';
import { loginWall } from './login-wall.ts';
import { against, counted, lacked, NO_TEXT_WORDS, type Rule, SHORT_WORDS, seen, topicsOf } from './rule.ts';

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
  topics: topicsOf(HUMAN_CHECK),
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
      seen('captcha widget', 2, marks.captchas > 0),
      seen('a captcha and next to nothing else', 3, isBareCaptcha(page)),
      seen('no text', 2, mainWords < NO_TEXT_WORDS),
      seen('status of a refusal', 2, REFUSAL_STATUSES.has(status)),
      lacked(page),
      seen('not for indexes', 1, marks.noindex),
      seen('says nothing else', 1, speech.sentences > 0 && saysNothingElse(speech)),
      seen('quotes such a page', -3, speech.quoted > 0),
      against(speech.otherWords, 15),
    ];
  },
};

/** A captcha on a page with next to no text and nothing else to fill in. */
function isBareCaptcha({ marks, mainWords }: PageReading): boolean {
  return (
    marks.captchas > 0 &&
    mainWords <= SHORT_WORDS &&
    marks.textAreas === 0 &&
    marks.textFields <= 1 &&
    marks.passwords === 0
  );
}

const SUBSCRIPTION = {
  said: TOPIC.payAsk,
  beside: TOPIC.paySupport,
  pair: [TOPIC.withheldThing, TOPIC.withheldState],
  apart: true,
} as const;

/** Words of free text: fewer are a teaser, more are worth having although the rest is missing. */
const TEASER_WORDS = 90;
const SUBSTANTIAL_WORDS = 140;

/** The start of an article with an offer in place of the rest. */
const paywall: Rule = {
  reason: 'paywall',
  topics: topicsOf(SUBSCRIPTION),
  threshold: 6,
  read: (page) => {
    const { marks } = page;
    const speech = speechOf(page, SUBSCRIPTION);
    const asks = speech.sentences + (speech.heading ? 1 : 0);
    // What stands in place of the rest is known by its data or its button, whatever its words.
    const isOffered = endsWithOffer(page);
    const isMarked =
      isOffered ||
      (marks.gates > 0 && (marks.notFree || (speech.mentions > 0 && labelled(page, TOPIC.paySupport) > 0)));
    return [
      seen('a price and a way to log in where the text ends', 3, isOffered),
      counted('text asks to subscribe', 3, asks, 1),
      counted('text asks again', 1, Math.max(asks - 1, 0), 1),
      counted('mention of subscribers', 1, speech.mentions, 1),
      counted('words of an offer', 1, speech.beside, 2),
      seen('box named as a paywall', 1, marks.gates > 0),
      seen('data says: not free', 2, marks.notFree),
      seen('only a teaser', 2, speech.otherWords < TEASER_WORDS),
      seen('no demand to subscribe', -4, asks === 0 && !isMarked),
      // An offer of a shop is no rest of an article.
      seen('sells goods', -6, marks.sells && marks.gates === 0 && !marks.notFree),
      seen('title is of an offer', -3, speech.title && marks.gates === 0),
      seen('substantial free text', -9, speech.otherWords >= SUBSTANTIAL_WORDS && !(isOffered && asks > 0)),
    ];
  },
};

/** Sentences at the end of a page among which an offer stands, and fewest words of text ahead of it. */
const OFFER_SENTENCES = 10;
const FEWEST_BEFORE = 20;
const PRICE = /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|euros?\b|kr\b|chf\b|ft\b|lei\b|zl\b|kc\b)/u;
/** What is joined, signed up for or said below a page needs no account for what is read. */
const OTHER_WAYS_IN = /\b(?:join|sign[- ]?up|comment|reply)\b/;
const LOGIN = TOPIC.loginAsk | TOPIC.loginSupport | TOPIC.loginWord;

/** Whether a text ends with a price and a way to log in: what stands in place of the rest, whatever its words. */
function endsWithOffer({ sentences, marks }: PageReading): boolean {
  if (marks.sells) return false;
  const main = sentences.filter(({ region, role }) => region === 'main' && role !== 'title');
  const end = main.slice(-OFFER_SENTENCES);
  const price = end.findIndex(({ text }) => PRICE.test(text));
  if (price < 0 || !end.some(({ topics, text }) => (topics & LOGIN) !== 0 && !OTHER_WAYS_IN.test(text)))
    return false;
  const before = main.slice(0, Math.max(0, main.length - OFFER_SENTENCES) + price);
  // A page that sells goods tells their price ahead of what they are.
  if (before.slice(0, OFFER_SENTENCES).some(({ text }) => PRICE.test(text))) return false;
  const words = before.reduce((sum, { role, words }) => sum + (role === 'text' ? words : 0), 0);
  return words >= FEWEST_BEFORE;
}

export const WALLS: readonly Rule[] = [botWall, consentWall, loginWall, paywall];
