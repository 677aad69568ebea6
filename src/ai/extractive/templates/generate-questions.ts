import { foldWord, plainInline, surfaceWordsOf } from '../inline-text.ts';
import type { PageText } from '../page-text.ts';
import { type ExtractiveTemplate, type SelectionContext, standsAlone } from '../select-sentences.ts';
import { isQuestion } from './answers.ts';

const MOST_QUESTIONS = 10;
const LONGEST_TERM_CHARACTERS = 80;

/**
 * Questions that the page answers: those it asks itself (headings, then sentences that something follows), one about
 * each heading that has text under it, and, when these are few, one about each of the terms that it emphasises or
 * keeps coming back to. A numbered list in the order of the page.
 */
export const generateQuestions: ExtractiveTemplate = (context) => {
  const asked = [...headingQuestions(context), ...sentenceQuestions(context.page)];
  const terms = asked.length < 3 ? termQuestions(context, MOST_QUESTIONS / 2 - asked.length) : [];
  const unique = new Map([...asked, ...terms].map((entry) => [entry.question.toLowerCase(), entry]));
  const questions = spread([...unique.values()].sort((a, b) => a.order - b.order));
  if (questions.length === 0) return [context.phrases.noQuestions];
  return [questions.map(({ question }, index) => `${index + 1}. ${question}`).join('\n')];
};

interface Question {
  readonly question: string;
  /** Place on the page: the sentence it stands before. */
  readonly order: number;
}

function headingQuestions({ page, phrases }: SelectionContext): readonly Question[] {
  return page.sections.flatMap(({ heading, sentences }) => {
    if (!heading || sentences.length === 0 || surfaceWordsOf(heading.plain).length === 0) return [];
    const order = sentences[0]!.order;
    if (isQuestion(heading.plain)) return [{ question: heading.plain, order }];
    return [{ question: phrases.about.replace('{}', () => heading.plain), order }];
  });
}

function sentenceQuestions(page: PageText): readonly Question[] {
  return page.sentences
    .filter((sentence) => {
      const next = page.sentences[sentence.order + 1];
      const isAnswered = next !== undefined && next.section === sentence.section && !isQuestion(next.text);
      return isAnswered && standsAlone(sentence) && isQuestion(sentence.text);
    })
    .map(({ text, order }) => ({ question: text, order }));
}

/** Terms in bold first, then the page's heaviest words as they are written. */
function termQuestions({ page, phrases, scores }: SelectionContext, count: number): readonly Question[] {
  const terms = new Map<string, { readonly term: string; readonly order: number; readonly weight: number }>();
  for (const { text, order } of page.sentences) {
    for (const match of text.matchAll(/\*\*([^*]{3,80})\*\*/g)) {
      // linear: at most 80 characters.
      const term = plainInline(match[1]!).replace(/[\s:：.。]+$/, '');
      if (term.length > 2 && term.length <= LONGEST_TERM_CHARACTERS) {
        keep(terms, { term, order, weight: Number.MAX_SAFE_INTEGER });
      }
    }
    for (const term of surfaceWordsOf(text)) {
      const weight = scores.weightOf(foldWord(term));
      if (weight > 0 && term.length > 1)
        keep(terms, { term, order, weight: weight * Math.log(1 + term.length) });
    }
  }
  const heaviest = [...terms.values()]
    .sort((a, b) => b.weight - a.weight || a.order - b.order)
    .slice(0, count);
  return heaviest.map(({ term, order }) => ({ question: phrases.about.replace('{}', () => term), order }));
}

function keep<Term extends { readonly term: string; readonly weight: number }>(
  terms: Map<string, Term>,
  entry: Term,
) {
  const key = foldWord(entry.term);
  const known = terms.get(key);
  if (known === undefined || known.weight < entry.weight) terms.set(key, entry);
}

/** At most {@link MOST_QUESTIONS}, spread evenly over the page. */
function spread(questions: readonly Question[]): readonly Question[] {
  if (questions.length <= MOST_QUESTIONS) return questions;
  const step = questions.length / MOST_QUESTIONS;
  return Array.from({ length: MOST_QUESTIONS }, (_, index) => questions[Math.floor(index * step)]!);
}
