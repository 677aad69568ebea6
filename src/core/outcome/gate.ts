import type { Outcome } from '../../contract/failure.ts';
import type { HtmlDocument } from '../html/tree.ts';
import { DELAYS, mayChallenge, REFUSALS } from './challenge-statuses.ts';
import { reloadsWithCookie } from './js-shell.ts';
import { KNOWN } from './known-marks.ts';
import type { PageReading } from './page-reading.ts';
import { TOPIC } from './phrase-scanner.ts';
import { hasTopic } from './speech.ts';

/** Words of a refusal with next to no text: whom to ask about an account takes more. */
const BARE_WORDS = 40;

/**
 * What speaks for trying a browser where a site answered a program with no page: a challenge, or a refusal without a word of what is
 * wanted. None for a login, a payment, a page that is not there, and a refusal for a time that sets no challenge.
 */
export function signsOfGate(page: PageReading, outcome: Outcome, doc: HtmlDocument): readonly string[] {
  const { status, mainWords, unreadWords, marks } = page;
  const isRefused = outcome === 'bot_wall';
  if (status < 400) return isRefused ? ['a wall against programs'] : [];
  if (isRefused && mayChallenge(status) && isChallenge(page)) return [`a challenge with status ${status}`];
  if (DELAYS.has(status) && mainWords + unreadWords <= BARE_WORDS && reloadsWithCookie(doc))
    return [`a cookie and a reload with status ${status}`];
  const asksFor = outcome === 'login_wall' || outcome === 'paywall' || outcome === 'consent_wall';
  return marks.passwords === 0 && !asksFor ? signsOfBareRefusal(status, mainWords + unreadWords) : [];
}

/** The same of a document of so many words that is no page. */
export function signsOfBareRefusal(status: number, words: number): readonly string[] {
  return REFUSALS.has(status) && words <= BARE_WORDS ? [`status ${status} with next to no text`] : [];
}

/** Whether a page asks for a proof of being no program. */
function isChallenge({ title, sentences, marks }: PageReading): boolean {
  return (
    marks.challenges + marks.captchas > 0 ||
    [...marks.known, KNOWN.title.of(title)].some((known) => known?.reason === 'bot_wall') ||
    sentences.some((sentence) => hasTopic(sentence, TOPIC.humanCheck))
  );
}
