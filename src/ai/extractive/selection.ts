import { actionsOf } from './actions.ts';
import { hasFormula } from './inline-text.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { endsOpen, isFinished, isQuestion, type Page, refersBack, type Unit } from './page.ts';
import { conceptsOf, hasTerm, memoised, termsOf } from './words.ts';

/** How much each unit says of what its page is about. */
type ScoreOf = (unit: Unit) => number;

/** Shortest sentence that can stand alone, in terms, and longest one, in characters. */
const [FEWEST_TERMS, MOST_CHARACTERS] = [4, 300];
/** Units that a page begins with. */
const EARLY_UNITS = 6;
/** How much a sentence counts that begins no paragraph of its own. */
const LATER = 0.5;
/** How much a term of a prompt counts, of what all terms of the subject do. */
const ASKED = 10;

/** What several lines, a picture and its caption, and what gives a value are known by. */
const NO_STATEMENT = /\n|^!\[|^[^.:：]{1,25}[:：] /;

/** Scores units: raised where they have the `wanted` terms of a caller's prompt, speak of the page's subject and stand early: among the first `early` units their place tells little. */
export function scoreUnits(
  page: Page,
  language: NoticeLanguage,
  wanted: readonly string[],
  early = EARLY_UNITS,
): ScoreOf {
  const subject = [...new Set(termsOf(page.subject, [language]))];
  const scores = page.units.map(({ terms, order, isFirst, origin }) => {
    const spoken = subject.filter((term) => hasTerm(terms, term)).length;
    const asked = wanted.filter((term) => terms.includes(term)).length;
    const said = 0.5 + spoken / Math.max(subject.length, 1) + ASKED * asked;
    return (said * (isFirst && origin === 'paragraph' ? 1 : LATER)) / (early + order);
  });
  return ({ order }) => scores[order]!;
}

/** A page whose sentences are without captions, but for those that tell somebody to do something, and what is below a heading that says comments, posts or replies and nothing else, unless it has no others. */
export function withoutAsides(page: Page, language: NoticeLanguage): Page {
  const words = conceptsOf(language).flatMap(({ name, terms }) => (name === 'post' ? terms : []));
  const isOfReaders = memoised((heading) => {
    const terms = termsOf(heading, [language]).filter((term) => !/\d/.test(term));
    return terms.length > 0 && terms.every((term) => words.includes(term));
  });
  const told = new Set(actionsOf(page, language));
  const sentences = page.sentences.filter(
    (unit) =>
      (unit.origin !== 'caption' || told.has(unit)) &&
      !unit.section.path.some(({ plain }) => isOfReaders(plain)),
  );
  return sentences.length > 0 ? { ...page, sentences } : page;
}

/**
 * The sentences of a page that tell something and stand alone: no questions, labels, headings or instructions, none that refers to one
 * before it, and short ones only where they have a `wanted` term.
 */
export function statementsOf(
  page: Page,
  language: NoticeLanguage,
  wanted: readonly string[] = [],
): readonly Unit[] {
  const { sentences, sections } = page;
  const headings = new Set(sections.map(({ heading }) => heading?.plain));
  const actions = new Set(actionsOf(page, language));
  const tells = (terms: readonly string[]): boolean =>
    terms.filter((term) => !/\d/.test(term)).length >= FEWEST_TERMS ||
    wanted.some((term) => terms.includes(term));
  const lines = sentences.filter((unit) => tells(unit.terms) && !endsOpen(unit.text));
  const told = lines.filter(
    ({ text, plain }) =>
      isFinished(text) &&
      !isQuestion(text) &&
      !NO_STATEMENT.test(text) &&
      !hasFormula(text) &&
      !headings.has(plain),
  );
  const telling = told.filter((unit) => !actions.has(unit));
  const standing = telling.filter((unit) => !refersBack(unit, language));
  const short = standing.filter(({ plain }) => plain.length <= MOST_CHARACTERS);
  return [short, standing, telling, told, lines].find(({ length }) => length > 1) ?? sentences;
}

export const byScore = (units: readonly Unit[], scoreOf: ScoreOf): readonly Unit[] =>
  [...units].sort((a, b) => scoreOf(b) - scoreOf(a) || a.order - b.order);

/** Those `taken` and the best of a set, at most `count`, in the order of the page: none that repeats another, or has no room. */
export function pick(
  candidates: readonly Unit[],
  scoreOf: ScoreOf,
  count: number,
  { taken = [], characters = Infinity }: { taken?: readonly Unit[]; characters?: number } = {},
): readonly Unit[] {
  const picked: Unit[] = [];
  let left = characters;
  for (const unit of [...taken, ...byScore(candidates, scoreOf)]) {
    const isNew = picked.length < count && picked.every(({ plain }) => plain !== unit.plain);
    // Something is always told.
    if (!isNew || (lineLength(unit) > left && picked.length > 0)) continue;
    picked.push(unit);
    left -= lineLength(unit);
  }
  return picked.sort((a, b) => a.order - b.order);
}

/** A unit as a line of a list, without its mark; and the characters of that line. */
export const lineOf = ({ text }: Unit) => text.replaceAll('\n', ' ');
export const lineLength = ({ text }: Unit) => text.length + 3;

/** Units as Markdown: items of a list, rows, sentences of a paragraph in one; a bare line below its headings, and what is below one with a price. */
export function render(units: readonly Unit[]): readonly string[] {
  const blocks: string[] = [];
  for (const [at, { text, origin, label, section, group, order, isFirst }] of units.entries()) {
    const isItem = origin.endsWith('item') && isFirst;
    const isProse = origin !== 'row' && origin !== 'code';
    const last = units[at - 1];
    // Code in a list stands within the item before it.
    const isWithin = origin === 'code' && last?.group === group && order === last.order + 1;
    const line = isProse
      ? `${isItem ? '- ' : ''}${text.replaceAll('\n', '\\\n')}`
      : text.replace(/^(?=.)/gm, isWithin ? '  ' : '');
    if (isProse && !isFinished(text) && !label && last?.section !== section) {
      const above = section.path.slice(-2).filter((one) => !last?.section.path.includes(one));
      blocks.push(...above.map((heading) => heading.text));
    }
    const isNextLine = origin === 'row' || isItem || isWithin;
    if (last?.group === group && (isNextLine || order === last.order + 1))
      blocks.push(`${blocks.pop()}${isNextLine ? '\n' : ' '}${line}`);
    else blocks.push(line);
  }
  return blocks;
}
