import type { Unit } from '../page-text.ts';
import {
  type ExtractiveTemplate,
  isQuestion,
  pickSentences,
  render,
  type SelectionContext,
  standsAlone,
} from '../select-sentences.ts';

const ANSWER_SENTENCES = 3;
const ANSWER_CHARACTERS = 900;
/** Sentences at the start of a page among which it may put its question. */
const OPENING_SENTENCES = 5;

/**
 * The page's question, as its title or its first sentences put it, else its title; and what speaks most to it: the sentences below
 * the question, else the most central of the page. Where there is no title, the answer stands alone: no question is made up.
 */
export const answerCoreQuestion: ExtractiveTemplate = ({ page, scoreOf, notices }: SelectionContext) => {
  const asking = page.sentences.slice(0, OPENING_SENTENCES).find(({ text }) => isQuestion(text));
  const isAskedByTitle = isQuestion(page.title ?? '');
  const question = isAskedByTitle ? page.title : (asking?.text ?? page.title);
  const answers = page.sentences.filter((sentence) => standsAlone(sentence) && !isQuestion(sentence.text));
  const from = !isAskedByTitle && asking !== undefined ? asking.order : 0;
  const relevance = (sentence: Unit) =>
    scoreOf(sentence) * (sentence.order < from ? 0.5 : 1 + 1 / (1 + (sentence.order - from) / 4));
  const picked = pickSentences(answers, relevance, {
    count: ANSWER_SENTENCES,
    characters: ANSWER_CHARACTERS,
  });
  const answer = picked.length > 0 ? picked : answers.slice(0, 1);
  if (answer.length === 0) return [notices.noText];
  return [...(question === undefined ? [] : [`**${question.replaceAll('**', '')}**`]), ...render(answer)];
};
