import { ANSWER_KINDS } from './answer-kinds.table.ts';
import type { NoticeLanguage } from './notices.table.ts';
import { isFinished, type Page, type Unit } from './page.ts';
import type { Request } from './request.ts';
import { hasKind, meet, readPrompt, type Sought, withLabels } from './search.ts';
import { termsOf } from './words.ts';

/** Whether a unit is of the kind that a request names by a word for it. */
const PARTS: Readonly<Record<string, (unit: Unit) => boolean>> = {
  code: ({ origin }) => origin === 'code',
  paragraph: ({ origin, text }) => origin === 'paragraph' && isFinished(text),
  sentence: ({ origin, text }) => origin !== 'code' && origin !== 'row' && isFinished(text),
  ...Object.fromEntries(
    ['cost', 'date', 'email', 'energy', 'link', 'percent', 'phone', 'quote', 'temperature'].map((name) => {
      const kind = ANSWER_KINDS.findLast(({ concepts }) => concepts[0] === name);
      return [name, (unit: Unit) => hasKind(kind, unit)] as const;
    }),
  ),
};
/** Concepts of words that say no more of what is asked for than that it is. */
const EMPTY_CONCEPTS = ['number', 'name', 'part'];

/**
 * The units that a request names, which does not ask: those of a kind, from its beginning or its end; else all below the headings and
 * labels that say what it says; else, where it wants all, the units that do. Null: the page marks none so. Undefined: it names a template.
 */
export function partsAsked(
  page: Page,
  prompt: string,
  languages: readonly NoticeLanguage[],
  { isQuestion, lines, counted, rest, wantsAll, template }: Request,
): readonly Unit[] | null | undefined {
  const sought = readPrompt(page, prompt, languages).filter(({ kind }) => kind === undefined);
  const isSaid = (name: string) => sought.some(({ concept }) => concept.includes(name));
  const place = ['first', 'last'].find(isSaid);
  const kind = Object.keys(PARTS).find(isSaid);
  const isPlaced = place !== undefined && (!isQuestion || kind !== undefined || isSaid('post'));
  const besides = (names: readonly (string | undefined)[]) => {
    const said = sought.filter(({ concept }) => concept.some((name) => names.includes(name)));
    // In languages without blanks a term runs over the words beside it.
    const isBeside = (term: string) =>
      term > '\u3000' && said.some((one) => [...term].some((sign) => one.term.includes(sign)));
    return sought.filter((one) => rest.includes(one.term) && !said.includes(one) && !isBeside(one.term));
  };
  const telling = besides(EMPTY_CONCEPTS);
  const scope = besides([kind, place]).filter((one) => telling.includes(one));
  const isProse = kind === 'paragraph' || kind === 'sentence';
  const isWhole = isQuestion ? !isProse && scope.length === 0 : !isProse || scope.length > 0;
  if (kind !== undefined && (isPlaced || isWhole)) {
    const found = speaking(page, scope, true).filter(PARTS[kind]!);
    const keyOf = ({ group, order }: Unit) => (kind === 'paragraph' ? group : order);
    const keys = [...new Set(found.map(keyOf))];
    const words = sought.flatMap(({ concept, term }) => (concept.includes(kind) ? term : []));
    // "In two sentences" is no number of paragraphs.
    const isCounted = words.some((word) => word.startsWith(counted) || counted.startsWith(word));
    const many = (isPlaced && !isCounted ? 1 : lines) ?? keys.length;
    const taken = new Set(place === 'last' ? keys.slice(-many) : keys.slice(0, many));
    if (kind === 'paragraph' && found.length > 0) return page.units.filter((unit) => taken.has(keyOf(unit)));
    if (found.length > 0) return withLabels(found.filter((unit) => taken.has(keyOf(unit))));
  }
  if (isPlaced) return null;
  if (isQuestion || template !== undefined) return undefined;
  return unitsBelow(page, scope.length > 0 ? scope : telling, wantsAll);
}

/** The units that say all that is sought in what names them, `inText` also themselves, but for what the page is about. */
function speaking({ units, subject }: Page, sought: readonly Sought[], inText: boolean): readonly Unit[] {
  const about = new Set(termsOf(subject));
  return units.filter(({ context, terms }) => {
    const said = [about, context, new Set(inText ? terms : [])];
    return sought.every(({ words }) => said.some((one) => meet(words, one)));
  });
}

/** All below the headings and labels that say what is sought; else, where all is wanted, the units that do. */
function unitsBelow(page: Page, sought: readonly Sought[], wantsAll: boolean): readonly Unit[] | null {
  if (sought.length === 0) return null;
  const named = speaking(page, sought, false);
  const given = named.length === 0 && wantsAll ? speaking(page, sought, true) : named;
  return given.length === 0 ? null : withLabels(given);
}
