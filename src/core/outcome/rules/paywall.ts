import { TOPIC } from '../phrase-scanner.ts';
import { speechOf } from '../speech.ts';
import { counted, type Rule, seen } from './rule.ts';

const LEXICON = {
  said: TOPIC.payAsk,
  beside: TOPIC.paySupport,
  pair: [TOPIC.withheldThing, TOPIC.withheldState],
  regions: ['main', 'outside', 'overlay'],
} as const;

/** Words of free text: fewer are a teaser, more are worth having although the rest is missing. */
const TEASER_WORDS = 90;
const SUBSTANTIAL_WORDS = 140;

/** The start of an article with an offer in place of the rest. */
export const paywall: Rule = {
  reason: 'paywall',
  threshold: 6,
  read: (page) => {
    const { marks } = page;
    const speech = speechOf(page, LEXICON);
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
      seen('code, tables or many pictures', -2, marks.tables > 0),
      seen('substantial free text', -9, speech.otherWords >= SUBSTANTIAL_WORDS),
    ];
  },
};
