import { plainInline } from '../inline-text.ts';
import type { PageText, Sentence } from '../page-text.ts';
import { headingQuestion, phrasePattern, withoutAccents } from '../phrase-patterns.ts';
import { type ExtractiveTemplate, type SelectionContext, standsAlone } from '../select-sentences.ts';
import { isQuestion } from './answers.ts';

const MOST_QUESTIONS = 10;
const LONGEST_TERM_CHARACTERS = 60;
/** A term outside of bold is a word or a few. */
const MOST_TERM_WORDS = 4;

/**
 * Questions that the page answers: those it asks itself (headings, then sentences that something follows), those that a
 * person asks whom a heading of a known kind answers, and what the terms mean that it defines. A numbered list in the order
 * of the page, and one sentence that says so where there is none.
 */
export const generateQuestions: ExtractiveTemplate = (context) => {
  const asked = [
    ...headingQuestions(context),
    ...sentenceQuestions(context.page),
    ...definitionQuestions(context),
  ];
  const unique = new Map(asked.map((entry) => [entry.question.toLowerCase(), entry]));
  const questions = spread([...unique.values()].sort((a, b) => a.order - b.order));
  if (questions.length === 0) return [context.phrases.noQuestions];
  return [questions.map(({ question }, index) => `${index + 1}. ${question}`).join('\n')];
};

interface Question {
  readonly question: string;
  /** Place on the page: the sentence it stands before. */
  readonly order: number;
}

function headingQuestions({ page, language }: SelectionContext): readonly Question[] {
  return page.sections.flatMap(({ heading, sentences }) => {
    if (!heading || sentences.length === 0) return [];
    const question = isQuestion(heading.plain) ? heading.plain : headingQuestion(heading.plain, language);
    return question === undefined ? [] : [{ question, order: sentences[0]!.order }];
  });
}

function sentenceQuestions(page: PageText): readonly Question[] {
  return page.sentences
    .filter((sentence) => {
      const next = page.sentences[sentence.order + 1];
      const isAnswered = next !== undefined && next.section === sentence.section && !isQuestion(next.text);
      return isAnswered && sentence.origin !== 'quote' && standsAlone(sentence) && isQuestion(sentence.text);
    })
    .map(({ text, order }) => ({ question: text, order }));
}

function definitionQuestions(context: SelectionContext): readonly Question[] {
  return context.page.sentences.flatMap((sentence) => {
    const term = definedTerm(sentence, context);
    if (term === undefined) return [];
    return [{ question: context.phrases.whatIs.replace('{}', () => term), order: sentence.order }];
  });
}

/** The term that a sentence defines: in bold, or one of a few words that title or heading have too. */
function definedTerm(sentence: Sentence, { page, language }: SelectionContext): string | undefined {
  if (!sentence.isFirst || sentence.origin === 'quote' || isQuestion(sentence.text)) return undefined;
  const plain = withoutAccents(plainInline(sentence.text));
  const verb = phrasePattern('definition', language, 'anywhere').exec(plain);
  const [, bold = ''] = /^\*\*([^*]{2,60})\*\*(?:[:：]|\s)/.exec(sentence.text) ?? [];
  const isItemOf = bold !== '' && sentence.origin === 'item' && sentence.wordCount > MOST_TERM_WORDS;
  if (isItemOf && /^\*\*[^*]{2,60}(?:[:：]\*\*|\*\*[:：])/.test(sentence.text)) return termOf(bold, language);
  if (verb === null || verb.index > LONGEST_TERM_CHARACTERS) return undefined;
  const term = termOf(plainInline(sentence.text).slice(0, verb.index), language);
  if (bold !== '') return termOf(bold, language) === term ? term : undefined;
  if (isQuestion(page.sections[sentence.section]?.heading?.plain ?? '')) return undefined;
  const headings =
    `${page.title ?? ''} ${page.sections[sentence.section]?.heading?.plain ?? ''}`.toLowerCase();
  const isShort = term.split(/\s+/).length <= MOST_TERM_WORDS && !/[,;:(]/.test(term);
  return isShort && term.length > 1 && headings.includes(term.toLowerCase()) ? term : undefined;
}

function termOf(text: string, language: SelectionContext['language']): string {
  const plain = plainInline(text).replace(/[:：]$/, '');
  const [article = ''] = phrasePattern('article', language, 'start').exec(withoutAccents(plain)) ?? [];
  return plain.slice(article.length).trim();
}

/** At most {@link MOST_QUESTIONS}, spread evenly over the page. */
function spread(questions: readonly Question[]): readonly Question[] {
  if (questions.length <= MOST_QUESTIONS) return questions;
  const step = questions.length / MOST_QUESTIONS;
  return Array.from({ length: MOST_QUESTIONS }, (_, index) => questions[Math.floor(index * step)]!);
}
