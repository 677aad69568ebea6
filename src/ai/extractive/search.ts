import { conceptsOf, phrasePattern, withoutAccents } from './lexicon.ts';
import type { NoticeLanguage } from './notices.table.ts';
import type { PageText, Unit } from './page-text.ts';
import { ANSWER_KINDS, DEFINITION_QUESTION } from './request.table.ts';
import { refersBack } from './select-sentences.ts';
import { areRelated, termsOf } from './terms.ts';

/** BM25: how soon a repeated term says nothing more, and how much long units are held back. */
const K1 = 1.2;
const B = 0.4;
/** How much a term counts that stands not in the unit but in its headings, introduction or head; or in the title alone. */
const CONTEXT = 0.6;
const TITLE = 0.25;
/** How much a related word counts, and another word for the same concept. */
const RELATED = 0.7;
const CONCEPT = 0.75;
/** What of a question a unit speaks of by having the kind of answer that is asked for: a verb may be another than the page's. */
const FIT_COVERAGE = 0.2;

/** How much a term weighs that the page has nowhere, that stands in its title, or that only names a kind of question. */
const MISSING = 0.6;
const OF_TITLE = 0.6;
const OF_CONCEPT = 0.7;
/** What a sentence gains that says what the thing is that a question is about. */
const DEFINES = 2;

/** One term of a question: what counts for it, and how rare it is. */
interface QueryTerm {
  /** Terms of the page by how much they count. */
  readonly matches: ReadonlyMap<string, number>;
  readonly weight: number;
  readonly ofTitle: boolean;
  /** Matches without a word of it: a price has a currency. */
  readonly has?: RegExp;
}

/** How well a unit answers a question. */
export interface Match {
  readonly unit: Unit;
  readonly score: number;
  /** Share of the question, by weight, that unit and context speak of; 0 to 1. */
  readonly coverage: number;
  /** What of each term the unit itself has, 0 to 1, in the order of the question. */
  readonly own: readonly number[];
  readonly context: readonly number[];
}

interface Indexed {
  readonly unit: Unit;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  readonly context: ReadonlySet<string>;
}

/** A page made ready for questions. `languages`: those of the page and of the question. */
export function createSearch(page: PageText, languages: readonly NoticeLanguage[]) {
  const title = new Set(termsOf(page.title ?? ''));
  const headings = page.sections.map(({ heading, above }) =>
    termsOf([...above, heading?.plain ?? ''].join(' ')),
  );
  const leads = new Map<string, readonly string[]>();
  const indexed = page.units.map((unit): Indexed => {
    const terms = termsOf(unit.text);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    const lead = leads.get(unit.lead) ?? termsOf(unit.lead);
    leads.set(unit.lead, lead);
    const before = page.units[unit.order - 1];
    const isOfPrevious = before?.group === unit.group && !unit.isFirst && refersBack(unit, languages[0]!);
    const previous = isOfPrevious ? termsOf(before.text) : [];
    const context = new Set([...headings[unit.section]!, ...lead, ...previous]);
    return { unit, counts, length: terms.length, context };
  });
  const usedBy = new Map<string, number>();
  for (const { counts, context } of indexed)
    for (const term of new Set([...counts.keys(), ...context])) usedBy.set(term, (usedBy.get(term) ?? 0) + 1);
  for (const term of title) usedBy.set(term, Math.max(usedBy.get(term) ?? 0, indexed.length / 2));
  const average = indexed.reduce((sum, { length }) => sum + length, 0) / Math.max(indexed.length, 1);
  const rarity = (count: number) => Math.log(1 + (indexed.length - count + 0.5) / (count + 0.5));

  /** The terms of a question that carry meaning. */
  const read = (question: string): readonly QueryTerm[] =>
    [...new Set(termsOf(question, languages))].map((term) => {
      const matches = new Map<string, number>();
      for (const known of usedBy.keys()) if (areRelated(known, term)) matches.set(known, RELATED);
      const concepts = conceptsAbout(term, languages);
      for (const word of concepts.words)
        for (const known of usedBy.keys())
          if (known === word || (word.length > 4 && areRelated(known, word))) matches.set(known, CONCEPT);
      if (usedBy.has(term)) matches.set(term, 1);
      const count = Math.max(...[...matches.keys()].map((known) => usedBy.get(known)!), 0);
      const kind = ANSWER_KINDS.find(({ concepts: names }) => names.some((name) => concepts.names.has(name)));
      const factor = matches.size === 0 ? MISSING : title.has(term) ? OF_TITLE : 1;
      const weight = rarity(count) * factor * (concepts.names.size > 0 ? OF_CONCEPT : 1);
      const known = { matches, weight, ofTitle: title.has(term) };
      return kind?.isNeeded ? { ...known, has: kind.has } : known;
    });

  const match = ({ unit, counts, length, context }: Indexed, query: readonly QueryTerm[]): Match => {
    let score = 0;
    let covered = 0;
    const own: number[] = [];
    const around: number[] = [];
    for (const { matches, weight, has } of query) {
      let [inUnit, inContext, inTitle, often] = [0, 0, 0, 0];
      for (const [term, share] of matches) {
        const count = counts.get(term) ?? 0;
        if (count > 0 && share > inUnit) [inUnit, often] = [share, count];
        if (context.has(term)) inContext = Math.max(inContext, share);
        if (title.has(term)) inTitle = Math.max(inTitle, share);
      }
      if (inUnit < CONCEPT && has?.test(unit.text)) [inUnit, often] = [CONCEPT, 1];
      const saturation = (often * (K1 + 1)) / (often + K1 * (1 - B + (B * length) / average));
      score += weight * Math.max(inUnit * saturation, CONTEXT * inContext, TITLE * inTitle);
      covered += weight * Math.max(inUnit, 0.9 * inContext, 0.6 * inTitle);
      own.push(inUnit);
      around.push(inContext);
    }
    const total = query.reduce((sum, { weight }) => sum + weight, 0);
    return { unit, score, coverage: total === 0 ? 0 : covered / total, own, context: around };
  };

  return {
    read,
    /** The units that speak of a question, best first. */
    rank(question: string, query: readonly QueryTerm[]): readonly Match[] {
      const folded = withoutAccents(question).toLowerCase();
      const kinds = kindsOf(folded, languages);
      const wantsDefinition = DEFINITION_QUESTION.test(folded);
      const definition = phrasePattern('definition', languages[0]!, 'anywhere');
      return indexed
        .map((one) => match(one, query))
        .filter(({ score }) => score > 0)
        .map((found) => {
          const { unit, own, context } = found;
          const fits = kinds.length > 0 && kinds.every(({ has }) => has.test(unit.text));
          const speaks = query.some(({ ofTitle }, at) => !ofTitle && own[at]! + context[at]! > 0);
          const coverage = found.coverage + (fits && speaks ? FIT_COVERAGE : 0);
          const defines =
            wantsDefinition && own.every((share) => share > 0) && definition.test(withoutAccents(unit.text));
          return { ...found, coverage, score: found.score * fitOf(unit, kinds) * (defines ? DEFINES : 1) };
        })
        .sort((a, b) => b.score - a.score || a.unit.order - b.unit.order);
    },
  };
}

/** The concepts that a term is a word of, in any of the languages, and their words in all of these. */
function conceptsAbout(term: string, languages: readonly NoticeLanguage[]) {
  const all = languages.flatMap(conceptTerms);
  const names = new Set(all.filter(({ terms }) => terms.has(term)).map(({ name }) => name));
  const words = new Set(all.filter(({ name }) => names.has(name)).flatMap(({ terms }) => [...terms]));
  return { names, words };
}

const conceptsByLanguage = new Map<NoticeLanguage, readonly { name: string; terms: ReadonlySet<string> }[]>();

/** Concepts whose words are single terms. */
function conceptTerms(language: NoticeLanguage) {
  const known =
    conceptsByLanguage.get(language) ??
    conceptsOf(language).map(({ name, words }) => ({
      name,
      terms: new Set(
        words.map((word) => termsOf(word)).flatMap((terms) => (terms.length === 1 ? terms : [])),
      ),
    }));
  conceptsByLanguage.set(language, known);
  return known;
}

/** The kinds of answers that a question asks for. */
function kindsOf(text: string, languages: readonly NoticeLanguage[]) {
  const names = new Set(termsOf(text).flatMap((term) => [...conceptsAbout(term, languages).names]));
  return ANSWER_KINDS.filter(
    ({ concepts, asks }) => asks.test(text) || concepts.some((name) => names.has(name)),
  );
}

/** What a unit gains or loses by having, or not, what such questions ask for. */
function fitOf(unit: Unit, kinds: ReturnType<typeof kindsOf>): number {
  return kinds.reduce(
    (factor, { has, isNeeded }) => factor * (has.test(unit.text) ? 1.4 : isNeeded ? 0.5 : 0.7),
    unit.origin === 'quote' ? 0.9 : 1,
  );
}
