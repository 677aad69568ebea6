import { ANSWER_KINDS, type AnswerKind } from './answer-kinds.table.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { endsOpen, isFinished, type Page, refersBack, type Unit } from './page.ts';
import { areRelated, conceptsOf, termsOf, withoutAccents } from './words.ts';

/** What is sought: what counts for it by term of the page, from 0 to 1, or the kind of answer that it is; and its weight. */
interface Sought {
  readonly shares: ReadonlyMap<string, number>;
  readonly kind?: AnswerKind | undefined;
  readonly weight: number;
  /** Of a question: whether it is the kind of answer, or a word for that. */
  readonly isKind?: boolean;
}
/** How well a unit answers, and what share of the question it speaks of. */
type Match = ReturnType<typeof rank>[number];

/** BM25: how soon a repeated term says nothing more, and how much long units are held back. */
const [K1, B] = [1.2, 0.2];
/** How much a term counts that stands not in the unit but in what it stands below; and a related word, or another for the same concept. */
const LESS = 0.65;
/** What counts for a term that the title has, which tells no unit from others; for the score of one that lacks the kind of answer asked for. */
const [IN_TITLE, LACKS] = [0.4, 0.6];
/** Terms that are sought: more say nothing more. */
const MOST_TERMS = 40;
/** Least share of a question that the best unit speaks of, that it stands alone with, that names tell for all below them. */
const ENOUGH = { unit: 0.3, alone: 0.42, name: 0.65, whole: 0.95 };
/** Best units of an answer, what they score of the best one's score, and all units of one. */
const [MOST_UNITS, CLOSE, MOST_GIVEN] = [3, 0.8, 60];
/** Longest text below a heading that answers a question as a whole, in characters. */
const MOST_CHARACTERS = 1200;

export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** All units of a page in its order, as they match by BM25 on their terms and those of what they stand below. */
export function rank({ units, title: titled }: Page, sought: readonly Sought[]) {
  const title = new Set(termsOf(titled ?? ''));
  const isTitle = sought.map(({ shares }) => bestOf(shares, title) === 1);
  const length = sum(units.map(({ terms }) => terms.length)) / Math.max(units.length, 1);
  const total = sum(sought.map(({ weight }) => weight)) || 1;
  return units.map((unit) => {
    const held = K1 * (1 - B + (B * unit.terms.length) / length);
    const found = sought.map(({ shares, kind, weight }, at) => {
      const said = unit.terms.flatMap((term) => shares.get(term) ?? []);
      const own = Math.max(0, ...said, hasKind(kind, unit) ? 1 : 0);
      const often = Math.max(1, said.length);
      const above = LESS * (isBelow(kind, unit) ? 1 : bestOf(shares, unit.context));
      return {
        score: weight * Math.max((own * often * (K1 + 1)) / (often + held), above),
        share: weight * (isTitle[at] ? IN_TITLE : Math.max(own, above)),
        has: kind && own > 0,
      };
    });
    const lacks = found.some(({ has }) => has === false) && !found.some(({ has }) => has);
    const score = (lacks ? LACKS : 1) * sum(found.map((one) => one.score));
    const isNamed = found.some(({ share }, at) => !sought[at]!.isKind && share > 0);
    return { unit, score, isNamed, share: sum(found.map(({ share }) => share)) / total };
  });
}

/** Whether a unit has an answer of a kind, as a reader sees it: no figures of addresses. */
const hasKind = (kind: AnswerKind | undefined, { text, plain }: Unit) =>
  kind?.has.test(kind.concepts[0] === 'link' ? text : plain) === true;
/** Whether the heading of a unit has it: the name of a thing with its price. */
const isBelow = (kind: AnswerKind | undefined, { section: { heading } }: Unit) =>
  heading !== undefined && kind?.has.test(heading.plain) === true;

const bestOf = (shares: ReadonlyMap<string, number>, terms: ReadonlySet<string>) =>
  [...shares].reduce((most, [term, share]) => (terms.has(term) ? Math.max(most, share) : most), 0);

/** How many units, headings and introductions among them, use each term. */
function usesOf({ units }: Page): ReadonlyMap<string, number> {
  const usedBy = new Map<string, number>();
  for (const { terms, context } of units)
    for (const term of new Set([...terms, ...context])) usedBy.set(term, (usedBy.get(term) ?? 0) + 1);
  return usedBy;
}

/** What a page is about: the terms that many of its sentences use, against how common they are; those of `wanted` first. */
export function topicsOf(page: Page, wanted: readonly string[]): readonly Sought[] {
  const total = Math.max(page.units.length, 2);
  const topics = [...usesOf(page)].map(([term, count]) => {
    const weight = /^\d+$/.test(term) ? 0 : Math.log2(1 + count) * Math.log((total + 1) / count);
    return { shares: new Map([[term, 1]]), weight: weight * (wanted.includes(term) ? 20 : 1) };
  });
  return topics.sort((a, b) => b.weight - a.weight).slice(0, MOST_TERMS);
}

/** The terms of a question, with related words and those for the same concept, and the kinds of answer, each with how many units have it. */
function readQuestion(page: Page, question: string, languages: readonly NoticeLanguage[]) {
  const usedBy = usesOf(page);
  const concepts = languages.flatMap(conceptsOf);
  const text = withoutAccents(question).toLowerCase();
  const terms = [...new Set(termsOf(question, languages))];
  const named = concepts.filter((concept) => concept.terms.some((term) => terms.includes(term)));
  const isNamed = (kind: AnswerKind) => named.some(({ name }) => kind.concepts.includes(name));
  const kinds = ANSWER_KINDS.filter((kind) => kind.asks?.test(text) || isNamed(kind));
  const said = terms.slice(0, MOST_TERMS).map((term) => {
    const meant = named.filter((concept) => concept.terms.includes(term));
    const words = [term, ...meant.flatMap((concept) => concept.terms)];
    const known = [...usedBy.keys()].filter((one) =>
      words.some((word) => one === word || areRelated(one, word)),
    );
    const count = usedBy.get(term) ?? Math.max(0, ...known.map((one) => usedBy.get(one)!));
    const shares = new Map(known.map((one) => [one, one === term ? 1 : LESS]));
    const isKind = meant.some(({ name }) => kinds.some((kind) => kind.concepts.includes(name)));
    return { shares, kind: undefined, count, isKind, isByName: false };
  });
  const wanted = kinds.map((kind) => {
    const count = page.units.filter((unit) => hasKind(kind, unit)).length;
    return {
      shares: new Map<string, number>(),
      kind,
      count,
      isKind: true,
      isByName: isNamed(kind) || kind.concepts[0] === 'cost',
    };
  });
  const rarityOf = (count: number) => Math.log(1 + (page.units.length - count + 0.5) / (count + 0.5));
  return [...said, ...wanted].map((one) => ({ ...one, weight: rarityOf(Math.max(one.count, 1)) }));
}

/** The kinds of answer that a question wants, whether a unit is of one, and what goes on in the paragraph behind a unit. */
function figuresOf({ units }: Page, sought: ReturnType<typeof readQuestion>) {
  const kinds = sought.filter(({ kind }) => kind !== undefined);
  const named = kinds.filter(({ isByName }) => isByName);
  // "How much does it cost" wants a price, and not any figure.
  const wanted = named.length > 0 ? named : kinds;
  const isOfKind = (unit: Unit | undefined) =>
    unit !== undefined && wanted.some(({ kind }) => hasKind(kind, unit));
  const goesOnIn = ({ order, group }: Unit) =>
    units[order + 1]?.group === group ? units[order + 1] : undefined;
  return { wanted, isOfKind, goesOnIn };
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
  const sought = readQuestion(page, question, languages);
  const { wanted, isOfKind, goesOnIn } = figuresOf(page, sought);
  const isLoose = wanted.every(({ kind }) => kind!.isLoose);
  // The only price of a page is of what it is about.
  const isAnyones = sought.every(({ isKind }) => isKind) || wanted.some(({ count }) => count === 1);
  const asked = new Set([...termsOf(question), ...sought.flatMap(({ shares }) => [...shares.keys()])]);
  // A unit that says nothing but what is asked is no answer, nor is one without the figure that is asked for, there or right behind it.
  const matches = rank(page, sought).filter(
    ({ score, share, unit, isNamed }) =>
      score > 0 &&
      share >= ENOUGH.unit &&
      (isNamed || isAnyones) &&
      (isLoose ||
        isOfKind(unit) ||
        isOfKind(goesOnIn(unit)) ||
        wanted.some((one) => isBelow(one.kind, unit))) &&
      (endsOpen(unit.text) || isOfKind(unit) || unit.terms.some((term) => !asked.has(term))),
  );
  const [best] = [...matches].sort((a, b) => b.score - a.score);
  // Of those as good the first ones: a page begins with what it is about.
  const close = matches.filter(({ score }) => score >= CLOSE * best!.score).slice(0, MOST_UNITS);
  const isTold = best !== undefined && best.share >= ENOUGH.whole && isOfKind(best.unit);
  const units =
    (isTold ? undefined : allNamed(page, sought)) ??
    close.flatMap((match) => {
      const next = goesOnIn(match.unit);
      const told = !isOfKind(match.unit) && next && isOfKind(next) ? [next] : [];
      return [...withCompany(page, match, languages[0]!), ...told];
    });
  return [...new Set(units)].sort((a, b) => a.order - b.order).slice(0, lines);
}

/** All below the heading, or behind the label, that a question is for, where that is no long text. */
function allNamed({ units }: Page, sought: readonly Sought[]) {
  const total = sum(sought.map(({ weight }) => weight)) || Infinity;
  const contexts = [...new Set(units.map(({ context }) => context))];
  // The very word tells more than another for the same concept.
  const tellsOf = (share: number) => (share === 1 ? 1 : share > 0 ? 0.95 : 0);
  const weightOf = (context: ReadonlySet<string>) =>
    sum(sought.map(({ shares, weight }) => tellsOf(bestOf(shares, context)) * weight));
  const shareOf = new Map(contexts.map((context) => [context, weightOf(context) / total]));
  const most = [...shareOf.values()].reduce((one, other) => Math.max(one, other), ENOUGH.name);
  const held = units.flatMap((unit) => (shareOf.get(unit.context)! < most ? [] : [unit.label ?? unit, unit]));
  const isLong = sum(held.map(({ plain }) => plain.length)) > MOST_CHARACTERS;
  return held.length === 0 || isLong ? undefined : held;
}

/** A unit with what it is not understood without: what names it, what it refers to or names, what tells the rest. */
function withCompany({ units }: Page, { unit, share }: Match, language: NoticeLanguage) {
  if (!isFinished(unit.text))
    return [
      unit.label ?? unit,
      unit,
      ...(endsOpen(unit.text) ? units.filter(({ label }) => label === unit) : []),
    ];
  const near = [units[unit.order - 1], units[unit.order + 1]];
  const [before, after] = near.map((one) => (one?.section === unit.section ? one : unit));
  return [refersBack(unit, language) ? before! : unit, unit, share < ENOUGH.alone ? after! : unit];
}
