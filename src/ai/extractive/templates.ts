import type { AiTemplateName } from '../../contract/ai-templates.ts';
import type { NoticeLanguage, Notices } from './notices.table.ts';
import { BOLD_DEPTH, isQuestion, type Page, refersBack, type Unit } from './page.ts';
import { sum } from './search.ts';
import {
  actionsOf,
  byScore,
  lineLength,
  lineOf,
  pick,
  render,
  type ScoreOf,
  statementsOf,
} from './selection.ts';
import { conceptsOf, withoutAccents } from './words.ts';

/** What every template is given; `lines`: how many are wanted, undefined: as many as the template gives. */
interface Context {
  readonly page: Page;
  readonly scoreOf: ScoreOf;
  readonly language: NoticeLanguage;
  readonly notices: Notices;
  readonly lines: number | undefined;
}

/** Longest summary as a share of the page, and in characters once every main section is heard; sentences that simplified text keeps. */
const [SUMMARY_SHARE, SUMMARY_CHARACTERS, KEPT_SHARE] = [0.2, 2000, 0.5];
/** Sentences that support a claim or answer a question, and all characters of these. */
const SUPPORT = { count: 3, characters: 900 };
/** Longest lists; below so many questions, headings of no known kind and years give some too. */
const [MOST_ACTIONS, MOST_QUESTIONS, ENOUGH_QUESTIONS] = [100, 10, 5];

const listOf = (units: readonly Unit[]) => units.map((unit) => `- ${lineOf(unit)}`).join('\n');

/** Templates by name: each selects, and gives Markdown blocks to be joined by blank lines; none: there is nothing to select from. */
export const TEMPLATES: Readonly<
  Record<AiTemplateName | 'outline', (context: Context) => readonly string[]>
> = {
  /** The page's question, as its title or its first sentences put it, else its title; and its most central sentences. */
  'answer-core-question': (context) => {
    const { title, sentences } = context.page;
    const asked = [title ?? '', ...sentences.slice(0, 5).map(({ plain }) => plain)];
    const question = asked.find(isQuestion) ?? title ?? '';
    const answer = pick(tellingOf(context), (unit) => context.scoreOf(unit) / (4 + unit.order), SUPPORT);
    return answer.length === 0
      ? []
      : [`**${question}**`, ...render(answer)].filter((block) => block !== '****');
  },

  /** What the page asks or its headings answer; where that is little, its subjects, years and title. */
  'generate-questions': ({ page, language, notices, lines }) => {
    const ask = (frame: string, part: string, order: number) => {
      return { question: frame.replace('{}', () => part), order };
    };
    const headings = page.sections
      .flatMap(({ heading, units: [first] }) => (heading && first ? { ...heading, order: first.order } : []))
      .map((one) => ({ ...one, question: headingQuestion(one.plain, language) }))
      .sort((a, b) => Number(a.depth === BOLD_DEPTH) - Number(b.depth === BOLD_DEPTH));
    const asked = page.sentences
      .filter(({ text, order, section }) => isQuestion(text) && page.units[order + 1]?.section === section)
      .map(({ plain, order }) => ({ question: plain, order }));
    const found = [...headings.filter(({ question }) => question !== ''), ...asked];
    const years = statementsOf(page).flatMap(({ plain, order }) => {
      const [year] = /(?<![\d.,-])(?:1[5-9]|20)\d\d(?![\d.,-]\d|\d)/.exec(plain) ?? [];
      return year === undefined ? [] : ask(notices.whatIn, year, order);
    });
    const subjects = headings.filter(({ plain, question }) => question === '' && plain !== page.title);
    const spare = [...subjects.map(({ plain, order }) => ask(notices.whatAbout, plain, order)), ...years];
    const whole =
      page.title === undefined || page.sentences.length === 0 ? [] : [ask(notices.whatAbout, page.title, 0)];
    const all = found.length + spare.length > 0 ? [...found, ...spare] : whole;
    const unique = [...new Map(all.map((one) => [one.question.toLowerCase(), one])).values()];
    const most = lines ?? Math.min(MOST_QUESTIONS, Math.max(found.length, ENOUGH_QUESTIONS));
    const chosen = unique.slice(0, most).sort((a, b) => a.order - b.order);
    return [chosen.map(({ question }, at) => `${at + 1}. ${question}`).join('\n') || notices.noQuestions];
  },

  /**
   * One sentence for each main section, then the best of the rest while there is room. Never more than a fifth of the page, except that
   * one sentence is always given: sections with the least text go without, the first one last. `lines` are the best of the page.
   */
  summarize: ({ page, scoreOf, lines }) => {
    const good = statementsOf(page);
    const best = pick(good, scoreOf, { count: lines ?? 0, characters: Infinity });
    if (lines !== undefined) return [best.length === 1 ? best[0]!.text : listOf(best)];
    const most = Math.floor(page.characters * SUMMARY_SHARE);
    const sizeOf = (units: readonly Unit[]) => sum(units.map(lineLength));
    const [opening = [], ...others] = [...new Set(good.map(({ section }) => section.path[0]))].map((main) =>
      good.filter(({ section }) => section.path[0] === main),
    );
    // Each begins with its shortest sentence, and has its best one where there is room.
    const heard = [opening, ...others.sort((a, b) => sizeOf(b) - sizeOf(a))];
    const taken = heard.flatMap((units) => [...units].sort((a, b) => lineLength(a) - lineLength(b))[0] ?? []);
    while (sizeOf(taken) > most && taken.length > 1) taken.pop();
    for (const [at, least] of taken.entries()) {
      const room = most - sizeOf(taken) + lineLength(least);
      taken[at] = byScore(heard[at]!, scoreOf).find((unit) => lineLength(unit) <= room) ?? least;
    }
    const characters = Math.min(most, SUMMARY_CHARACTERS) - sizeOf(taken);
    return [listOf(pick(good, scoreOf, { count: 20, characters, taken }))];
  },

  /** What the page tells somebody to do, as a list of tasks; when there is nothing, one sentence says so. */
  'extract-action-items': ({ page, language, notices, lines = MOST_ACTIONS }) => {
    const items = actionsOf(page, language).map(
      (unit) => `- [${unit.task === 'done' ? 'x' : ' '}] ${lineOf(unit)}`,
    );
    return [[...new Set(items)].slice(0, lines).join('\n') || notices.noActionItems];
  },

  /** The shortest sentences of each section below its heading, and none that refers to one which is left out. Steps stay together. */
  simplify: ({ page, language }) => {
    const statements = new Set(statementsOf(page));
    return page.sections.flatMap(({ heading, units }) => {
      const usable = units.filter((unit) => statements.has(unit));
      const short = byScore(usable, ({ text }) => -text.length).slice(
        0,
        Math.ceil(usable.length * KEPT_SHARE),
      );
      const kept: Unit[] = [];
      for (const unit of units) {
        const isAfterKept = kept.at(-1)?.order === unit.order - 1;
        const refers = refersBack(unit, language) || (unit.origin.endsWith('item') && !unit.isFirst);
        if (unit.origin === 'ordered_item' || (short.includes(unit) && (isAfterKept || !refers)))
          kept.push(unit);
      }
      return kept.length === 0 ? [] : [heading?.text ?? [], render(kept)].flat(2);
    });
  },

  /** One idea: the page's most central sentence as the claim, and the best ones near it. */
  'atomic-note': (context) => {
    const ranked = byScore(tellingOf(context), context.scoreOf);
    const claim = ranked.find((unit) => !refersBack(unit, context.language)) ?? ranked[0];
    if (claim === undefined) return [];
    const near = (unit: Unit) =>
      (context.scoreOf(unit) * (unit.section === claim.section ? 2 : 1)) /
      (8 + Math.abs(unit.order - claim.order));
    const support = pick(ranked, near, { ...SUPPORT, taken: [claim] }).filter((unit) => unit !== claim);
    return [`# ${lineOf(claim)}`, listOf(support)].filter(Boolean);
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
  const usable = statementsOf(page).filter(({ plain }) => !headings.has(plain));
  const actions = new Set(actionsOf(page, language));
  const telling = usable.filter((unit) => !actions.has(unit));
  return telling.length > 1 ? telling : usable;
}

/** The question that a heading of a known kind answers, with what else it says in the place of `*`; empty for other headings. */
function headingQuestion(heading: string, language: NoticeLanguage): string {
  if (isQuestion(heading)) return heading;
  const said = heading.replace(/(?<![\s.:：…])[\s.:：…]+$/, '');
  const folded = withoutAccents(said).toLowerCase();
  for (const { question, words } of conceptsOf(language)) {
    for (const [before = '', after] of words.map((word) => withoutAccents(word).toLowerCase().split('*'))) {
      const rest = said.slice(before.length, said.length - (after?.length ?? 0));
      const isIt = after === undefined ? folded === before : folded === before + rest.toLowerCase() + after;
      if (question !== '' && isIt && rest !== said) return question.replace('*', () => rest);
    }
  }
  return '';
}
