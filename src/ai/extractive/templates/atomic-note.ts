import { actionSentences } from '../action-evidence.ts';
import { plainInline, wordsOf } from '../inline-text.ts';
import type { Sentence } from '../page-text.ts';
import { phrasePattern, withoutAccents } from '../phrase-patterns.ts';
import type { PhraseLanguage } from '../phrases.table.ts';
import {
  type ExtractiveTemplate,
  overlap,
  pickSentences,
  refersBack,
  standsAlone,
} from '../select-sentences.ts';
import { isQuestion } from './answers.ts';

const SUPPORTING_SENTENCES = 3;
const NOTE_CHARACTERS = 900;
/** A claim says something of something, in words at least. */
const FEWEST_CLAIM_WORDS = 5;

/** One idea: the page's most central sentence as the claim, and the sentences closest to that claim. */
export const atomicNote: ExtractiveTemplate = ({ page, scores, language, phrases }) => {
  const usable = page.sentences.filter((sentence) => standsAlone(sentence) && !isQuestion(sentence.text));
  const best = (candidates: readonly Sentence[]) =>
    candidates.toSorted((a, b) => scores.of(b) - scores.of(a) || a.order - b.order)[0];
  const actions = new Set(actionSentences(page, language));
  const headings = new Set(page.sections.map(({ heading }) => wordsOf(heading?.plain ?? '').join(' ')));
  const claims = usable.filter((sentence) => canClaim(sentence, headings, language));
  const claim = best(claims.filter((sentence) => !actions.has(sentence))) ?? best(claims) ?? best(usable);
  if (claim === undefined) return [phrases.noText];
  const supports = (sentence: Sentence) => {
    const near = 1 / (1 + Math.abs(sentence.order - claim.order) / 8);
    const shared = overlap(sentence, claim) + (sentence.section === claim.section ? 0.3 : 0);
    return scores.of(sentence) * shared * near;
  };
  const support = pickSentences(
    usable.filter((sentence) => sentence.order > claim.order || page.sentences.length < 12),
    supports,
    { count: SUPPORTING_SENTENCES, characters: NOTE_CHARACTERS, taken: [claim] },
  );
  const list = support.length === 0 ? [] : [support.map(({ text }) => `- ${text}`).join('\n')];
  return [`# ${claim.text}`, ...list];
};

/** Whether a sentence is understood by itself, ends as one, advertises nothing and is none of `headings` once more. */
function canClaim(sentence: Sentence, headings: ReadonlySet<string>, language: PhraseLanguage): boolean {
  const plain = plainInline(sentence.text);
  if (sentence.wordCount < FEWEST_CLAIM_WORDS || /^\S{1,20}[:：]/.test(plain)) return false;
  if (!/[.。!！।…]["”»’')）」]*$/.test(plain) || headings.has(wordsOf(plain).join(' '))) return false;
  if (phrasePattern('advert', language, 'anywhere').test(withoutAccents(plain))) return false;
  return !refersBack(sentence, language);
}
