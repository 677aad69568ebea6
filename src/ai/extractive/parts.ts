import { ANSWER_KINDS } from './answer-kinds.table.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { isFinished, type Page, type Unit } from './page.ts';
import type { Request } from './request.ts';
import { withLabels } from './search.ts';
import { groupsOf } from './selection.ts';
import { conceptsOf, hasTerm, termsOf } from './words.ts';

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
  request: Request,
): readonly Unit[] | null | undefined {
  const { units } = page;
  const { isQuestion, lines, wantsAll, template } = request;
  const { kind, place, isOfPost, scope, telling, speak } = readNames(page, prompt, languages, request);
  const isPlaced = place !== undefined && (!isQuestion || kind !== undefined || isOfPost);
  const isProse = kind === 'paragraph' || kind === 'sentence';
  const isSteps = template === 'extract-action-items' && !isPlaced;
  if (
    kind !== undefined &&
    !isSteps &&
    (isPlaced || (isQuestion ? !isProse && scope.length === 0 : !isProse || scope.length > 0))
  ) {
    const groups = groupsOf(units, ({ group }) => group);
    const near = (unit: Unit) =>
      (kind === 'sentence' ? [unit] : groups.get(unit.group)!).flatMap(({ terms }) => terms);
    const found = units.filter(
      (unit) => PARTS[kind]!(unit) && speak(scope, [...unit.context, ...near(unit)]),
    );
    const keyOf = ({ group, order }: Unit) => (kind === 'paragraph' ? group : order);
    const keys = [...new Set(found.map(keyOf))];
    const many = lines ?? (isPlaced ? 1 : keys.length);
    const taken = new Set(place === 'last' ? keys.slice(-many) : keys.slice(0, many));
    // Who says a quotation, no mark tells.
    if (found.length > 0 && (kind !== 'quote' || scope.length === 0))
      return kind === 'paragraph'
        ? units.filter((unit) => taken.has(keyOf(unit)))
        : withLabels(found.filter((unit) => taken.has(keyOf(unit))));
  }
  if (isPlaced || (kind === 'quote' && scope.length > 0 && !isQuestion)) return null;
  if (isQuestion || template !== undefined) return undefined;
  const wanted = scope.length > 0 ? scope : telling;
  if (wanted.length === 0) return null;
  const below = (inOtherWords: boolean) =>
    units.filter(({ context }) => speak(wanted, [...context], inOtherWords));
  const speaking = wantsAll
    ? units.filter(({ context, terms }) => speak(wanted, [...context, ...terms]))
    : [];
  const given = [below(false), below(true), speaking].find(({ length }) => length > 0);
  return given === undefined ? null : withLabels(given);
}

/** What a request names: a kind of part, its place, the terms that say which (`scope`), or all that tell; whether a text speaks of terms. */
function readNames(
  page: Page,
  prompt: string,
  languages: readonly NoticeLanguage[],
  { rest, isQuestion }: Request,
) {
  const terms = termsOf(prompt, languages);
  const concepts = languages.flatMap(conceptsOf);
  const isSaid = (name: string) =>
    concepts.some((concept) => concept.name === name && concept.terms.some((term) => terms.includes(term)));
  const place = ['first', 'last'].find(isSaid);
  const kind = Object.keys(PARTS).find(isSaid);
  const isOf = (term: string, names: readonly (string | undefined)[]) =>
    concepts.some(
      // In languages without blanks a term runs over the words beside it.
      ({ name, terms: own }) =>
        names.includes(name) &&
        own.some((one) => one === term || (term > '\u3000' && [...term].some((sign) => one.includes(sign)))),
    );
  const telling = rest.filter((term) => isQuestion || !isOf(term, EMPTY_CONCEPTS));
  const scope = telling.filter((term) => !isOf(term, [kind, place]));
  const known = termsOf(page.subject);
  const meaningOf = (term: string) =>
    concepts.flatMap((concept) => (concept.terms.includes(term) ? concept.terms : []));
  /** Whether all terms, or other words for them, are said among others, or are what the page is about. */
  const speak = (wanted: readonly string[], said: readonly string[], inOtherWords = true) =>
    wanted.every((term) =>
      [term, ...(inOtherWords ? meaningOf(term) : [])].some((word) => hasTerm([...said, ...known], word)),
    );
  return { kind, place, isOfPost: isSaid('post'), scope, telling, speak };
}
