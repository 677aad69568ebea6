import { plainInline } from './inline-text.ts';
import { headingQuestion, phrasePattern, withoutAccents } from './lexicon.ts';
import type { Unit } from './page.ts';
import { type ExtractiveTemplate, isQuestion, type SelectionContext, standsAlone } from './selection.ts';

const MOST_QUESTIONS = 10;
/** Below so many, headings of no known kind and years give questions too. */
const ENOUGH_QUESTIONS = 5;
const LONGEST_TERM_CHARACTERS = 60;
/** A term outside of bold is a word or a few. */
const MOST_TERM_WORDS = 4;

/** `order`: the unit of the page that the question stands before. */
type Question = { readonly question: string; readonly order: number };

/**
 * Questions that the page answers: those it asks itself, those that a person asks whom a heading of a known kind answers, what the
 * terms mean that it defines; where these are few, what it tells of the subjects of its headings, and of years. A numbered list in
 * the order of the page, and one sentence that says so where there is none.
 */
export const generateQuestions: ExtractiveTemplate = (context) => {
  const { page, notices, lines = MOST_QUESTIONS } = context;
  const asked = [
    ...headingQuestions(context, false),
    ...page.sentences.flatMap((one) => questionsOf(one, context)),
  ];
  const spare = [...headingQuestions(context, true), ...yearQuestions(context)];
  const all = [
    ...asked,
    ...spare.slice(0, Math.max(0, Math.max(ENOUGH_QUESTIONS, context.lines ?? 0) - asked.length)),
  ];
  const unique = [...new Map(all.map((entry) => [entry.question.toLowerCase(), entry])).values()];
  const step = Math.max(1, unique.length / lines);
  const questions = unique
    .sort((a, b) => a.order - b.order)
    .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    .map(({ question }, index) => `${index + 1}. ${question}`);
  return [questions.length === 0 ? notices.noQuestions : questions.slice(0, lines).join('\n')];
};

/** What headings ask, or answer by their kind; `isSpare`: what all others are about. */
function headingQuestions(
  { page, language, notices }: SelectionContext,
  isSpare: boolean,
): readonly Question[] {
  return page.sections.flatMap(({ heading, units: [first] }) => {
    if (!heading || first === undefined) return [];
    const { plain, text } = heading;
    const question = isQuestion(plain) ? plain : headingQuestion(plain, language);
    const isSubject = text !== page.title && !/[.!。]$/.test(plain);
    if (!isSpare) return question === undefined ? [] : [{ question, order: first.order }];
    const about = notices.whatAbout.replace('{}', () => plain);
    return question === undefined && isSubject ? [{ question: about, order: first.order }] : [];
  });
}

/** What a sentence asks, where something follows that answers, or whose meaning it tells. */
function questionsOf(sentence: Unit, context: SelectionContext): readonly Question[] {
  const { text, order, section, origin } = sentence;
  if (origin === 'quote') return [];
  const next = context.page.units[order + 1];
  const isAnswered = next !== undefined && next.section === section && !isQuestion(next.text);
  if (isQuestion(text)) return isAnswered && standsAlone(sentence) ? [{ question: text, order }] : [];
  const term = definedTerm(sentence, context);
  return term === undefined ? [] : [{ question: context.notices.whatIs.replace('{}', () => term), order }];
}

function yearQuestions({ page, notices }: SelectionContext): readonly Question[] {
  return page.sentences.flatMap(({ text, order }) => {
    const [year] = /(?<![\d.,-])(?:1[5-9]|20)\d\d(?![\d.,-]\d|\d)/.exec(plainInline(text)) ?? [];
    return year === undefined ? [] : [{ question: notices.whatIn.replace('{}', year), order }];
  });
}

/** The term that a sentence defines: in bold, or one of a few words that title or heading have too. */
function definedTerm({ text, isFirst, origin, terms, section }: Unit, { page, language }: SelectionContext) {
  if (!isFirst) return undefined;
  const termOf = (said: string) => {
    const plain = plainInline(said).replace(/[:：]$/, '');
    const [article = ''] = phrasePattern('article', language, 'start').exec(withoutAccents(plain)) ?? [];
    return plain.slice(article.length).trim();
  };
  const [, bold = ''] = /^\*\*([^*]{2,60})\*\*(?:[:：]|\s)/.exec(text) ?? [];
  const isItemOf = origin === 'item' && terms.length > MOST_TERM_WORDS;
  if (isItemOf && /^\*\*[^*]{2,60}(?:[:：]\*\*|\*\*[:：])/.test(text)) return termOf(bold);
  const plain = plainInline(text);
  const verb = phrasePattern('definition', language, 'anywhere').exec(withoutAccents(plain));
  if (verb === null || verb.index > LONGEST_TERM_CHARACTERS) return undefined;
  const term = termOf(plain.slice(0, verb.index));
  if (bold !== '') return termOf(bold) === term ? term : undefined;
  const heading = page.sections[section]?.heading?.plain ?? '';
  const isShort = term.split(/\s+/).length <= MOST_TERM_WORDS && !/[,;:(]/.test(term) && term.length > 1;
  const isNamed = `${page.title ?? ''} ${heading}`.toLowerCase().includes(term.toLowerCase());
  return isShort && isNamed && !isQuestion(heading) ? term : undefined;
}
