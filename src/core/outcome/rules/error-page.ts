import { explains, instructs } from '../page-kind.ts';
import type { PageReading } from '../page-reading.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { saysNothingElse, speechOf } from '../speech.ts';
import { against, counted, type Rule, seen } from './rule.ts';

const LEXICON = {
  said: TOPIC.errorSaid,
  beside: TOPIC.errorSupport,
  pair: [TOPIC.failingThing, TOPIC.failingState],
  regions: ['main', 'outside'],
} as const;

/** A page that a server, an application or its operator shows when the real one cannot be made. */
export const errorPage: Rule = {
  reason: 'error_page',
  threshold: 5,
  read: (page) => {
    const speech = speechOf(page, LEXICON);
    const traces = readTraces(page);
    return [
      seen('title tells an error', 3, speech.title),
      seen('heading tells an error', 3, speech.heading),
      counted('text tells an error', 2, speech.sentences, 2),
      seen('trace of a program', 4, traces.phrases >= 3),
      counted('words of an error page', 1, speech.beside, 3),
      seen('status of an error', 1, page.status >= 400),
      seen('not for indexes', 1, page.marks.noindex),
      seen('code, steps or a table', -2, instructs(page)),
      seen('says nothing else', 2, saysNothingElse(speech)),
      seen('explains', -3, explains(page)),
      against(speech.otherWords - traces.words, 6),
    ];
  },
};

/** Different phrases of a failed program in running text, and the words of the sentences that hold two and more. */
function readTraces({ sentences }: PageReading): { phrases: number; words: number } {
  const found = new Set<string>();
  let words = 0;
  for (const sentence of sentences) {
    if (sentence.region !== 'main' || sentence.role !== 'text') continue;
    const hits = sentence.hits.filter(({ topic }) => topic === TOPIC.programTrace);
    for (const { start, end } of hits) found.add(sentence.text.slice(start, end));
    if (hits.length > 1) words += sentence.words;
  }
  return { phrases: found.size, words };
}
