import type { AiTemplateName } from '../../contract/ai-templates.ts';
import { actionsOf } from './actions.ts';
import { headingQuestion } from './headings.ts';
import { splitSentences } from './inline-text.ts';
import { NOTICES, type NoticeLanguage } from './notices.table.ts';
import { groupsOf, isFinished, isQuestion, type Page, refersBack, type Unit } from './page.ts';
import { byScore, lineLength, lineOf, pick, render, scoreUnits, statementsOf } from './selection.ts';
import { hasTerm, termsOf } from './words.ts';

/** What every template is given; `lines`: how many are wanted, undefined: as many as the template gives; `wanted`: terms that a prompt says; `onlySteps`: of tasks. */
type Context = Readonly<{
  page: Page;
  language: NoticeLanguage;
  lines: number | undefined;
  wanted: readonly string[];
  onlySteps: boolean;
}>;

/** Templates that have no use for the terms of a prompt. */
export const PLAIN_TEMPLATES: readonly AiTemplateName[] = ['generate-questions', 'simplify'];

/** Longest summary as a share of the page; share of its sentences that are simple: the shorter ones. */
const [SUMMARY_SHARE, SIMPLE_SHARE] = [0.2, 0.75];
/** Sentences of a summary; that support a claim or answer a question, and that a page is no shorter than. */
const [MOST_SENTENCES, SUPPORT] = [24, 3];
/** Longest question that a page asks and that stands alone, in characters. */
const LONGEST_QUESTION_CHARACTERS = 150;
/** What names a value: the first of two cells of a row, and what stands before a colon on a short line. */
// linear: at most 40 characters of a name.
const LABEL =
  /^\| ([^|\d]{2,40}) \| [^| -][^|]* \|$|^(\p{L}[^\d.:：|[\](){}《》（）]{1,40}?) ?[:：] ?[^.。]{1,60}$/u;
/** Questions of a page that are enough without those for its labels. */
const FEW_QUESTIONS = 3;
/** Longest lists. */
const [MOST_ACTIONS, MOST_QUESTIONS] = [100, 10];

const listOf = (units: readonly Unit[]) => units.map((unit) => `- ${lineOf(unit)}`).join('\n');

/** Templates by name: each selects, and gives Markdown blocks to be joined by blank lines; none: there is nothing to select from. */
export const TEMPLATES: Readonly<
  Record<AiTemplateName | 'outline', (context: Context) => readonly string[]>
> = {
  /** The page's question, as its title or its first sentences put it, else its title; and its most central sentences. */
  'answer-core-question': ({ page, language, wanted }) => {
    const first = page.sentences.slice(0, 5).map(({ plain }) => plain);
    const question = [page.title ?? '', ...first].find(isQuestion) ?? page.title;
    const answer = pick(statementsOf(page, language, wanted), scoreUnits(page, language, wanted), SUPPORT);
    return [question && answer.length > 0 ? `**${question}**` : '', ...render(answer)].filter(Boolean);
  },

  /** What the page asks, what its headings answer and define; where these are few, what its labels and rows give. */
  'generate-questions': ({ page, language, lines = MOST_QUESTIONS }) => {
    const { whatFor, noQuestions } = NOTICES[language];
    const ofHeadings = page.sections.flatMap(({ heading, units: [first] }) => {
      const question = first && heading ? questionOf(heading.plain, first, language) : '';
      return question === '' ? [] : { question, order: first!.order };
    });
    const asked = page.sentences.flatMap(({ plain, order, section }) => {
      const isOwn = isQuestion(plain) && page.units[order + 1]?.section === section;
      return isOwn && plain.length <= LONGEST_QUESTION_CHARACTERS ? [{ question: plain, order }] : [];
    });
    const rows = page.units.filter(({ origin }) => origin === 'row');
    const ofLabels = [...page.sentences, ...rows].flatMap(({ plain, order }) => {
      const [, cell, label = cell] = LABEL.exec(plain) ?? [];
      return label === undefined ? [] : { question: whatFor.replace('{}', () => label), order };
    });
    const onceEach = (found: typeof asked) => [
      ...new Map(found.map((one) => [one.question.toLowerCase(), one])).values(),
    ];
    const own = onceEach([...ofHeadings, ...asked]);
    const all = own.length < FEW_QUESTIONS ? onceEach([...own, ...ofLabels]) : own;
    const chosen = all.slice(0, lines).sort((a, b) => a.order - b.order);
    return [chosen.map(({ question }, at) => `${at + 1}. ${question}`).join('\n') || noQuestions];
  },

  /** A statement of each main section, of the first 24 of them at most, then the best of the rest: a fifth of the page, but at least one. `lines` are the best of the page. */
  summarize: ({ page, language, lines, wanted }) => {
    const statements = statementsOf(page, language, wanted);
    const stated = new Set(statements);
    if (lines !== undefined) {
      const best = pick(statements, scoreUnits(page, language, wanted), lines);
      return [best.length === 1 ? best[0]!.text : listOf(best)];
    }
    const score = scoreUnits(page, language, wanted, page.units.length);
    if (page.sentences.length <= SUPPORT) return [listOf(statements)];
    const characters = page.characters * SUMMARY_SHARE;
    const sections = groupsOf(page.sentences, ({ section }) => section.path[0]);
    const told = [...sections.values()].flatMap((units) => {
      const own = units.filter((unit) => stated.has(unit));
      const lines = own.length > 0 ? own : units.filter(({ text }) => isFinished(text));
      return lines.length > 0 ? [lines] : [];
    });
    const shortest = told.map((units) => byScore(units, (unit) => -lineLength(unit))[0]!);
    const taken = shortest.slice(0, MOST_SENTENCES);
    let left = taken.reduce((rest, unit) => rest - lineLength(unit), characters);
    while (taken.length > 1 && left < 0) left += lineLength(taken.pop()!);
    for (const [at, least] of taken.entries()) {
      const room = left + lineLength(least);
      taken[at] = byScore(told[at]!, score).find((unit) => lineLength(unit) <= room) ?? least;
      left = room - lineLength(taken[at]);
    }
    return [listOf(pick(statements, score, MOST_SENTENCES, { taken, characters }))];
  },

  /** What the page tells somebody to do, as a list of tasks; when there is nothing, one sentence says so. */
  'extract-action-items': ({ page, language, lines = MOST_ACTIONS, wanted, onlySteps }) => {
    const items = actionsOf(page, language, onlySteps)
      .filter(({ context }) => wanted.every((term) => context.has(term)))
      .map((unit) => `- [${unit.task === 'done' ? 'x' : ' '}] ${lineOf(unit)}`);
    return [[...new Set(items)].slice(0, lines).join('\n') || NOTICES[language].noActionItems];
  },

  /** The page without the longest quarter of its sentences, what refers to these, and lines that name nothing. */
  simplify: ({ page, language }) => {
    const own = new Set(page.sentences);
    const finished = page.sentences.filter(({ text }) => isFinished(text));
    const lengths = finished.map(({ text }) => text.length).sort((a, b) => a - b);
    const longest = lengths[Math.floor(lengths.length * SIMPLE_SHARE) - 1] ?? Infinity;
    const kept = new Set<Unit>();
    for (const unit of page.units) {
      const { text, origin, order, label, section } = unit;
      const isShort = text.length <= longest && (isFinished(text) || origin.endsWith('item'));
      const isClear =
        unit === section.units[0] || !refersBack(unit, language) || kept.has(page.units[order - 1]!);
      const isWhole = origin === 'code' || origin === 'row';
      if (isWhole || (own.has(unit) && isShort && isClear))
        for (const one of [label ?? unit, unit]) kept.add(one);
    }
    return page.sections.flatMap(({ heading, units }) => {
      const blocks = render(units.filter((unit) => kept.has(unit)));
      const isNamed = heading === undefined || blocks.length === 0 || blocks.includes(heading.text);
      return isNamed ? blocks : [heading.text, ...blocks];
    });
  },

  /** One idea: the best statement as the claim, and those that support it. */
  'atomic-note': ({ page, language, wanted }) => {
    const score = scoreUnits(page, language, wanted);
    const statements = statementsOf(page, language, wanted);
    const [claim] = byScore(statements, score);
    if (claim === undefined) return [];
    const others = statements.filter(({ plain }) => plain !== claim.plain);
    const support = pick(others, score, SUPPORT);
    return [`# ${lineOf(claim)}`, listOf(support)].filter(Boolean);
  },

  /** The headings of a page as a list. */
  outline: ({ page }) => {
    const headings = page.sections.flatMap(({ heading }) => heading ?? []);
    return [headings.map(({ depth, plain }) => `${'  '.repeat(depth - 1)}- ${plain}`).join('\n')];
  },
};

/** The question that a heading asks or answers, or what it is, where what is `first` below it begins with its words; empty for other headings. */
function questionOf(heading: string, first: Unit, language: NoticeLanguage): string {
  const terms = termsOf(heading);
  const begins = first.terms.slice(0, terms.length + 1);
  const isDefined = terms.length > 0 && terms.length <= 3 && terms.every((term) => hasTerm(begins, term));
  const [name = ''] = heading.split(/ (?:for|für|per|pour|para|voor) /);
  const known = [heading, name, name.split(' ').at(-1)!].map((one) => headingQuestion(one, language));
  const own = splitSentences(heading).find(isQuestion) ?? known.find(Boolean) ?? '';
  return own === '' && isDefined && isFinished(first.text)
    ? NOTICES[language].whatIs.replace('{}', () => heading)
    : own;
}
