import type { AiTemplateName } from '../../contract/ai-templates.ts';
import { headingQuestion } from './headings.ts';
import { splitSentences } from './inline-text.ts';
import { NOTICES, type NoticeLanguage } from './notices.table.ts';
import { isFinished, isQuestion, type Page, refersBack, type Unit } from './page.ts';
import { sum } from './search.ts';
import * as select from './selection.ts';
import { lineLength } from './selection.ts';
import { conceptsOf, hasTerm, termsOf } from './words.ts';

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
/** Longest claim of a note and longest sentence beside it, in characters. */
const LONGEST_CLAIM_CHARACTERS = 300;
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

const sizeOf = (units: readonly Unit[]) => sum(units.map(lineLength));
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

  /** What the page asks but its readers, what its headings answer, what it defines below them, and what its labels and rows give. */
  'generate-questions': ({ page, language, lines = MOST_QUESTIONS }) => {
    const { whatIs, whatFor, noQuestions } = NOTICES[language];
    const ofHeadings = page.sections.map(({ heading: { plain } = { plain: '' }, units }) => {
      const terms = termsOf(plain);
      const begins = units.find(({ text }) => isFinished(text))?.terms.slice(0, terms.length + 1) ?? [];
      const isDefined = terms.length > 0 && terms.length <= 3 && terms.every((term) => hasTerm(begins, term));
      const own = splitSentences(plain).find(isQuestion) ?? headingQuestion(plain, language);
      const question = own === '' && isDefined ? whatIs.replace('{}', () => plain) : own;
      return { question: units.length > 0 ? question : '', order: units[0]?.order ?? 0 };
    });
    const ofPage = page.units.filter(
      ({ section, origin }) =>
        origin !== 'code' && !section.path.some(({ plain }) => isOfReaders(plain, language)),
    );
    const asked = ofPage.flatMap(({ plain, order, section, origin }) => {
      const isOwn = isQuestion(plain) && origin !== 'row' && page.units[order + 1]?.section === section;
      return isOwn && plain.length <= LONGEST_QUESTION_CHARACTERS ? [{ question: plain, order }] : [];
    });
    const ofLabels = ofPage.flatMap(({ plain, order }) => {
      const label = LABEL.exec(plain)
        ?.slice(1)
        .find((one) => one !== undefined);
      return label === undefined ? [] : { question: whatFor.replace('{}', () => label), order };
    });
    // What a page asks or gives again and again is furniture: "was this helpful?"
    const byEnd = select.groupsOf([...asked, ...ofLabels], ({ question }) => question.slice(-20));
    const isOnce = ({ question }: { question: string }) => byEnd.get(question.slice(-20))!.length === 1;
    const own = [...ofHeadings.filter(({ question }) => question !== ''), ...asked.filter(isOnce)];
    const all = own.length < FEW_QUESTIONS ? [...own, ...ofLabels.filter(isOnce)] : own;
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
    const stands = new Set(standing);
    const sections = select.groupsOf(select.statementsOf(page), ({ section }) => section.path[0]);
    const heard = [...sections.values()].map((units) => {
      const telling = units.filter((unit) => stands.has(unit));
      return telling.length > 0 ? telling : units;
    });
    const shortest = heard.flatMap((units) => select.byScore(units, (unit) => -lineLength(unit))[0] ?? []);
    let left = page.characters * SUMMARY_SHARE - sizeOf(shortest);
    while (shortest.length > 1 && left < 0) left += lineLength(shortest.pop()!);
    const taken = shortest.map((least, at) => {
      const room = left + lineLength(least);
      const fitting = heard[at]!.filter((unit) => lineLength(unit) <= room);
      const one = select.byScore(fitting, score)[0] ?? least;
      left = room - lineLength(one);
      return one;
    });
    return [listOf(select.pick(standing, score, MOST_SENTENCES, { taken, characters: left }))];
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
      const told = units.filter((unit) => statements.has(unit));
      const short = new Set(
        select.byScore(told, (unit) => -unit.text.length).slice(0, Math.ceil(told.length / 2)),
      );
      const kept: Unit[] = [];
      for (const unit of units) {
        const isBegun = !refersBack(unit, language) && (unit.isFirst || !unit.origin.endsWith('item'));
        const isLed = isBegun || kept.at(-1)?.order === unit.order - 1;
        // What code is called stays with its description.
        const name = unit.label?.text.includes('`') ? [unit.label] : [];
        if ((unit === lead && isBegun) || unit.origin === 'ordered_item' || (short.has(unit) && isLed))
          kept.push(...name, unit);
      }
      const blocks = select.render([...new Set(kept)]);
      const isNamed = kept.length === 0 || !heading || blocks.includes(heading.text);
      return isNamed ? blocks : [heading.text, ...blocks];
    });
  },

  /** One idea: the sentence that says most of what the page is about, early on it, as the claim, and the best ones near it. */
  'atomic-note': (context) => {
    const score = scoreOf(context);
    const [claim, ...others] = select.byScore(standingOf(context), score);
    if (claim === undefined) return [];
    const support = select.pick(
      others.filter(({ plain }) => plain !== claim.plain),
      score,
      SUPPORT,
    );
    return [`# ${select.lineOf(claim)}`, listOf(support)].filter(Boolean);
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
  const short = standing.filter(({ text }) => text.length <= LONGEST_CLAIM_CHARACTERS);
  const best = short.length > SUPPORT ? short : standing;
  return [best, telling].find(({ length }) => length > 1) ?? usable;
}

/** Whether a heading is of what readers write: comments, replies, reviews. */
const isOfReaders = (heading: string, language: NoticeLanguage) =>
  conceptsOf(language).some(
    ({ name, terms }) => name === 'post' && termsOf(heading).some((term) => terms.includes(term)),
  );
