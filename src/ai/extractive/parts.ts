import { ANSWER_KINDS } from './answer-kinds.table.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { isFinished, type Page, type Unit } from './page.ts';
import type { Request } from './request.ts';
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

/**
 * The units of the kind that a request names, from its beginning or its end, and what else it says: those that speak of it, or stand
 * below what does. Undefined: it names no kind; null: it names what a page does not mark, or what none speaks of.
 */
export function partsAsked(
  { units }: Page,
  prompt: string,
  languages: readonly NoticeLanguage[],
  { isQuestion, count }: Request,
): readonly Unit[] | null | undefined {
  const terms = termsOf(prompt, languages);
  const named = languages
    .flatMap(conceptsOf)
    .filter((concept) => concept.terms.some((term) => terms.includes(term)));
  const isNamed = (names: readonly string[]) => named.find(({ name }) => names.includes(name))?.name;
  const place = isNamed(['first', 'last']);
  const kind = isNamed(Object.keys(PARTS));
  const isMarked = isNamed(['post']) === undefined;
  if (isQuestion ? !place || (kind !== 'paragraph' && isMarked) : !place && !kind) return undefined;
  if (kind === undefined || !isMarked) return null;
  if (!place && (kind === 'paragraph' || kind === 'sentence')) return undefined;
  const said = new Set(
    named.filter(({ name }) => [kind, place, 'part'].includes(name)).flatMap((one) => one.terms),
  );
  // In languages without blanks the pairs around a word that is said are none.
  const rest = [...said]
    .filter((term) => term > '\u3000')
    .sort((a, b) => b.length - a.length)
    .reduce((text, term) => text.replaceAll(term, ' '), prompt);
  const scope = termsOf(rest, languages).filter(
    (term) => !said.has(term) && !/^(?:\d+|[一二三四五六七八九十])$/.test(term),
  );
  const groups = groupsOf(units, ({ group }) => group);
  const speaks = (unit: Unit) => {
    if (scope.length === 0) return true;
    const near = [...unit.context, ...groups.get(unit.group)!.flatMap((one) => one.terms)];
    return scope.every((term) => near.some((one) => one === term || areRelated(one, term)));
  };
  const found = units.filter((unit) => PARTS[kind]!(unit) && speaks(unit));
  // Who says a quotation, no mark tells.
  if (scope.length > 0 && (found.length === 0 || kind === 'quote'))
    return place || kind === 'code' || kind === 'quote' ? null : undefined;
  const parts = [...new Set(found.map(({ group, order }) => (kind === 'paragraph' ? group : order)))];
  const many = count ?? (place === undefined ? parts.length : 1);
  const taken = new Set(place === 'last' ? parts.slice(-many) : parts.slice(0, many));
  return kind === 'paragraph'
    ? units.filter(({ group }) => taken.has(group))
    : [...new Set(found.flatMap((unit) => (taken.has(unit.order) ? [unit.label ?? unit, unit] : [])))];
}
