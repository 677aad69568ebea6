import { ANSWER_KINDS, type AnswerKind } from './answer-kinds.table.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { endsOpen, isFinished, isQuestion, type Page, type Unit } from './page.ts';
import { conceptsOf, hasTerm, termsOf, withoutAccents } from './words.ts';

/** What is sought: a term of a prompt, or a kind of answer. */
export type Sought = ReturnType<typeof readPrompt>[number];

/** How much long units are held back. */
const HELD = 0.1;
/** How much a term counts that stands not in the unit but in what it stands below. */
const LESS = 0.65;
/** What counts for a term that the title has, which tells no unit from others. */
const IN_TITLE = 0.4;
/** Terms that are sought: more say nothing more. */
const MOST_TERMS = 40;
/** Least share of a question that the best unit speaks of, also without a word of it, that it stands alone with, that names tell for all below them. */
const ENOUGH = { unit: 0.3, unnamed: 0.45, alone: 0.6, name: 0.65 };
/** Best units of an answer, what they score of the best one's score, and all units of one. */
const [MOST_UNITS, CLOSE, MOST_GIVEN] = [3, 0.8, 60];
/** Longest text below a heading that answers a question as a whole, in characters. */
const MOST_CHARACTERS = 1200;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** All units of a page in its order: the share of what is sought that they, or what they stand below, speak of; BM25 where a term counts once. */
function rank({ units }: Page, sought: readonly Sought[]) {
  const length = sum(units.map(({ terms }) => terms.length)) / Math.max(units.length, 1);
  const total = sum(sought.map(({ weight }) => weight)) || 1;
  return units.map((unit) => {
    const own = new Set(unit.terms);
    const found = sought.map(({ words, kind }) =>
      meet(words, own) || hasKind(kind, unit) ? 1 : meet(words, unit.context) ? LESS : 0,
    );
    const said = (title: number) =>
      sum(found.map((one, at) => one * sought[at]!.weight * (sought[at]!.isTitle ? title : 1))) / total;
    return {
      unit,
      share: said(IN_TITLE),
      isNamed: sought.some(({ isKind, isTitle }, at) => isTitle || (!isKind && found[at]! > 0)),
      score: said(1) / (1 + (HELD * unit.terms.length) / length),
    };
  });
}

/** Whether a unit has an answer of a kind, as a reader sees it: no figures of addresses. */
export const hasKind = (kind: AnswerKind | undefined, unit: Unit | undefined) =>
  unit !== undefined && kind?.has.test(kind.concepts[0] === 'link' ? unit.text : unit.plain) === true;

/** Whether two sets of terms have one in common. */
export function meet(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const [few, many] = some.size < others.size ? [some, others] : [others, some];
  for (const term of few) if (many.has(term)) return true;
  return false;
}

/**
 * The terms of a prompt and the kinds of answer that it asks for, each with how many units have it, how much that tells (`weight`) and
 * the terms of the page that are of the same word or concept (`words`). `isKind`: it is a kind of answer, or a word for one.
 */
export function readPrompt(page: Page, prompt: string, languages: readonly NoticeLanguage[]) {
  const usedBy = new Map<string, number>();
  for (const { terms, context } of page.units)
    for (const term of new Set([...terms, ...context])) usedBy.set(term, (usedBy.get(term) ?? 0) + 1);
  const title = new Set(termsOf(page.title ?? ''));
  const concepts = languages.flatMap(conceptsOf);
  const text = withoutAccents(prompt).toLowerCase();
  const terms = [...new Set(termsOf(prompt, languages))];
  const named = concepts.filter((concept) => concept.terms.some((term) => terms.includes(term)));
  const isNamed = (kind: AnswerKind) => named.some(({ name }) => kind.concepts.includes(name));
  const kinds = ANSWER_KINDS.filter((kind) => kind.asks?.test(text) || isNamed(kind));
  const said = terms.slice(0, MOST_TERMS).map((term) => {
    const meant = named.filter((concept) => concept.terms.includes(term));
    const meaning = [term, ...meant.flatMap((concept) => concept.terms)];
    const words = new Set([...usedBy.keys()].filter((one) => hasTerm(meaning, one)));
    const count = usedBy.get(term) ?? Math.max(0, ...[...words].map((one) => usedBy.get(one)!));
    const isKind = meant.some(({ name }) => kinds.some((kind) => kind.concepts.includes(name)));
    const concept = meant.map(({ name }) => name);
    return { term, concept, words, kind: undefined, count, isKind, isTitle: title.has(term) };
  });
  const wanted = kinds.map((kind) => {
    const count = page.units.filter((unit) => hasKind(kind, unit)).length;
    const none = { term: '', concept: [] as readonly string[], words: new Set<string>() };
    return { ...none, kind, count, isKind: true, isTitle: false };
  });
  const rarityOf = (count: number) => Math.log(1 + (page.units.length - count + 0.5) / (count + 0.5));
  return [...said, ...wanted].map((one) => ({
    ...one,
    weight: rarityOf(Math.max(one.count, 1)) * (one.count === 0 ? 0.5 : 1),
  }));
}

/**
 * The units that answer a question, in the order of the page: all below the heading or label that is asked for; else the best unit,
 * those as good, and what these are not understood without. Empty where none answers.
 */
export function answerQuestion(
  page: Page,
  question: string,
  languages: readonly NoticeLanguage[],
  lines = MOST_GIVEN,
): readonly Unit[] {
  const sought = readPrompt(page, question, languages);
  const wanted = sought.filter(({ kind }) => kind !== undefined);
  const isOfKind = (unit: Unit | undefined) =>
    wanted.length === 0 || wanted.some(({ kind }) => hasKind(kind, unit));
  const isLoose = wanted.every(({ kind }) => kind!.isLoose);
  // What has a heading or label of its own: a unit that neither says it nor stands there tells of another thing.
  const names = sought.filter(
    ({ isKind, isTitle, words }) =>
      !isKind && !isTitle && page.units.some(({ context }) => meet(words, context)),
  );
  // No unit is an answer without the figure that is asked for, there or right behind it.
  const matches = rank(page, sought).filter(
    ({ share, unit, isNamed }) =>
      share >= ENOUGH.unit &&
      (isNamed || (names.length === 0 && share >= ENOUGH.unnamed)) &&
      (isLoose || isOfKind(unit) || isOfKind(nextTo(page, unit))),
  );
  const most = Math.max(...matches.map(({ score }) => score));
  // Of those as good the first ones: a page begins with what it is about.
  const close = matches.filter(({ score }) => score >= CLOSE * most).slice(0, MOST_UNITS);
  const units =
    allNamed(page, sought) ??
    close.flatMap(({ unit, share }) =>
      withCompany(page, unit, isQuestion(unit.text) || share < ENOUGH.alone || !(isLoose || isOfKind(unit))),
    );
  return [...new Set(units)].sort((a, b) => a.order - b.order).slice(0, lines);
}

/** The unit behind another in its section, if there is one. */
const nextTo = ({ units }: Page, { order, section }: Unit) =>
  [units[order + 1]].find((one) => one?.section === section);

/** All below the heading, or behind the label, that a question is for, where that is no long text. */
function allNamed({ units }: Page, sought: readonly Sought[]) {
  const total = sum(sought.map(({ weight }) => weight)) || Infinity;
  const contexts = [...new Set(units.map(({ context }) => context))];
  const weightOf = (context: ReadonlySet<string>) =>
    sum(
      sought.map(({ words, weight, isTitle }) =>
        meet(words, context) ? weight * (isTitle ? IN_TITLE : 1) : 0,
      ),
    );
  const shareOf = new Map(contexts.map((context) => [context, weightOf(context) / total]));
  const most = [...shareOf.values()].reduce((one, other) => Math.max(one, other), ENOUGH.name);
  const held = withLabels(units.filter(({ context }) => shareOf.get(context)! >= most));
  const isLong = sum(held.map(({ plain }) => plain.length)) > MOST_CHARACTERS;
  return held.length === 0 || isLong ? undefined : held;
}

/** A unit with what it is not understood without: what names it, what it names, and where it does not tell all, what goes on. */
function withCompany(page: Page, unit: Unit, goesOn: boolean): readonly Unit[] {
  if (!isFinished(unit.text)) {
    const named = endsOpen(unit.text) ? page.units.filter(({ label }) => label === unit) : [];
    return [unit.label ?? unit, unit, ...named];
  }
  return [unit, (goesOn ? nextTo(page, unit) : undefined) ?? unit];
}

/** Units, each behind what names it. */
export const withLabels = (units: readonly Unit[]): readonly Unit[] => [
  ...new Set(units.flatMap((unit) => [unit.label ?? unit, unit])),
];
