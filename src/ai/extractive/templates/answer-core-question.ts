import type { Sentence } from '../page-text.ts';
import { pickSentences } from '../pick-sentences.ts';
import { standsAlone } from '../score-sentences.ts';
import type { ExtractiveTemplate } from '../selection-context.ts';
import { foldWord, surfaceWordsOf } from '../words.ts';

const ANSWER_SENTENCES = 3;
const ANSWER_CHARACTERS = 900;

/**
 * The page's question, as the page itself puts it (a heading or the first sentence that asks one, else the title),
 * and the sentences that speak most to it, those under that heading first. Where there is no question, the answer
 * stands alone: none is made up.
 */
export const answerCoreQuestion: ExtractiveTemplate = ({ page, scores, phrases }) => {
  const asking = page.sections.find(({ heading }) => heading && isQuestion(heading.plain));
  const askingSentence = page.sentences.slice(0, 12).find(({ text }) => isQuestion(text));
  const question = asking?.heading?.text ?? askingSentence?.text ?? page.title;
  const near = asking?.sentences.some(standsAlone) ? asking.sentences : page.sentences;
  const answers = near.filter((sentence) => standsAlone(sentence) && !isQuestion(sentence.text));
  const relevance = byRelevance(question ?? '', scores.of, scores.weightOf, askingSentence);
  const picked = pickSentences(
    answers,
    { of: relevance, weightOf: scores.weightOf },
    { count: ANSWER_SENTENCES, characters: ANSWER_CHARACTERS },
  );
  const answer = picked.length > 0 ? picked : answers.slice(0, 1);
  if (answer.length === 0) return [phrases.noText];
  return [
    ...(question === undefined ? [] : [`**${question.replaceAll('**', '')}**`]),
    ...answer.map(({ text }) => text),
  ];
};

/** Whether a heading or sentence asks, by its mark: `?`, Arabic `؟`, full-width `？`, Greek `;` after a Greek letter. */
export function isQuestion(text: string): boolean {
  return /[?？؟]["”»’)*_\s]*$|[\p{sc=Greek}];$/u.test(text);
}

function byRelevance(
  question: string,
  scoreOf: (sentence: Sentence) => number,
  weightOf: (word: string) => number,
  asking: Sentence | undefined,
): (sentence: Sentence) => number {
  const words = new Set(surfaceWordsOf(question).map(foldWord));
  return (sentence) => {
    let shared = 0;
    for (const word of sentence.words) if (words.has(word)) shared += weightOf(word);
    const distance = asking === undefined ? sentence.order : Math.max(0, sentence.order - asking.order);
    return scoreOf(sentence) * (1 + shared / 4) * (1 + 1 / (1 + distance / 4));
  };
}
