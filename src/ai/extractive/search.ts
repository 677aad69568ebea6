import type { NoticeLanguage } from './notices.table.ts';
import { isFinished, isQuestion, type Page, refersBack, type Unit } from './page.ts';
import { ANSWER_KINDS, type AnswerKind, COUNTS, MAIL_ADDRESS } from './request.table.ts';
import * as set from './search.table.ts';
import { areRelated, conceptsOf, termsOf, withoutAccents } from './words.ts';

/** What is sought: what counts for each term by term of the page, from 0 to 1, its weight, what has its kind, whether no answer is without. */
interface Query {
  readonly sought: readonly {
    readonly shares: ReadonlyMap<string, number>;
    readonly weight: number;
    readonly has?: RegExp | undefined;
    readonly isNeeded?: boolean;
  }[];
  readonly kinds: readonly AnswerKind[];
}
/** How well a unit answers: 0 if it cannot; what share of the query it speaks of; which of the kinds it `has`; what names it. */
type Match = ReturnType<typeof rank>[number];

export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** All units of a page in its order, as they match by BM25 on their terms and those of what they stand below. */
export function rank(page: Page, { sought, kinds }: Query) {
  const title = new Set(termsOf(page.title ?? ''));
  const length = sum(page.units.map(({ terms }) => terms.length)) / Math.max(page.units.length, 1);
  const total = sum(sought.map(({ weight }) => weight)) || 1;
  return page.units.map((unit) => {
    const held = set.K1 * (1 - set.B + (set.B * unit.terms.length) / length);
    const found = sought.map(({ shares, weight, has, isNeeded }) => {
      const best = (terms: ReadonlySet<string>) =>
        [...shares].reduce((most, [term, share]) => (terms.has(term) ? Math.max(most, share) : most), 0);
      const said = unit.terms.flatMap((term) => shares.get(term) ?? []);
      const own = Math.max(0, ...said, has?.test(unit.plain) ? set.RELATED : 0);
      const [context, above, often] = [best(unit.context), best(title), Math.max(1, said.length)];
      const saturated = (own * often * (set.K1 + 1)) / (often + held);
      return {
        score: weight * Math.max(saturated, set.CONTEXT.score * context, set.TITLE.score * above),
        covered: weight * Math.max(own, set.CONTEXT.coverage * context, set.TITLE.coverage * above),
        context,
        weight,
        isMissed: isNeeded === true && own + context === 0,
        // What the title says, or any figure, tells no unit from others.
        isTelling: above < 1 && has === undefined && own + context > 0,
      };
    });
    const has = kinds.map((kind) => kind.has.test(unit.plain));
    const lacks = kinds.some(({ isNeeded }, at) => isNeeded && !has[at]) || found.some((one) => one.isMissed);
    const factor = lacks ? 0 : has.reduce((product, one) => product * (one ? set.FIT.has : set.FIT.lacks), 1);
    const fits = has.length > 0 && !has.includes(false) && found.some((one) => one.isTelling);
    const coverage = sum(found.map(({ covered }) => covered)) / total + (fits ? set.FIT.coverage : 0);
    const score = factor * sum(found.map((one) => one.score));
    const named = found.filter(({ context }) => context > 0);
    return {
      unit,
      score,
      coverage,
      has,
      named: sum(named.map(({ weight }) => weight)),
      known: named.length / unit.context.size,
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
  return { sought: topics.sort((a, b) => b.weight - a.weight).slice(0, set.MOST_TERMS), kinds: [] };
}

/** The terms of a question, with their related words and those for the same concept. `languages`: those of page and question. */
function readQuestion(page: Page, question: string, languages: readonly NoticeLanguage[]): Query {
  const usedBy = usesOf(page);
  const text = withoutAccents(question).toLowerCase();
  const concepts = languages.flatMap(conceptsOf);
  const namesOf = (term: string) => concepts.flatMap(({ name, terms }) => (terms.includes(term) ? name : []));
  const asked = termsOf(text).flatMap(namesOf);
  const kinds = ANSWER_KINDS.filter(
    (kind) => kind.asks.test(text) || kind.concepts.some((name) => asked.includes(name)),
  );
  const terms = [...new Set(termsOf(question, languages))].slice(0, set.MOST_TERMS);
  const sought = terms.map((term, at) => {
    const names = namesOf(term);
    const words = [term, ...concepts.flatMap(({ name, terms }) => (names.includes(name) ? terms : []))];
    const known = [...usedBy.keys()].filter((one) =>
      words.some((word) => one === word || areRelated(one, word)),
    );
    const count = usedBy.get(term) ?? Math.max(1, ...known.map((one) => usedBy.get(one)!));
    const rarity = Math.log(1 + (page.units.length - count + 0.5) / (count + 0.5));
    const isPair = /[\p{sc=Han}\p{sc=Katakana}]/u.test(term);
    const missing = names.length > 0 ? 1 : isPair ? set.WEIGHT.missingPair : set.WEIGHT.missing;
    return {
      shares: new Map(known.map((one) => [one, one === term ? 1 : set.RELATED])),
      weight: rarity * (known.length === 0 ? missing : names.length > 0 ? set.WEIGHT.concept : 1),
      has: kinds.find(({ concepts: [name, ...more] }) => more.length === 0 && names.includes(name!))?.has,
      // How many of what: its first term is what is counted.
      isNeeded: at === 0 && COUNTS.test(text),
    };
  });
  return { sought, kinds };
}

/**
 * The units that answer a question, in the order of the page: all that a heading or label names, where it is what is asked for;
 * else the best unit, those as good, and what these are not understood without. Empty where none answers.
 */
export function answerQuestion(
  page: Page,
  question: string,
  languages: readonly NoticeLanguage[],
  { wantsAll, lines }: { readonly wantsAll: boolean; readonly lines: number | undefined },
): readonly Unit[] {
  const query = readQuestion(page, question.replace(MAIL_ADDRESS, 'email'), languages);
  const ranked = rank(page, query);
  const matches = ranked.filter(({ score }) => score > 0);
  const [best] = [...matches].sort((a, b) => b.score - a.score);
  const least = best !== undefined && best.coverage >= set.ENOUGH.unit ? set.CLOSE * best.score : Infinity;
  // Of those as good the first ones: a page begins with what it is about.
  const close = matches.filter(({ score }) => score >= least).slice(0, set.MOST_UNITS);
  const units =
    allNamed(ranked, query, wantsAll) ??
    (wantsAll ? allOfKind(page, query, matches) : undefined) ??
    close.flatMap((match) => withCompany(page, match, languages[0]!, wantsAll));
  return [...new Set(units)].sort((a, b) => a.order - b.order).slice(0, lines ?? set.MOST_LISTED);
}

/** All below the heading, or behind the label, that a question is for; of a request its list alone. */
function allNamed(ranked: readonly Match[], { sought }: Query, wantsAll: boolean) {
  // What of a request the page has nowhere only asks: "options", "their".
  const asked = sought.filter(({ shares }) => !wantsAll || shares.size > 0);
  const most = Math.max(...ranked.map(({ named }) => named), Number.MIN_VALUE);
  const share = most / sum(asked.map(({ weight }) => weight));
  const isIt = ranked.some(({ named, known }) => named === most && known >= set.ENOUGH.known);
  if (!isIt || !(share >= (wantsAll ? set.ENOUGH.request : set.ENOUGH.heading))) return undefined;
  const held = ranked.flatMap(({ unit, named }) => (named === most ? [unit.label ?? unit, unit] : []));
  const listed = held.filter(({ origin }) => origin === 'row' || origin.endsWith('item'));
  return wantsAll && listed.length > 2 ? listed : held;
}

/** Where all prices, dates or addresses are wanted, all units that have one; where the page is a list of what is wanted, that list. */
function allOfKind({ units, title }: Page, { sought }: Query, matches: readonly Match[]) {
  const has = sought.find((term) => term.has)?.has;
  const fit = matches.filter((match) => !match.has.includes(false) && has?.test(match.unit.plain));
  if (fit.length > 1) return fit.flatMap(({ unit }) => [unit.label ?? unit, unit]);
  const items = units.filter(({ origin, isFirst }) => origin.endsWith('item') && isFirst);
  const isTitle = sought.some(({ shares }) => termsOf(title ?? '').some((term) => shares.has(term)));
  return isTitle && items.length > 2 ? items : undefined;
}

/** A unit with what it is not understood without: what it names or is named by, what it refers to, what tells the rest of it. */
function withCompany(
  { units }: Page,
  { unit, has }: Match,
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
  const isReferredTo = has.includes(false) && after?.group === group && refersBack(after, language);
  return [refers && before?.section === section ? before : [], unit, isReferredTo ? after : []].flat();
}
