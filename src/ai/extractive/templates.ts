import type { AiTemplateName } from '../../contract/ai-templates.ts';
import { splitSentences } from './inline-text.ts';
import { NOTICES, type NoticeLanguage } from './notices.table.ts';
import { isFinished, isQuestion, type Page, refersBack, type Unit } from './page.ts';
import { sum } from './search.ts';
import * as select from './selection.ts';
import { lineLength } from './selection.ts';
import { areRelated, conceptsOf, termsOf, withoutAccents } from './words.ts';

/** What every template is given; `lines`: how many are wanted, undefined: as many as the template gives; `wanted`: terms that a prompt says, undefined: there is none. */
type Context = Readonly<{
  page: Page;
  language: NoticeLanguage;
  lines: number | undefined;
  wanted: readonly string[] | undefined;
}>;

/** Longest summary as a share of the page. */
const SUMMARY_SHARE = 0.2;
/** Sentences of a summary beside one of each section; that support a claim or answer a question. */
const [MOST_SENTENCES, SUPPORT] = [12, 3];
/** Weight of a sentence in a summary that refers to one before it, or tells what to do. */
const LESS_STANDING = 0.4;
/** Longest claim of a note and longest sentence beside it, in characters. */
const LONGEST_CLAIM_CHARACTERS = 300;
/** Longest question that a page asks and that stands alone, in characters. */
const LONGEST_QUESTION_CHARACTERS = 150;
/** Longest lists. */
const [MOST_ACTIONS, MOST_QUESTIONS] = [100, 10];

const listOf = (units: readonly Unit[]) => units.map((unit) => `- ${select.lineOf(unit)}`).join('\n');

/** Templates by name: each selects, and gives Markdown blocks to be joined by blank lines; none: there is nothing to select from. */
export const TEMPLATES: Readonly<
  Record<AiTemplateName | 'outline', (context: Context) => readonly string[]>
> = {
  /** The page's question, as its title or its first sentences put it, else its title; and its most central sentences. */
  'answer-core-question': (context) => {
    const { title, sentences } = context.page;
    const question =
      [title ?? '', ...sentences.slice(0, 5).map(({ plain }) => plain)].find(isQuestion) ?? title;
    const answer = select.pick(standingOf(context), scoreOf(context), SUPPORT);
    return answer.length > 0 && question
      ? [`**${question}**`, ...select.render(answer)]
      : select.render(answer);
  },

  /** What the page asks but its readers, what its headings answer, and what it defines below them. */
  'generate-questions': ({ page, language, lines = MOST_QUESTIONS }) => {
    const { whatIs, noQuestions } = NOTICES[language];
    const ofHeadings = page.sections.map(({ heading: { plain } = { plain: '' }, units }) => {
      const terms = termsOf(plain);
      const begins = units.find(({ text }) => isFinished(text))?.terms.slice(0, terms.length + 1) ?? [];
      const isSaid = (term: string) => begins.some((one) => one === term || areRelated(one, term));
      const isDefined = terms.length > 0 && terms.length <= 3 && terms.every(isSaid);
      const own = splitSentences(plain).find(isQuestion) ?? headingQuestion(plain, language);
      const question = own === '' && isDefined ? whatIs.replace('{}', () => plain) : own;
      return { question: units.length > 0 ? question : '', order: units[0]?.order ?? 0 };
    });
    const asked = page.sentences
      .filter(
        ({ text, order, section }) =>
          isQuestion(text) &&
          text.length <= LONGEST_QUESTION_CHARACTERS &&
          page.units[order + 1]?.section === section,
      )
      .filter(({ section }) => !section.path.some(({ plain }) => isOfReaders(plain, language)))
      .map(({ plain, order }) => ({ question: plain, order }));
    // What a page asks again and again is furniture: "was this helpful?"
    const endOf = ({ question }: { question: string }) => question.slice(-20);
    const ends = new Map<string, number>();
    for (const one of asked) ends.set(endOf(one), (ends.get(endOf(one)) ?? 0) + 1);
    const once = asked.filter((one) => ends.get(endOf(one)) === 1);
    const all = [...ofHeadings.filter(({ question }) => question !== ''), ...once];
    const chosen = [...new Map(all.map((one) => [one.question.toLowerCase(), one])).values()]
      .slice(0, lines)
      .sort((a, b) => a.order - b.order);
    return [chosen.map(({ question }, at) => `${at + 1}. ${question}`).join('\n') || noQuestions];
  },

  /**
   * One sentence for each main section, then the best of the rest while there is room. Never more than a fifth of the page, except that
   * one sentence is always given: sections with the least text go without. `lines` are the best of the page.
   */
  summarize: (context) => {
    const { page, lines } = context;
    const standing = standingOf(context);
    const score = scoreOf(context);
    if (lines !== undefined) {
      const best = select.pick(standing, score, lines);
      return [best.length === 1 ? best[0]!.text : listOf(best)];
    }
    const good = select.statementsOf(page);
    const stands = new Set(standing);
    const weightOf = (unit: Unit) => (stands.has(unit) ? 1 : LESS_STANDING);
    const bestOf: select.ScoreOf = (unit) => score(unit) * weightOf(unit);
    const shortness: select.ScoreOf = (unit) => -lineLength(unit) / weightOf(unit);
    const sizeOf = (units: readonly Unit[]) => sum(units.map(lineLength));
    const [opening = [], ...others] = select.groupsOf(good, ({ section }) => section.path[0]).values();
    const heard = [opening, ...others.sort((a, b) => sizeOf(b) - sizeOf(a))];
    const shortest = heard.flatMap((units) => select.byScore(units, shortness)[0] ?? []);
    let left = page.characters * SUMMARY_SHARE - sizeOf(shortest);
    while (shortest.length > 1 && left < 0) left += lineLength(shortest.pop()!);
    const taken = shortest.map((least, at) => {
      const room = left + lineLength(least);
      const fitting = heard[at]!.filter((unit) => lineLength(unit) <= room);
      const one = select.byScore(fitting, bestOf)[0] ?? least;
      left = room - lineLength(one);
      return one;
    });
    return [listOf(select.pick(good, bestOf, MOST_SENTENCES, { taken, characters: left }))];
  },

  /** What the page tells somebody to do, as a list of tasks; when there is nothing, one sentence says so. */
  'extract-action-items': ({ page, language, lines = MOST_ACTIONS, wanted }) => {
    const items = select
      .actionsOf(page, language, wanted !== undefined)
      .filter(({ context }) => (wanted ?? []).every((term) => context.has(term)))
      .map((unit) => `- [${unit.task === 'done' ? 'x' : ' '}] ${select.lineOf(unit)}`);
    return [[...new Set(items)].slice(0, lines).join('\n') || NOTICES[language].noActionItems];
  },

  /** What a page begins with, the shortest sentences of each section below its heading and names, and none that refers to one which is left out. Steps stay together. */
  simplify: ({ page, language }) => {
    const statements = new Set(select.statementsOf(page));
    // Names that later sentences use are introduced below the title.
    const [lead] = page.title === undefined ? [] : statements;
    return page.sections.flatMap(({ heading, units }) => {
      const lengths = units.filter((unit) => statements.has(unit)).map(({ text }) => text.length);
      const median = lengths.sort((a, b) => a - b)[Math.ceil(lengths.length / 2) - 1] ?? 0;
      const kept: Unit[] = [];
      for (const unit of units) {
        const isAfterKept = kept.at(-1)?.order === unit.order - 1;
        const refers = refersBack(unit, language) || (unit.origin.endsWith('item') && !unit.isFirst);
        const isShort = statements.has(unit) && unit.text.length <= median;
        const isKept =
          (unit === lead && !refers) ||
          unit.origin === 'ordered_item' ||
          (isShort && (isAfterKept || !refers));
        // What code is called stays with its description.
        const name = unit.label?.text.includes('`') ? [unit.label] : [];
        if (isKept) kept.push(...name, unit);
      }
      const blocks = select.render([...new Set(kept)]);
      return kept.length === 0 || !heading || blocks.includes(heading.text)
        ? blocks
        : [heading.text, ...blocks];
    });
  },

  /** One idea: the sentence that says most of what the page is about, early on it, as the claim, and the best ones near it. */
  'atomic-note': (context) => {
    const short = standingOf(context).filter(({ text }) => text.length <= LONGEST_CLAIM_CHARACTERS);
    const usable = short.length > SUPPORT ? short : standingOf(context);
    const score = scoreOf(context);
    const [claim] = select.byScore(usable, score);
    if (claim === undefined) return [];
    const near: select.ScoreOf = (unit) => score(unit) / (8 + Math.abs(unit.order - claim.order));
    const others = usable.filter(({ plain }) => plain !== claim.plain);
    return [`# ${select.lineOf(claim)}`, listOf(select.pick(others, near, SUPPORT))].filter(Boolean);
  },

  /** The headings of a page as a list. */
  outline: ({ page }) => {
    const headings = page.sections.flatMap(({ heading }) => heading ?? []);
    return [headings.map(({ depth, plain }) => `${'  '.repeat(depth - 1)}- ${plain}`).join('\n')];
  },
};

const scoreOf = ({ page, language, wanted }: Context) => select.scoreUnits(page, language, wanted ?? []);

/** The statements that are no headings once more; where two others are left, no instructions; and none that refers to one before it. */
function standingOf({ page, language }: Context): readonly Unit[] {
  const headings = new Set(page.sections.map(({ heading }) => heading?.plain));
  const actions = new Set(select.actionsOf(page, language));
  const usable = select.statementsOf(page).filter(({ plain }) => !headings.has(plain));
  const telling = usable.filter((unit) => !actions.has(unit));
  const standing = telling.filter((unit) => !refersBack(unit, language));
  return [standing, telling].find(({ length }) => length > 1) ?? usable;
}

/** Whether a heading is of what readers write: comments, replies, reviews. */
const isOfReaders = (heading: string, language: NoticeLanguage) =>
  conceptsOf(language).some(
    ({ name, terms }) => name === 'post' && termsOf(heading).some((term) => terms.includes(term)),
  );

/** The question that a heading of a known kind answers, with what else it says in the place of `*`; empty for other headings. */
function headingQuestion(heading: string, language: NoticeLanguage): string {
  if (isQuestion(heading)) return heading;
  const said = heading.replace(/(?<![\s.:：…])[\s.:：…]+$/, '');
  const folded = withoutAccents(said).toLowerCase();
  for (const { question, words } of conceptsOf(language).filter((concept) => concept.question !== '')) {
    for (const word of words) {
      const [before = '', after] = withoutAccents(word).toLowerCase().split('*');
      const rest = said.slice(before.length, said.length - (after?.length ?? 0));
      const isIt =
        after === undefined
          ? folded === before
          : folded === before + withoutAccents(rest).toLowerCase() + after;
      if (isIt && rest !== said) return question.replace('*', () => rest);
    }
  }
  return '';
}
