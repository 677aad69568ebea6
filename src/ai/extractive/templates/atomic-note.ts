import { actionSentences } from '../action-evidence.ts';
import { plainInline, wordsOf } from '../inline-text.ts';
import { phrasePattern, withoutAccents } from '../lexicon.ts';
import type { NoticeLanguage } from '../notices.table.ts';
import type { Unit } from '../page-text.ts';
import {
  byScore,
  type ExtractiveTemplate,
  isQuestion,
  overlap,
  pickSentences,
  refersBack,
  standsAlone,
} from '../select-sentences.ts';

const SUPPORTING_SENTENCES = 3;
const NOTE_CHARACTERS = 900;
/** A claim says something of something, in words at least. */
const FEWEST_CLAIM_WORDS = 5;

/** One idea: the page's most central sentence as the claim, and the sentences closest to that claim. */
export const atomicNote: ExtractiveTemplate = ({ page, scoreOf, language, notices }) => {
  const usable = page.sentences.filter((sentence) => standsAlone(sentence) && !isQuestion(sentence.text));
  const actions = new Set(actionSentences(page, language));
  const headings = new Set(page.sections.map(({ heading }) => wordsOf(heading?.plain ?? '').join(' ')));
  const claims = byScore(usable, scoreOf).filter((sentence) => canClaim(sentence, headings, language));
  const claim = claims.find((sentence) => !actions.has(sentence)) ?? claims[0] ?? byScore(usable, scoreOf)[0];
  if (claim === undefined) return [notices.noText];
  const supports = (sentence: Unit) => {
    const near = 1 / (1 + Math.abs(sentence.order - claim.order) / 8);
    return (
      scoreOf(sentence) * (overlap(sentence, claim) + (sentence.section === claim.section ? 0.3 : 0)) * near
    );
  };
  const support = pickSentences(
    usable.filter((sentence) => sentence.order > claim.order || page.sentences.length < 12),
    supports,
    { count: SUPPORTING_SENTENCES, characters: NOTE_CHARACTERS, taken: [claim] },
  );
  const list = support.map(({ text }) => `- ${text}`).join('\n');
  return [`# ${claim.text}`, ...(list === '' ? [] : [list])];
};

/** Whether a sentence is understood by itself, ends as one, advertises nothing and is none of `headings` once more. */
function canClaim(sentence: Unit, headings: ReadonlySet<string>, language: NoticeLanguage): boolean {
  const plain = plainInline(sentence.text);
  if (sentence.wordCount < FEWEST_CLAIM_WORDS || /^\S{1,20}[:：]/.test(plain)) return false;
  if (!/[.。!！।…]["”»’')）」]*$/.test(plain) || headings.has(wordsOf(plain).join(' '))) return false;
  return (
    !phrasePattern('advert', language, 'anywhere').test(withoutAccents(plain)) &&
    !refersBack(sentence, language)
  );
}
