import type { PageReading } from '../page-reading.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { labelled, speechOf } from '../speech.ts';
import { against, counted, type Rule, seen } from './rule.ts';

const LEXICON = {
  said: TOPIC.humanCheck,
  beside: TOPIC.challengeSupport | TOPIC.refusal,
  regions: ['main', 'outside', 'overlay'],
} as const;
const REFUSAL = { said: TOPIC.refusal, beside: TOPIC.challengeSupport, regions: LEXICON.regions } as const;

/** Statuses that challenges and refusals come with. */
const STATUSES = new Set([202, 401, 403, 405, 406, 429, 503]);

/**
 * A challenge or a refusal by protection against programs. Vendors change their texts and addresses; what stays is that
 * the page asks for a human, loads a challenge, and holds nothing else.
 */
export const botWall: Rule = {
  reason: 'bot_wall',
  threshold: 6,
  read: (page) => {
    const { marks, status, mainWords } = page;
    const speech = speechOf(page, LEXICON);
    const refusal = speechOf(page, REFUSAL);
    return [
      seen('title asks for a human check', 3, speech.title),
      seen('heading asks for a human check', 3, speech.heading),
      seen('title refuses', 2, refusal.title && !speech.title),
      seen('heading refuses', 1, refusal.heading && !speech.heading),
      counted('text asks for a human check', 2, speech.sentences, 2),
      counted('mention of a human check', 1, speech.mentions, 2),
      counted('words of a challenge', 1, speech.beside, 4),
      seen('button to say that one is human', 2, labelled(page, TOPIC.humanCheck) > 0),
      seen('challenge script', 3, marks.challenges > 0),
      seen('challenge frame', 3, marks.challengeFrames > 0),
      seen('captcha widget', 2, marks.captchas > 0),
      seen('a captcha and next to nothing else', 3, isBareCaptcha(page)),
      seen('proof of work', 2, marks.proofsOfWork > 0),
      seen('no text', 2, mainWords < 8),
      seen('status of a refusal', 2, STATUSES.has(status)),
      seen('not for indexes', 1, marks.noindex),
      seen('reloads by itself', 1, marks.refresh),
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
