import { ANSWER_KINDS, type AnswerKind } from './answer-kinds.table.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { isFinished, isQuestion, type Page, refersBack, type Unit } from './page.ts';
import { areRelated, conceptsOf, termsOf, withoutAccents } from './words.ts';

/** What is sought: what counts for each term by term of the page, from 0 to 1, its weight, and what has the kind that it names. */
interface Query {
  readonly sought: readonly {
    readonly shares: ReadonlyMap<string, number>;
    readonly weight: number;
    readonly has?: RegExp | undefined;
  }[];
  readonly kinds: readonly AnswerKind[];
}
/** How well a unit answers: 0 if it cannot; what share of the query it speaks of; whether it has the kinds that are asked for. */
type Match = ReturnType<typeof rank>[number];

/** BM25: how soon a repeated term says nothing more, and how much long units are held back. */
const [K1, B] = [1.2, 0.2];
/** How much a term counts that stands not in the unit but in what it stands below, beside it, or in the title: for score and for share. */
const CONTEXT = { score: 0.6, share: 0.9 };
const BESIDE = { score: 0.25, share: 0.5 };
const TITLE = { score: 0.25, share: 0.4 };
/** How much a related word counts, or another word for the same concept. */
const RELATED = 0.75;
/** How much a term weighs that names a concept, that the page has nowhere, and a pair of signs, of which every other is of two words. */
const WEIGHT = { concept: 0.7, missing: 0.6, missingPair: 0.25 };
/** What the score of a unit is multiplied by that has the kind of answer that is asked for, or lacks it; and what it covers by that. */
const FIT = { has: 1.4, lacks: 0.7, share: 0.3 };
/** Terms that are sought: more say nothing more. */
const MOST_TERMS = 40;
/** Least share of a question that the best unit, or the name of all below it, speaks of; of a request; of such a name that is asked for. */
const ENOUGH = { unit: 0.25, name: 0.65, request: 0.3, known: 0.5 };
/** Below this share an answer stands with the sentences around it. */
const SURE = 0.42;
/** Units of an answer that is no list, and what they score of the best one's score; units of a list. */
const [MOST_UNITS, CLOSE, MOST_LISTED] = [3, 0.8, 60];
/** Longest text below a heading that answers a question as a whole, in characters. */
const MOST_CHARACTERS = 1200;

export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** All units of a page in its order, as they match by BM25 on their terms, those of what they stand below, and of what is beside them. */
export function rank({ units, title: titled }: Page, { sought, kinds }: Query) {
  const title = new Set(termsOf(titled ?? ''));
  const length = sum(units.map(({ terms }) => terms.length)) / Math.max(units.length, 1);
  const total = sum(sought.map(({ weight }) => weight)) || 1;
  const said = units.map(({ terms, plain }) =>
    sought.map(({ shares, has }) => {
      const found = terms.flatMap((term) => shares.get(term) ?? []);
      return {
        most: Math.max(0, ...found, has?.test(plain) ? RELATED : 0),
        often: Math.max(1, found.length),
      };
    }),
  );
  const hasKind = units.map(({ text }) => kinds.some((kind) => kind.has.test(text)));
  const isRare = !kinds.some(({ isLoose }) => isLoose) && hasKind.filter(Boolean).length <= MOST_UNITS;
  return units.map((unit, at) => {
    const held = K1 * (1 - B + (B * unit.terms.length) / length);
    const beside = [at - 1, at + 1].filter((one) => units[one]?.section === unit.section);
    const found = sought.map(({ shares, weight, has }, term) => {
      const bestOf = (terms: ReadonlySet<string>) =>
        [...shares].reduce((most, [one, share]) => (terms.has(one) ? Math.max(most, share) : most), 0);
      const { most, often } = said[at]![term]!;
      const [context, above] = [bestOf(unit.context), bestOf(title)];
      const near = Math.max(0, ...beside.map((one) => said[one]![term]!.most));
      const saturated = (most * often * (K1 + 1)) / (often + held);
      return {
        score:
          weight * Math.max(saturated, CONTEXT.score * context, BESIDE.score * near, TITLE.score * above),
        // What the title says, or any figure, tells no unit from others.
        share:
          weight *
          (above === 1
            ? TITLE.share
            : Math.max(most, CONTEXT.share * context, BESIDE.share * near, TITLE.share * above)),
        isTelling: above < 1 && has === undefined && most + context + near > 0,
      };
    });
    const has = hasKind[at]!;
    const fits = has && (isRare || found.some(({ isTelling }) => isTelling));
    const factor =
      kinds.length === 0 ? 1 : has ? FIT.has : kinds.some(({ isNeeded }) => isNeeded) ? 0 : FIT.lacks;
    const share = sum(found.map((one) => one.share)) / total + (fits ? FIT.share : 0);
    return {
      unit,
      score: factor * (sum(found.map(({ score }) => score)) + (fits ? FIT.share : 0)),
      share,
      has,
    };
  });
}

/** How many units, headings and introductions among them, use each term; those of the title half of them. */
function usesOf({ units, title }: Page): ReadonlyMap<string, number> {
  const usedBy = new Map<string, number>();
  for (const { terms, context } of units)
    for (const term of new Set([...terms, ...context])) usedBy.set(term, (usedBy.get(term) ?? 0) + 1);
  for (const term of termsOf(title ?? ''))
    usedBy.set(term, Math.max(usedBy.get(term) ?? 0, units.length / 2));
  return usedBy;
}

/** What a page is about: the terms that many of its sentences use, against how common they are; those of `wanted` first. */
export function topicsOf(page: Page, wanted: readonly string[]): Query {
  const total = Math.max(page.units.length, 2);
  const topics = [...usesOf(page)].map(([term, count]) => {
    const weight = /^\d+$/.test(term) ? 0 : Math.log2(1 + count) * Math.log((total + 1) / count);
    return { shares: new Map([[term, 1]]), weight: weight * (wanted.includes(term) ? 20 : 1) };
  });
  return { sought: topics.sort((a, b) => b.weight - a.weight).slice(0, MOST_TERMS), kinds: [] };
}

/** The terms of a question, with their related words and those for the same concept. `languages`: those of page and question. */
function readQuestion(page: Page, question: string, languages: readonly NoticeLanguage[]): Query {
  const usedBy = usesOf(page);
  const text = withoutAccents(question).toLowerCase();
  const concepts = languages.flatMap(conceptsOf);
  const namesOf = (term: string) => concepts.flatMap(({ name, terms }) => (terms.includes(term) ? name : []));
  const named = termsOf(text).flatMap(namesOf);
  // An address of electronic mail is none of a street.
  const asked = named.filter((name) => name !== 'address' || !named.includes('email'));
  const all = ANSWER_KINDS.filter(
    (kind) => kind.asks?.test(text) || kind.concepts.some((name) => asked.includes(name)),
  );
  const telling = all.filter(({ isLoose }) => !isLoose);
  const kinds = telling.length > 0 ? telling : all;
  const terms = [...new Set(termsOf(question, languages))].slice(0, MOST_TERMS);
  const sought = terms.map((term) => {
    const names = namesOf(term);
    const words = [term, ...concepts.flatMap(({ name, terms }) => (names.includes(name) ? terms : []))];
    const known = [...usedBy.keys()].filter((one) =>
      words.some((word) => one === word || areRelated(one, word)),
    );
    const count = usedBy.get(term) ?? Math.max(1, ...known.map((one) => usedBy.get(one)!));
    const rarity = Math.log(1 + (page.units.length - count + 0.5) / (count + 0.5));
    const isPair = /[\p{sc=Han}\p{sc=Katakana}]/u.test(term);
    const missing = names.length > 0 ? 1 : isPair ? WEIGHT.missingPair : WEIGHT.missing;
    return {
      shares: new Map(known.map((one) => [one, one === term ? 1 : RELATED])),
      weight: rarity * (known.length === 0 ? missing : names.length > 0 ? WEIGHT.concept : 1),
      has: kinds.find(({ concepts: [name, ...more] }) => more.length === 0 && names.includes(name!))?.has,
    };
  });
  return { sought, kinds };
}

/**
 * The units that answer a question, in the order of the page: all below the heading or label that is asked for; else the best unit,
 * those as good, and what these are not understood without. Empty where none answers.
 */
export function answerQuestion(
  page: Page,
  question: string,
  languages: readonly NoticeLanguage[],
  { wantsAll, lines }: { readonly wantsAll: boolean; readonly lines: number | undefined },
): readonly Unit[] {
  const asked = readQuestion(page, question, languages);
  // What of a request the page has nowhere only asks: "options", "their".
  const sought = asked.sought.filter(({ shares, has }) => !wantsAll || shares.size > 0 || has);
  const query = { ...asked, sought };
  const matches = rank(page, query).filter(({ score }) => score > 0);
  const [best] = [...matches].sort((a, b) => b.score - a.score);
  const least = best !== undefined && best.share >= ENOUGH.unit ? CLOSE * best.score : Infinity;
  // Of those as good the first ones: a page begins with what it is about.
  const close = matches.filter(({ score }) => score >= least).slice(0, wantsAll ? MOST_LISTED : MOST_UNITS);
  const units =
    allNamed(page, query, wantsAll) ??
    (wantsAll ? allOfKind(page, query, matches) : undefined) ??
    close.flatMap((match) => withCompany(page, match, languages[0]!, wantsAll));
  return [...new Set(units)].sort((a, b) => a.order - b.order).slice(0, lines ?? MOST_LISTED);
}

/** All below the heading, or behind the label, that a question is for; of a request its list alone. */
function allNamed({ units }: Page, { sought }: Query, wantsAll: boolean): readonly Unit[] | undefined {
  const total = sum(sought.map(({ weight }) => weight)) || Infinity;
  const hits = (terms: Iterable<string>) => {
    const all = [...terms];
    return sought.filter(({ shares }) => all.some((term) => shares.has(term)));
  };
  const named = units.map((unit) => {
    const share = sum(hits(unit.context).map(({ weight }) => weight)) / total;
    const names = [...unit.section.path, unit.label].filter((one) => one !== undefined);
    const known = Math.max(
      0,
      ...names.map(({ plain }) => {
        const terms = new Set(termsOf(plain));
        return hits(terms).length / terms.size || 0;
      }),
    );
    return { unit, share: known < ENOUGH.known ? 0 : share + known / 100 };
  });
  const most = Math.max(...named.map(({ share }) => share), wantsAll ? ENOUGH.request : ENOUGH.name);
  const held = named.flatMap(({ unit, share }) => (share >= most ? [unit.label ?? unit, unit] : []));
  const listed = held.filter(({ origin }) => origin === 'row' || origin.endsWith('item'));
  const isLong = !wantsAll && sum(held.map(({ plain }) => plain.length)) > MOST_CHARACTERS;
  return held.length === 0 || isLong ? undefined : wantsAll && listed.length > 2 ? listed : held;
}

/** Where all prices, dates or addresses are wanted, all units that have one; where the page is a list of what is wanted, that list. */
function allOfKind({ units, title }: Page, { sought }: Query, matches: readonly Match[]) {
  const has = sought.find((term) => term.has)?.has;
  const fit = matches.filter(({ unit, has: hasKind }) => hasKind && has?.test(unit.text));
  if (fit.length > 1) return fit.flatMap(({ unit }) => [unit.label ?? unit, unit]);
  const items = units.filter(({ origin, isFirst }) => origin.endsWith('item') && isFirst);
  const isTitle = sought.some(({ shares }) => termsOf(title ?? '').some((term) => shares.has(term)));
  return isTitle && items.length > 2 ? items : undefined;
}

/** A unit with what it is not understood without: what it names or is named by, what it refers to, what tells the rest of it. */
function withCompany(
  { units }: Page,
  { unit, share, has }: Match,
  language: NoticeLanguage,
  wantsAll: boolean,
): readonly Unit[] {
  const named = units.filter(({ label }) => label === unit);
  if (named.length > 0) return [unit, ...named];
  const { origin, text, label, order, section, group } = unit;
  if (label !== undefined && (origin === 'code' || !isFinished(text))) return [label, unit];
  const [before, after] = [units[order - 1], units[order + 1]];
  // All there is stands in the list right behind.
  if (wantsAll && after?.section === section && after.origin.endsWith('item') && after.group !== group)
    return [unit, ...units.filter((one) => one.group === after.group)];
  const isValue = before && !isFinished(text) && /^[\p{Sc}\d]/u.test(before.plain) && before.terms.length < 4;
  const refers = origin === 'code' || isValue || refersBack(unit, language) || isQuestion(before?.text ?? '');
  const isReferredTo =
    after?.section === section &&
    ((share < SURE && isFinished(text)) || (after.group === group && !has && refersBack(after, language)));
  const company = [
    refers && before?.section === section ? before : [],
    unit,
    isReferredTo ? after : [],
  ].flat();
  return company.flatMap((one) => [one, ...units.filter((other) => other.label === one && one !== before)]);
}
