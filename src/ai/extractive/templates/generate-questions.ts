import { plainInline } from '../inline-text.ts';
import { headingQuestion, phrasePattern, withoutAccents } from '../lexicon.ts';
import type { Unit } from '../page-text.ts';
import {
  type ExtractiveTemplate,
  isQuestion,
  type SelectionContext,
  standsAlone,
} from '../select-sentences.ts';

const MOST_QUESTIONS = 10;
/** Below so many, headings of no known kind and years give questions too. */
const ENOUGH_QUESTIONS = 5;
const LONGEST_TERM_CHARACTERS = 60;
/** A term outside of bold is a word or a few. */
const MOST_TERM_WORDS = 4;

interface Question {
  readonly question: string;
  /** Place on the page: the unit it stands before. */
  readonly order: number;
}

/**
 * Questions that the page answers: those it asks itself, those that a person asks whom a heading of a known kind answers, what the
 * terms mean that it defines; where these are few, what it tells of the subjects of its headings, and of years. A numbered list in
 * the order of the page, and one sentence that says so where there is none.
 */
export const generateQuestions: ExtractiveTemplate = (context) => {
  const { page, notices, lines = MOST_QUESTIONS } = context;
  const asked = [
    ...headingQuestions(context),
    ...page.sentences.flatMap((sentence) => questionsOf(sentence, context)),
  ];
  const spare = asked.length < Math.min(ENOUGH_QUESTIONS, lines) ? spareQuestions(context) : [];
  const unique = new Map(
    [...asked, ...spare.slice(0, ENOUGH_QUESTIONS - asked.length)].map((entry) => [
      entry.question.toLowerCase(),
      entry,
    ]),
  );
  const inOrder = [...unique.values()].sort((a, b) => a.order - b.order);
  const step = Math.max(1, inOrder.length / lines);
  const questions = inOrder.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  if (questions.length === 0) return [notices.noQuestions];
  return [
    questions
      .slice(0, lines)
      .map(({ question }, index) => `${index + 1}. ${question}`)
      .join('\n'),
  ];
};

function headingQuestions({ page, language }: SelectionContext): readonly Question[] {
  return page.sections.flatMap(({ heading, units }) => {
    if (!heading || units.length === 0) return [];
    const question = isQuestion(heading.plain) ? heading.plain : headingQuestion(heading.plain, language);
    return question === undefined ? [] : [{ question, order: units[0]!.order }];
  });
}

/** What a sentence asks, where something follows that answers, or whose meaning it tells. */
function questionsOf(sentence: Unit, context: SelectionContext): readonly Question[] {
  const { text, order, section, origin } = sentence;
  if (origin === 'quote') return [];
  if (!isQuestion(text)) {
    const term = definedTerm(sentence, context);
    return term === undefined ? [] : [{ question: context.notices.whatIs.replace('{}', () => term), order }];
  }
  const next = context.page.units[order + 1];
  const isAnswered = next !== undefined && next.section === section && !isQuestion(next.text);
  return isAnswered && standsAlone(sentence) ? [{ question: text, order }] : [];
}

/** Subjects of headings, and years that a sentence of prose tells of. */
function spareQuestions({ page, language, notices }: SelectionContext): readonly Question[] {
  const subjects = page.sections.flatMap(({ heading, units }) => {
    if (!heading || units.length === 0 || heading.text === page.title || /[.!?？。]$/.test(heading.plain))
      return [];
    if (headingQuestion(heading.plain, language) !== undefined) return [];
    return [{ question: notices.whatAbout.replace('{}', () => heading.plain), order: units[0]!.order }];
  });
  const years = page.sentences.flatMap(({ text, order }) => {
    const [year] = /(?<![\d.,-])(?:1[5-9]|20)\d\d(?![\d.,-]\d|\d)/.exec(text) ?? [];
    return year === undefined ? [] : [{ question: notices.whatIn.replace('{}', year), order }];
  });
  return [...subjects, ...years];
}

/** The term that a sentence defines: in bold, or one of a few words that title or heading have too. */
function definedTerm(sentence: Unit, { page, language }: SelectionContext): string | undefined {
  if (!sentence.isFirst) return undefined;
  const [, bold = ''] = /^\*\*([^*]{2,60})\*\*(?:[:：]|\s)/.exec(sentence.text) ?? [];
  const isItemOf = bold !== '' && sentence.origin === 'item' && sentence.wordCount > MOST_TERM_WORDS;
  if (isItemOf && /^\*\*[^*]{2,60}(?:[:：]\*\*|\*\*[:：])/.test(sentence.text)) return termOf(bold, language);
  const plain = plainInline(sentence.text);
  const verb = phrasePattern('definition', language, 'anywhere').exec(withoutAccents(plain));
  if (verb === null || verb.index > LONGEST_TERM_CHARACTERS) return undefined;
  const term = termOf(plain.slice(0, verb.index), language);
  if (bold !== '') return termOf(bold, language) === term ? term : undefined;
  const heading = page.sections[sentence.section]?.heading?.plain ?? '';
  const isShort = term.split(/\s+/).length <= MOST_TERM_WORDS && !/[,;:(]/.test(term) && term.length > 1;
  const isNamed = `${page.title ?? ''} ${heading}`.toLowerCase().includes(term.toLowerCase());
  return isShort && isNamed && !isQuestion(heading) ? term : undefined;
}

function termOf(text: string, language: SelectionContext['language']): string {
  const plain = plainInline(text).replace(/[:：]$/, '');
  const [article = ''] = phrasePattern('article', language, 'start').exec(withoutAccents(plain)) ?? [];
  return plain.slice(article.length).trim();
}
