import { type ExtractiveTemplate, overlap, pickSentences, standsAlone } from '../select-sentences.ts';
import { isQuestion } from './answers.ts';

const SUPPORTING_SENTENCES = 3;
const NOTE_CHARACTERS = 900;

/** One idea: the page's title, its most central sentence as the claim, and the sentences closest to that claim. */
export const atomicNote: ExtractiveTemplate = ({ page, scores, phrases }) => {
  const usable = page.sentences.filter((sentence) => standsAlone(sentence) && !isQuestion(sentence.text));
  const claim = usable.reduce<(typeof usable)[number] | undefined>(
    (best, sentence) => (best === undefined || scores.of(sentence) > scores.of(best) ? sentence : best),
    undefined,
  );
  if (claim === undefined) return [phrases.noText];
  const support = pickSentences(
    usable.filter((sentence) => sentence.order > claim.order || page.sentences.length < 12),
    {
      of: (sentence) => {
        const near = 1 / (1 + Math.abs(sentence.order - claim.order) / 8);
        return (
          scores.of(sentence) *
          (overlap(sentence, claim) + (sentence.section === claim.section ? 0.3 : 0)) *
          near
        );
      },
      weightOf: scores.weightOf,
    },
    { count: SUPPORTING_SENTENCES, characters: NOTE_CHARACTERS, taken: [claim] },
  );
  const title = page.title === undefined ? [] : [`# ${page.title}`];
  const list = support.length === 0 ? [] : [support.map(({ text }) => `- ${text}`).join('\n')];
  return [...title, `**${claim.text.replaceAll('**', '')}**`, ...list];
};
