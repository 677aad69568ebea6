import type { AiTemplateName } from '../../contract/ai-templates.ts';
import { NOTICES, type NoticeLanguage } from './notices.table.ts';
import { isQuestion, type Page, refersBack, type Unit } from './page.ts';
import { sum } from './search.ts';
import * as select from './selection.ts';
import { lineLength } from './selection.ts';
import { conceptsOf, withoutAccents } from './words.ts';

/** What every template is given; `lines`: how many are wanted, undefined: as many as the template gives. */
type Context = Readonly<{
  page: Page;
  scoreOf: select.ScoreOf;
  language: NoticeLanguage;
  lines: number | undefined;
  /** What a request for steps is for, as terms; undefined: steps and all other actions are wanted. */
  scope?: readonly string[] | undefined;
}>;

/** Longest summary as a share of the page. */
const SUMMARY_SHARE = 0.2;
/** Sentences of a summary beside one of each section; that support a claim or answer a question. */
const [MOST_SENTENCES, SUPPORT] = [12, 3];
/** Longest lists; below so many questions, headings of no known kind and years give some too. */
const [MOST_ACTIONS, MOST_QUESTIONS, ENOUGH_QUESTIONS] = [100, 10, 5];

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
    const early: select.ScoreOf = (unit) => context.scoreOf(unit) / (4 + unit.order);
    const answer = select.pick(tellingOf(context), early, SUPPORT);
    return answer.length > 0 && question
      ? [`**${question}**`, ...select.render(answer)]
      : select.render(answer);
  },

  /** What the page asks or its headings answer; where that is little, its subjects and years. */
  'generate-questions': ({ page, language, lines }) => {
    const { whatAbout, whatIn, noQuestions } = NOTICES[language];
    const headings = page.sections
      .flatMap(({ heading, units: [first] }) => (heading && first ? { ...heading, order: first.order } : []))
      .map((heading) => ({ ...heading, question: headingQuestion(heading.plain, language) }));
    const asked = page.sentences
      .filter(({ text, order, section }) => isQuestion(text) && page.units[order + 1]?.section === section)
      .map(({ plain, order }) => ({ question: plain, order }));
    const found = [...headings.filter(({ question }) => question !== ''), ...asked];
    const isAlone = headings.length + asked.length === 1;
    const subjects = headings
      .filter(({ plain, question }) => question === '' && (isAlone || plain !== page.title))
      .map(({ plain, order }) => ({ question: whatAbout.replace('{}', () => plain), order }));
    const years = select.statementsOf(page).flatMap(({ plain, order }) => {
      const [year] = /(?<![\d.,-])(?:1[5-9]|20)\d\d(?![\d.,-]\d|\d)/.exec(plain) ?? [];
      return year === undefined ? [] : { question: whatIn.replace('{}', year), order };
    });
    const all = [...found, ...subjects, ...years].map((one) => [one.question.toLowerCase(), one] as const);
    const most = lines ?? Math.min(MOST_QUESTIONS, Math.max(found.length, ENOUGH_QUESTIONS));
    const chosen = [...new Map(all).values()].slice(0, most).sort((a, b) => a.order - b.order);
    return [chosen.map(({ question }, at) => `${at + 1}. ${question}`).join('\n') || noQuestions];
  },

  /**
   * One sentence for each main section, then the best of the rest while there is room. Never more than a fifth of the page, except that
   * one sentence is always given: sections with the least text go without, the first one last. `lines` are the best of the page.
   */
  summarize: ({ page, scoreOf, lines }) => {
    const good = select.statementsOf(page);
    const best = select.pick(good, scoreOf, lines ?? 0);
    if (lines !== undefined) return [best.length === 1 ? best[0]!.text : listOf(best)];
    const most = page.characters * SUMMARY_SHARE;
    const sizeOf = (units: readonly Unit[]) => sum(units.map(lineLength));
    const mainOf = (at: number) => good[at]?.section.path[0];
    const starts = good.flatMap((_, at) => (at === 0 || mainOf(at) !== mainOf(at - 1) ? at : []));
    const [opening, ...others] = starts.map((start, at) => good.slice(start, starts[at + 1]));
    // Each begins with its shortest sentence, and has its best one where there is room.
    const heard = [opening ?? [], ...others.sort((a, b) => sizeOf(b) - sizeOf(a))];
    const taken = heard.flatMap((units) => select.byScore(units, (unit) => -lineLength(unit))[0] ?? []);
    let left = most - sizeOf(taken);
    while (left < 0 && taken.length > 1) left += lineLength(taken.pop()!);
    for (const [at, least] of taken.entries()) {
      const fitting = heard[at]!.filter((unit) => lineLength(unit) <= left + lineLength(least));
      taken[at] = select.byScore(fitting, scoreOf)[0] ?? least;
      left += lineLength(least) - lineLength(taken[at]);
    }
    return [listOf(select.pick(good, scoreOf, MOST_SENTENCES, { taken, characters: left }))];
  },

  /** What the page tells somebody to do, as a list of tasks; when there is nothing, one sentence says so. */
  'extract-action-items': ({ page, language, lines = MOST_ACTIONS, scope }) => {
    const items = select
      .actionsOf(page, language, scope !== undefined)
      .filter(({ context }) => (scope ?? []).every((term) => context.has(term)))
      .map((unit) => `- [${unit.task === 'done' ? 'x' : ' '}] ${select.lineOf(unit)}`);
    return [[...new Set(items)].slice(0, lines).join('\n') || NOTICES[language].noActionItems];
  },

  /** The shortest sentences of each section below its heading, and none that refers to one which is left out. Steps stay together. */
  simplify: ({ page, language }) => {
    const statements = new Set(select.statementsOf(page));
    return page.sections.flatMap(({ heading, units }) => {
      const lengths = units.filter((unit) => statements.has(unit)).map(({ text }) => text.length);
      const median = lengths.sort((a, b) => a - b)[Math.ceil(lengths.length / 2) - 1] ?? 0;
      const kept: Unit[] = [];
      for (const unit of units) {
        const isAfterKept = kept.at(-1)?.order === unit.order - 1;
        const refers = refersBack(unit, language) || (unit.origin.endsWith('item') && !unit.isFirst);
        const isShort = statements.has(unit) && unit.text.length <= median;
        if (unit.origin === 'ordered_item' || (isShort && (isAfterKept || !refers))) kept.push(unit);
      }
      return kept.length === 0 ? [] : [heading?.text ?? [], select.render(kept)].flat(2);
    });
  },

  /** One idea: the page's most central sentence as the claim, and the best ones near it. */
  'atomic-note': (context) => {
    const ranked = select.byScore(tellingOf(context), context.scoreOf);
    const claim = ranked.find((unit) => !refersBack(unit, context.language)) ?? ranked[0];
    if (claim === undefined) return [];
    const near: select.ScoreOf = (unit) => context.scoreOf(unit) / (8 + Math.abs(unit.order - claim.order));
    const others = ranked.filter(({ plain }) => plain !== claim.plain);
    return [`# ${select.lineOf(claim)}`, listOf(select.pick(others, near, SUPPORT))].filter(Boolean);
  },

  /** The headings of a page as a list. */
  outline: ({ page }) => {
    const headings = page.sections.flatMap(({ heading }) => heading ?? []);
    return [headings.map(({ depth, plain }) => `${'  '.repeat(depth - 1)}- ${plain}`).join('\n')];
  },
};

/** The statements that are no headings once more, and no instructions where two others are left. */
function tellingOf({ page, language }: Context): readonly Unit[] {
  const headings = new Set(page.sections.map(({ heading }) => heading?.plain));
  const usable = select.statementsOf(page).filter(({ plain }) => !headings.has(plain));
  const actions = new Set(select.actionsOf(page, language));
  const telling = usable.filter((unit) => !actions.has(unit));
  return telling.length > 1 ? telling : usable;
}

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
