import { ANSWER_KINDS } from './answer-kinds.table.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { isFinished, type Page, type Unit } from './page.ts';
import type { Request } from './request.ts';
import { topicsOf } from './search.ts';
import { groupsOf } from './selection.ts';
import { areRelated, conceptsOf, termsOf } from './words.ts';

/** Whether a unit is of the kind that a request names by a word for it. */
const PARTS: Readonly<Record<string, (unit: Unit) => boolean>> = {
  code: ({ origin }) => origin === 'code',
  paragraph: ({ origin, text }) => origin === 'paragraph' && isFinished(text),
  sentence: ({ origin, text }) => origin !== 'code' && origin !== 'row' && isFinished(text),
  ...Object.fromEntries(
    ['cost', 'date', 'email', 'energy', 'link', 'percent', 'phone', 'quote', 'temperature'].map((name) => {
      const has = ANSWER_KINDS.findLast(({ concepts }) => concepts[0] === name)!.has;
      return [name, ({ text }: Unit) => has.test(text)] as const;
    }),
  ),
};
/** Most used terms that tell what a page without a title is about. */
const SUBJECT_TERMS = 12;
/** Concepts of words that say no more of what is asked for than that it is. */
const EMPTY_CONCEPTS: readonly (string | undefined)[] = ['number', 'name', 'part'];

/**
 * The units that a request names, which does not ask: those of a kind, from its beginning or its end; else all below the headings and
 * labels that say what it says; else, where it wants all, the units that do. Null: the page marks none so. Undefined: it names a template.
 */
export function partsAsked(
  page: Page,
  prompt: string,
  languages: readonly NoticeLanguage[],
  { isQuestion, count, rest, wantsAll, template }: Request,
): readonly Unit[] | null | undefined {
  const { units, title } = page;
  const terms = termsOf(prompt, languages);
  const concepts = languages.flatMap(conceptsOf);
  const isSaid = (name: string) =>
    concepts.some((concept) => concept.name === name && concept.terms.some((term) => terms.includes(term)));
  const place = ['first', 'last'].find(isSaid);
  const kind = Object.keys(PARTS).find(isSaid);
  const isPlaced = place !== undefined && (!isQuestion || kind !== undefined || isSaid('post'));
  const isOf = (term: string, names: readonly (string | undefined)[]) =>
    concepts.some(
      // In languages without blanks a term runs over the words beside it.
      ({ name, terms: own }) =>
        names.includes(name) &&
        own.some((one) => one === term || (term > '\u3000' && [...term].some((sign) => one.includes(sign)))),
    );
  const telling = rest.filter((term) => !isOf(term, EMPTY_CONCEPTS));
  const scope = telling.filter((term) => !isOf(term, [kind, place]));
  const subject = title === undefined ? topicsOf(page, []).slice(0, SUBJECT_TERMS) : [];
  const known = [...termsOf(title ?? ''), ...subject.flatMap(({ shares }) => [...shares.keys()])];
  const meaningOf = (term: string) =>
    concepts.flatMap((concept) => (concept.terms.includes(term) ? concept.terms : []));
  /** Whether all terms, or other words for them, are said among others, or are what the page is about. */
  const speak = (wanted: readonly string[], said: readonly string[], inOtherWords = true) =>
    wanted.every((term) =>
      [term, ...(inOtherWords ? meaningOf(term) : [])].some((word) =>
        [...said, ...known].some((one) => one === word || areRelated(one, word)),
      ),
    );
  const isProse = kind === 'paragraph' || kind === 'sentence';
  const isKind = kind !== undefined && (isPlaced || !isProse || scope.length > 0);
  if (isKind && (!isQuestion || isPlaced || scope.length === 0)) {
    const groups = groupsOf(units, ({ group }) => group);
    const near = (unit: Unit) =>
      (kind === 'sentence' ? [unit] : groups.get(unit.group)!).flatMap(({ terms: own }) => own);
    const found = units.filter(
      (unit) => PARTS[kind]!(unit) && speak(scope, [...unit.context, ...near(unit)]),
    );
    // Who says a quotation, no mark tells.
    if (found.length > 0 && (kind !== 'quote' || scope.length === 0)) {
      const parts = [...new Set(found.map(({ group, order }) => (kind === 'paragraph' ? group : order)))];
      const many = count ?? (isPlaced ? 1 : parts.length);
      const taken = new Set(place === 'last' ? parts.slice(-many) : parts.slice(0, many));
      return kind === 'paragraph'
        ? units.filter(({ group }) => taken.has(group))
        : [...new Set(found.flatMap((unit) => (taken.has(unit.order) ? [unit.label ?? unit, unit] : [])))];
    }
  }
  if (!isPlaced && (isQuestion || template !== undefined)) return undefined;
  if (isPlaced || telling.length === 0) return null;
  const wanted = scope.length > 0 ? scope : telling;
  const named = [false, true].map((inOtherWords) =>
    units.filter(({ context }) => speak(wanted, [...context], inOtherWords)),
  );
  const speaking = wantsAll
    ? units.filter(({ context, terms: own }) => speak(wanted, [...context, ...own]))
    : [];
  const given = [...named, speaking].find(({ length }) => length > 0) ?? [];
  return given.length === 0 ? null : [...new Set(given.flatMap((unit) => [unit.label ?? unit, unit]))];
}
