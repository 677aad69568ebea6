import type { NoticeLanguage } from './notices.table.ts';
import { endsOpen, isFinished, isQuestion, type Page, refersBack, type Unit } from './page.ts';
import { hasTerm, phrasePattern, type Topic, termsOf, withoutAccents } from './words.ts';

/** How much each unit says of what its page is about. */
export type ScoreOf = (unit: Unit) => number;

/** Shortest sentence that can stand alone, in terms. */
const FEWEST_TERMS = 4;
/** How an ingredient, a part or a duration begins. */
const QUANTITY = /^(?:\S+[:：] ?)?(?:\d|[½¼¾⅓⅔⅛])/;

/** A line that is a link and nothing else. */
const LINK = /^\[[^\]]*\]\([^)]*\)$/;
/** Units at the beginning of a page among which their place tells little. */
const EARLY_UNITS = 6;
/** How much a term of a prompt counts, of what all terms of the subject do. */
const ASKED = 10;
/** Terms at the beginning of a sentence that tell what it speaks of. */
const SUBJECT_PLACES = 6;
/** How a line begins that gives a value. */
const FEATURE = /^[^.:：]{1,25}[:：] /;

/**
 * Scores units: raised where they have the `wanted` terms of a caller's prompt, speak of the page's subject and stand early, lowered where
 * they refer to what is before them.
 */
export function scoreUnits(page: Page, language: NoticeLanguage, wanted: readonly string[]): ScoreOf {
  const subject = [...new Set(termsOf(page.subject, [language]))];
  const scores = page.units.map((unit) => {
    const spoken = subject.filter((term) => hasTerm(unit.terms, term)).length;
    const first = subject.filter((term) => hasTerm(unit.terms.slice(0, SUBJECT_PLACES), term)).length;
    const asked = wanted.filter((term) => unit.terms.includes(term)).length;
    const said = 0.5 + (spoken + first) / Math.max(2 * subject.length, 1) + ASKED * asked;
    return (said * (refersBack(unit, language) ? 0.7 : 1)) / (EARLY_UNITS + unit.order);
  });
  return ({ order }) => scores[order]!;
}

/** The sentences of a page that stand alone and tell something; where these are few, as in a list of addresses, all its lines of some words. */
export function statementsOf({ sentences }: Page): readonly Unit[] {
  const lines = sentences.filter(({ terms, text }) => terms.length >= FEWEST_TERMS && !endsOpen(text));
  const statements = lines.filter(
    ({ text, plain }) =>
      isFinished(text) && !isQuestion(text) && !text.includes('\n') && !FEATURE.test(plain),
  );
  return [statements, lines].find(({ length }) => length > 2 || 3 * length > sentences.length) ?? sentences;
}

/** The sentences of a page that tell somebody to do something: by their words, or as items below a heading of steps. */
export function actionsOf({ sentences }: Page, language: NoticeLanguage, onlySteps = false): readonly Unit[] {
  const has = (topic: Topic, text: string) => phrasePattern(topic, language).test(text);
  const begins = (topic: Topic, text: string) => phrasePattern(topic, language, 'start').test(text);
  const instructs = (text: string) => {
    // An instruction begins the sentence, or follows the comma of a condition.
    const starts = text.split(/[,，、;；]\s*/, 2).map((clause) => clause.replace(/^[^\p{L}]+/u, ''));
    if (starts.some((start) => begins('instruction', start) || begins('imperative', start))) return true;
    return !has('noDuty', text) && (has('request', text) || (has('duty', text) && has('addressee', text)));
  };
  const isStep = ({ section, label }: Unit) =>
    [section.heading, label].some((one) => one && has('stepsHeading', withoutAccents(one.plain)));
  const isInstruction = new Map(sentences.map((unit) => [unit, instructs(withoutAccents(unit.plain))]));
  // A line tells what to do where half of its list does; else it is a feature ("open back") or furniture ("see more").
  const lists = groupsOf(
    sentences.filter(({ isFirst }) => isFirst),
    ({ group }) => group,
  );
  const isOfActions = ({ group, origin }: Unit) => {
    const items = lists.get(group) ?? [];
    return (
      origin.endsWith('item') && 2 * items.filter((unit) => isInstruction.get(unit)).length >= items.length
    );
  };
  const actions = sentences.filter((unit) => {
    const { plain, text, task, isFirst, origin, terms } = unit;
    if (task !== 'none' && isFirst) return !QUANTITY.test(withoutAccents(plain));
    if (terms.length < 2 || isQuestion(text) || endsOpen(text)) return false;
    if (isStep(unit) && isFirst && origin.endsWith('item')) return true;
    return (
      isInstruction.get(unit) &&
      (isFinished(text) || (origin === 'paragraph' && !LINK.test(text)) || isOfActions(unit))
    );
  });
  // Where a page has steps below a heading, its other lines are furniture: "see more", "salt to taste".
  const steps = actions.filter(isStep);
  if (steps.length < 2) return actions;
  return onlySteps ? steps : actions.filter((unit) => isFinished(unit.text) || isStep(unit));
}

/** Units by what they have in common, in their order. */
export function groupsOf<Key, One>(
  units: readonly One[],
  keyOf: (unit: One) => Key,
): ReadonlyMap<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const unit of units) {
    const group = groups.get(keyOf(unit));
    if (group) group.push(unit);
    else groups.set(keyOf(unit), [unit]);
  }
  return groups;
}

export const byScore = (units: readonly Unit[], scoreOf: ScoreOf): readonly Unit[] =>
  [...units].sort((a, b) => scoreOf(b) - scoreOf(a) || a.order - b.order);

/** The best `count` units of a set, in the order of the page: none that repeats another or one already `taken`, or has no room. */
export function pick(
  candidates: readonly Unit[],
  scoreOf: ScoreOf,
  count: number,
  { taken = [], characters = Infinity }: { taken?: readonly Unit[]; characters?: number } = {},
): readonly Unit[] {
  const picked = [...taken];
  let left = characters;
  for (const candidate of byScore(candidates, scoreOf)) {
    if (picked.length >= count + taken.length) break;
    if (lineLength(candidate) > left || picked.some(({ plain }) => plain === candidate.plain)) continue;
    picked.push(candidate);
    left -= lineLength(candidate);
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
    const line = `${isItem ? '- ' : ''}${isProse ? text.replaceAll('\n', '\\\n') : text}`;
    const last = units[at - 1];
    const isBare = !isFinished(text) || /\p{Sc}/u.test(section.heading?.plain ?? '');
    if (isProse && isBare && !label && last?.section !== section)
      blocks.push(
        ...section.path.slice(-2).flatMap((one) => (last?.section.path.includes(one) ? [] : one.text)),
      );
    const isNextLine = origin === 'row' || isItem;
    if (last?.group === group && (isNextLine || order === last.order + 1))
      blocks.push(`${blocks.pop()}${isNextLine ? '\n' : ' '}${line}`);
    else blocks.push(line);
  }
  return blocks;
}
