import { foldWord, surfaceWordsOf, wordsOf } from '../inline-text.ts';
import type { Sentence } from '../page-text.ts';
import { PHRASES } from '../phrases.table.ts';
import { type ExtractiveTemplate, pickSentences, standsAlone } from '../select-sentences.ts';

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
  const limits = { count: ANSWER_SENTENCES, characters: ANSWER_CHARACTERS };
  const picked = pickSentences(answers, relevance, limits);
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

const MOST_FOUND = 8;
const FOUND_CHARACTERS = 2000;
/** A word of the prompt that more sentences than this share have is no mark of relevance. */
const COMMON_SHARE = 0.5;

/**
 * The honest form of a free prompt: a search. The sentences that share the prompt's telling words, heaviest first
 * choice, in the order of the page; when none does, one sentence says so.
 */
export function answerPrompt(prompt: string): ExtractiveTemplate {
  return ({ page, scores, phrases }) => {
    const wanted = promptWords(prompt);
    const isCommon = (word: string) => {
      const limit = Math.max(3, page.sentences.length * COMMON_SHARE);
      return page.sentences.filter(({ words }) => words.has(word)).length > limit;
    };
    const telling = [...wanted].filter((word) => !isCommon(word));
    const relevance = (words: ReadonlySet<string>) =>
      telling.reduce((sum, word) => sum + (words.has(word) ? 1 + scores.weightOf(word) : 0), 0);
    const matching = page.sentences.filter(({ words }) => relevance(words) > 0);
    const picked = pickSentences(
      matching,
      (sentence) => relevance(sentence.words) * 10 + scores.of(sentence),
      { count: MOST_FOUND, characters: FOUND_CHARACTERS },
    );
    const found = picked.length > 0 ? picked : matching.slice(0, 1);
    if (found.length === 0) return [phrases.noMatch];
    return [found.map(({ text }) => `- ${text}`).join('\n')];
  };
}

/** The words of a prompt without the function words of every language of the phrase table. */
export function promptWords(prompt: string): ReadonlySet<string> {
  return new Set(wordsOf(prompt).filter((word) => word.length > 1 && !FUNCTION_WORDS.has(word)));
}

const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  Object.values(PHRASES).flatMap(({ functionWords }): readonly string[] => functionWords),
);
