import { explains, instructs } from '../page-kind.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { saysNothingElse, speechOf } from '../speech.ts';
import { against, counted, type Rule, seen } from './rule.ts';

const LEXICON = {
  said: TOPIC.missingWhole,
  beside: TOPIC.wayOut,
  pair: [TOPIC.missingThing, TOPIC.missingState],
  regions: ['main', 'outside'],
} as const;

/** A page that says, with whatever status, that there is no such page. */
export const soft404: Rule = {
  reason: 'soft_404',
  threshold: 5,
  read: (page) => {
    const speech = speechOf(page, LEXICON);
    return [
      seen('title says: missing', 3, speech.title),
      seen('heading says: missing', 3, speech.heading),
      counted('text says: missing', 2, speech.sentences, 2),
      counted('ways out', 1, speech.beside, 2),
      seen(
        'address of an error',
        1,
        /(?:^|[/=_-])(?:404|not-?found|notfound|error)(?:$|[/?&._-])/.test(page.path.slice(0, 300)),
      ),
      seen('status 404 or 410', 2, page.status === 404 || page.status === 410),
      seen('not for indexes', 1, page.marks.noindex),
      seen('code, steps or a table', -2, instructs(page)),
      seen('says nothing else', 2, saysNothingElse(speech)),
      seen('explains', -3, explains(page)),
      against(speech.otherWords, 6),
    ];
  },
};
