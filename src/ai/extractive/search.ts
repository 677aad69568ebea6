import { conceptsOf, memoised, phrasePattern, withoutAccents } from './lexicon.ts';
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

/** Terms of a question that are sought: more say nothing more, and each looks through the words of the page. */
const MOST_TERMS = 40;

/** How well a unit answers a question. */
export interface Match {
  readonly unit: Unit;
  readonly score: number;
  /** Share of the question, by weight, that unit and context speak of; about 1 at most. */
  readonly coverage: number;
  /** What of each term of the question the unit itself has, and its context, 0 to 1. */
  readonly own: readonly number[];
  readonly context: readonly number[];
  /** Whether the question names the heading of its section, or what introduces it. */
  readonly isNamed: boolean;
}

/** The units of a page that speak of a question, best first, and the weights of the question's terms. */
export function searchPage(page: Page, asked: string, languages: readonly NoticeLanguage[]) {
  const question = asked.replace(MAIL_ADDRESS, 'email');
  const contexts = contextsOf(page, languages[0]!);
  const title = new Set(termsOf(page.title ?? ''));
  const query = readQuery(page, question, contexts, title, languages);
  const wanted = new Set(termsOf(question, languages));
  const isAsked = (text: string) => {
    const terms = termsOf(text, languages);
    return terms.length > 0 && terms.every((term) => wanted.has(term));
  };
  const named = page.sections.map(({ path }) => isAsked(path.at(-1) ?? ''));
  const leads = new Set([...new Set(page.units.map(({ lead }) => lead))].filter(isAsked));
  const length =
    page.units.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(page.units.length, 1);
  const fitOf = fitting(question, languages);
  const matches = page.units.map((unit): Match => {
    const inContext = named[unit.section] ? NAMED : CONTEXT.score;
    const match = matchOf(unit, query, { context: contexts[unit.order]!, title, length, inContext });
    const { factor, fits } = fitOf(match);
    const speaks = query.some(({ isOfTitle }, at) => !isOfTitle && match.own[at]! + match.context[at]! > 0);
    return {
      ...match,
      isNamed: named[unit.section]! || leads.has(unit.lead),
      coverage: match.coverage + (fits && speaks ? FIT_COVERAGE : 0),
      score: match.score * factor,
    };
  });
  const found = matches.filter(({ score }) => score > 0);
  found.sort((a, b) => b.score - a.score || a.unit.order - b.unit.order);
  return { weights: query.map(({ weight }) => weight), matches: found };
}

/** What counts for each term of a question, by term of the page, and how much it weighs. */
function readQuery(
  page: Page,
  question: string,
  contexts: readonly ReadonlySet<string>[],
  title: ReadonlySet<string>,
  languages: readonly NoticeLanguage[],
) {
  const usedBy = new Map<string, number>();
  for (const { terms, order } of page.units)
    for (const term of new Set([...terms, ...contexts[order]!]))
      usedBy.set(term, (usedBy.get(term) ?? 0) + 1);
  for (const term of title) usedBy.set(term, Math.max(usedBy.get(term) ?? 0, page.units.length / 2));
  const rarity = (count: number) => Math.log(1 + (page.units.length - count + 0.5) / (count + 0.5));
  return [...new Set(termsOf(question, languages))].slice(0, MOST_TERMS).map((term) => {
    const { names, words } = conceptsAbout(term, languages);
    const shares = new Map<string, number>();
    let count = 0;
    for (const [known, often] of usedBy) {
      const isWord = words.some((word) => known === word || (word.length > 4 && areRelated(known, word)));
      const share = known === term ? 1 : isWord ? CONCEPT : areRelated(known, term) ? RELATED : 0;
      if (share === 0) continue;
      shares.set(known, share);
      count = Math.max(count, often);
    }
    const kind = ANSWER_KINDS.find((one) => one.isNeeded && one.concepts.some((name) => names.has(name)));
    const factor = shares.size === 0 ? MISSING : title.has(term) ? OF_TITLE : 1;
    const weight = rarity(count) * factor * (names.size > 0 ? OF_CONCEPT : 1);
    return { shares, weight, has: kind?.has, isOfTitle: title.has(term) };
  });
}

/** `length`: terms of an average unit; `inContext`: how much a term scores in the context. */
interface Around {
  readonly context: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  readonly length: number;
  readonly inContext: number;
}

function matchOf(unit: Unit, query: ReturnType<typeof readQuery>, around: Around) {
  const [own, context]: [number[], number[]] = [[], []];
  let [score, covered, total] = [0, 0, 0];
  for (const { shares, weight, has } of query) {
    let [said, count, near, above] = [0, 0, 0, 0];
    for (const term of unit.terms) {
      const share = shares.get(term) ?? 0;
      if (share > 0) count++;
      said = Math.max(said, share);
    }
    for (const [term, share] of shares) {
      if (around.context.has(term)) near = Math.max(near, share);
      if (around.title.has(term)) above = Math.max(above, share);
    }
    const share = said < CONCEPT && has?.test(unit.text) ? CONCEPT : said;
    const often = Math.max(1, count);
    const saturated = (often * (K1 + 1)) / (often + K1 * (1 - B + (B * unit.terms.length) / around.length));
    score += weight * Math.max(share * saturated, around.inContext * near, TITLE.score * above);
    covered += weight * Math.max(share, CONTEXT.coverage * near, TITLE.coverage * above);
    total += weight;
    own.push(share);
    context.push(near);
  }
  return { unit, score, coverage: total === 0 ? 0 : covered / total, own, context };
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

/** Concepts with those of their words that are one term. */
const conceptTerms = memoised((language: NoticeLanguage) =>
  conceptsOf(language).map(({ name, words }) => {
    const terms = words.map((word) => termsOf(word));
    return { name, words: terms.flatMap((one) => (one.length === 1 ? one : [])) };
  }),
);

/** The concepts that a term is a word of, in any of the languages, and their words in all of these. */
function conceptsAbout(term: string, languages: readonly NoticeLanguage[]) {
  const all = languages.flatMap(conceptTerms);
  const names = new Set(all.filter(({ words }) => words.includes(term)).map(({ name }) => name));
  return { names, words: all.filter(({ name }) => names.has(name)).flatMap(({ words }) => words) };
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
  return ({ unit, own }: Pick<Match, 'unit' | 'own'>) => {
    const defines = definition?.test(withoutAccents(unit.text)) && own.every((share) => share > 0);
    const factors = kinds.map(({ has, isNeeded }) =>
      has.test(unit.text) ? FITS : isNeeded ? LACKS_NEEDED : LACKS,
    );
    const factor = factors.reduce((product, one) => product * one, defines ? DEFINES : 1);
    return { factor, fits: factors.length > 0 && factors.every((one) => one === FITS) };
  };
}
