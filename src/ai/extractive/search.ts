import { conceptsOf, phrasePattern, withoutAccents } from './lexicon.ts';
import type { NoticeLanguage } from './notices.table.ts';
import type { Page, Unit } from './page.ts';
import { ANSWER_KINDS, DEFINITION_QUESTION, MAIL_ADDRESS } from './request.table.ts';
import { refersBack } from './selection.ts';
import { areRelated, termsOf } from './terms.ts';

/** BM25: how soon a repeated term says nothing more, and how much long units are held back. */
const K1 = 1.2;
const B = 0.4;
/** How much a term scores that stands not in the unit but in its headings, introduction or head; or in the title alone. */
const CONTEXT = { score: 0.6, coverage: 0.9 };
/** The same in a section whose heading is what the question names. */
const NAMED = 1.1;
const TITLE = { score: 0.25, coverage: 0.6 };
/** How much a related word counts, and another word for the same concept. */
const RELATED = 0.7;
const CONCEPT = 0.75;
/** How much a term weighs that the page has nowhere, that stands in its title, or that only names a kind of question. */
const MISSING = 0.6;
const OF_TITLE = 0.6;
const OF_CONCEPT = 0.7;
/** What of a question a unit speaks of by having the kind of answer that is asked for: a verb may be another than the page's. */
const FIT_COVERAGE = 0.2;
/** What the score of a unit is multiplied by that has this kind, lacks it, lacks one without which there is no answer, or defines. */
const FITS = 1.4;
const LACKS = 0.7;
const LACKS_NEEDED = 0.5;
const DEFINES = 2;

/** How well a unit answers a question. */
export interface Match {
  readonly unit: Unit;
  readonly score: number;
  /** Share of the question, by weight, that unit and context speak of; about 1 at most. */
  readonly coverage: number;
  /** What of each term of the question the unit itself has, and its context, 0 to 1. */
  readonly own: readonly number[];
  readonly context: readonly number[];
}

/** The units of a page that speak of a question, best first, and the weights of the question's terms. */
export function searchPage(page: Page, asked: string, languages: readonly NoticeLanguage[]) {
  const question = asked.replace(MAIL_ADDRESS, 'email');
  const title = new Set(termsOf(page.title ?? ''));
  const contexts = contextsOf(page, languages[0]!);
  const usedBy = new Map<string, number>();
  for (const { terms, order } of page.units)
    for (const term of new Set([...terms, ...contexts[order]!]))
      usedBy.set(term, (usedBy.get(term) ?? 0) + 1);
  for (const term of title) usedBy.set(term, Math.max(usedBy.get(term) ?? 0, page.units.length / 2));
  const rarity = (count: number) => Math.log(1 + (page.units.length - count + 0.5) / (count + 0.5));
  const wanted = new Set(termsOf(question, languages));
  const named = page.sections.map(({ path }) => {
    const terms = termsOf(path.at(-1) ?? '', languages);
    return terms.length > 0 && terms.every((term) => wanted.has(term));
  });
  const query = [...wanted].map((term) => {
    const { names, words } = conceptsAbout(term, languages);
    const shares = [...usedBy.keys()].flatMap((known): [string, number][] => {
      if (known === term) return [[known, 1]];
      if (words.some((word) => known === word || (word.length > 4 && areRelated(known, word))))
        return [[known, CONCEPT]];
      return areRelated(known, term) ? [[known, RELATED]] : [];
    });
    const kind = ANSWER_KINDS.find(
      ({ concepts, isNeeded }) => isNeeded && concepts.some((name) => names.has(name)),
    );
    const factor = shares.length === 0 ? MISSING : title.has(term) ? OF_TITLE : 1;
    const count = Math.max(0, ...shares.map(([known]) => usedBy.get(known)!));
    const weight = rarity(count) * factor * (names.size > 0 ? OF_CONCEPT : 1);
    return { shares: new Map(shares), weight, has: kind?.has, isOfTitle: title.has(term) };
  });
  const total = query.reduce((sum, { weight }) => sum + weight, 0);
  const average =
    page.units.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(page.units.length, 1);
  const matches = page.units.map((unit): Match => {
    const [own, context]: [number[], number[]] = [[], []];
    let [score, covered] = [0, 0];
    const inContext = named[unit.section] ? NAMED : CONTEXT.score;
    for (const { shares, weight, has } of query) {
      const shareOf = (terms: Iterable<string>) =>
        Math.max(0, ...[...terms].map((term) => shares.get(term) ?? 0));
      const said = shareOf(unit.terms);
      const share = said < CONCEPT && has?.test(unit.text) ? CONCEPT : said;
      const around = shareOf(contexts[unit.order]!);
      const above = shareOf(title);
      const count = Math.max(1, unit.terms.filter((term) => shares.has(term)).length);
      const saturated = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * unit.terms.length) / average));
      score += weight * Math.max(share * saturated, inContext * around, TITLE.score * above);
      covered += weight * Math.max(share, CONTEXT.coverage * around, TITLE.coverage * above);
      own.push(share);
      context.push(around);
    }
    return { unit, score, coverage: covered / Math.max(total, Number.MIN_VALUE), own, context };
  });
  const isSpoken = ({ own, context }: Match) =>
    query.some(({ isOfTitle }, at) => !isOfTitle && own[at]! + context[at]! > 0);
  const fitOf = fitting(question, languages);
  return {
    weights: query.map(({ weight }) => weight),
    matches: matches
      .filter(({ score }) => score > 0)
      .map((match) => {
        const { factor, fits } = fitOf(match);
        const coverage = match.coverage + (fits && isSpoken(match) ? FIT_COVERAGE : 0);
        return { ...match, coverage, score: match.score * factor };
      })
      .sort((a, b) => b.score - a.score || a.unit.order - b.unit.order),
  };
}

/** For each unit the terms of its headings, of what introduces it and of the sentence that it refers to. */
function contextsOf({ units, sections }: Page, language: NoticeLanguage): readonly ReadonlySet<string>[] {
  const headings = sections.map(({ path }) => termsOf(path.join(' ')));
  const leads = new Map([...new Set(units.map(({ lead }) => lead))].map((lead) => [lead, termsOf(lead)]));
  return units.map((unit) => {
    const before = units[unit.order - 1];
    const refers = before?.group === unit.group && !unit.isFirst && refersBack(unit, language);
    return new Set([...headings[unit.section]!, ...leads.get(unit.lead)!, ...(refers ? before.terms : [])]);
  });
}

/** The concepts that a term is a word of, in any of the languages, and their words in all of these. */
function conceptsAbout(term: string, languages: readonly NoticeLanguage[]) {
  const all = languages
    .flatMap(conceptsOf)
    .map(({ name, words }) => ({ name, words: words.map((word) => termsOf(word)) }));
  const isWord = (terms: readonly string[]) => terms.length === 1 && terms[0] === term;
  const names = new Set(all.filter(({ words }) => words.some(isWord)).map(({ name }) => name));
  const words = all.filter(({ name }) => names.has(name)).flatMap((concept) => concept.words);
  return { names, words: words.flatMap((terms) => (terms.length === 1 ? terms : [])) };
}

/** Tells of a match how its unit fits the kind of question. */
function fitting(question: string, languages: readonly NoticeLanguage[]) {
  const text = withoutAccents(question).toLowerCase();
  const names = new Set(termsOf(text).flatMap((term) => [...conceptsAbout(term, languages).names]));
  const kinds = ANSWER_KINDS.filter(
    ({ concepts, asks }) => asks.test(text) || concepts.some((name) => names.has(name)),
  );
  const definition = DEFINITION_QUESTION.test(text)
    ? phrasePattern('definition', languages[0]!, 'anywhere')
    : undefined;
  return ({ unit, own }: Match) => {
    const defines = definition?.test(withoutAccents(unit.text)) && own.every((share) => share > 0);
    const factors = kinds.map(({ has, isNeeded }) =>
      has.test(unit.text) ? FITS : isNeeded ? LACKS_NEEDED : LACKS,
    );
    const factor = factors.reduce((product, one) => product * one, defines ? DEFINES : 1);
    return { factor, fits: factors.length > 0 && factors.every((one) => one === FITS) };
  };
}
