import { explains, instructs } from '../page-kind.ts';
import type { PageReading } from '../page-reading.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { saysNothingElse, speechOf } from '../speech.ts';
import { against, counted, type Rule, seen } from './rule.ts';

const LEXICON = {
  said: TOPIC.parkedSaid,
  beside: TOPIC.parkedSupport,
  pair: [TOPIC.domainThing, TOPIC.domainState],
  regions: ['main', 'outside'],
} as const;

const HOST_NAME = /(?:^|\s)[\p{L}\p{N}-]{2,63}(?:\.[\p{L}\p{N}-]{2,63})+(?=$|\s|[!:])/u;

/** A domain without a site: for sale, expired, suspended, or not yet built. */
export const parkedDomain: Rule = {
  reason: 'parked_domain',
  threshold: 5,
  read: (page) => {
    const speech = speechOf(page, LEXICON);
    return [
      seen('title says: parked or for sale', 3, speech.title),
      seen('heading says: parked or for sale', 3, speech.heading),
      counted('text says: parked or for sale', 2, speech.sentences, 2),
      counted('mention of the domain', 1, speech.mentions, 1),
      counted('words of a lander', 1, speech.beside, 2),
      seen('headed by a domain name', 2, namesDomain(page)),
      seen('little text', 1, page.mainWords < 60),
      seen('not for indexes', 1, page.marks.noindex),
      seen('says nothing else', 2, saysNothingElse(speech)),
      seen('code, steps or a table', -3, instructs(page)),
      seen('explains', -3, explains(page)),
      against(speech.otherWords, 12),
    ];
  },
};

function namesDomain({ sentences }: PageReading): boolean {
  return sentences.some(
    ({ role, text }) => (role === 'title' || role === 'heading') && text.length < 90 && HOST_NAME.test(text),
  );
}
