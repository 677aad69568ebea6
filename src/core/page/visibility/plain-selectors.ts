import { isSpace } from '../../html/blank.ts';
import { isBetween, mayConcern } from './concerns.ts';
import type { PageNames } from './page-names.ts';

/** What names and combinators are not written with, but for escapes; in ASCII alone, which is asked five times as fast as `\w` and `\s` are. */
const ODD = /[^\t-\r #*-.0-:>A-Z_a-z~]/;
/** Selectors of names, in which signs alone are escaped. */
const PLAIN = /^(?:[\t-\r #*-.0-:>A-Z_a-z~]|\\[^\w\s\\])*$/;
const NAME = /(?:::|[.#:])(?:[\w-]|\\[^\w\s\\])+|^[\w-]+/g;
export const CLASSES = /[.#](?:[\w-]|\\[^\w\s\\])+/g;

/** One of the selectors of a rule of names and combinators, of which some element may meet the last part, now or with another class. */
export interface PlainPart {
  readonly written: string;
  /** Its place in the list. */
  readonly place: number;
  /** As in `RuleSelector`. */
  readonly names: readonly string[];
  /** All that its last part is written with. */
  readonly asked: readonly string[];
}

/** The parts of a list of plain selectors that may concern the page; null for another list. */
export function plainParts(list: string, page: PageNames): readonly PlainPart[] | null {
  return isPlain(list) ? partsOn(list, page) : null;
}

function isPlain(list: string): boolean {
  return !ODD.test(list) || PLAIN.test(list);
}

function partsOn(list: string, page: PageNames): readonly PlainPart[] {
  const parts: PlainPart[] = [];
  for (let from = 0, place = 0; from < list.length; place++) {
    const start = from;
    const end = endOfSelector(list, start);
    from = end + 1;
    if (!mayConcern(list, start, end, page)) continue;
    const asked = namesAs(lastCompound(list, start, end), NAME);
    parts.push({ written: list.slice(start, end).trim(), place, names: distinctive(asked), asked });
  }
  return parts;
}

function endOfSelector(list: string, from: number): number {
  let comma = list.indexOf(',', from);
  while (comma > 0 && list[comma - 1] === '\\') comma = list.indexOf(',', comma + 1);
  return comma < 0 ? list.length : comma;
}

/** Names in a part of a selector, without escapes. */
export function namesAs(written: string, name: RegExp): readonly string[] {
  return written.match(name)?.map(unescaped) ?? NO_NAMES;
}

function unescaped(name: string): string {
  return name.includes('\\') ? name.replaceAll('\\', '') : name;
}

/** The last compound of the selector between two places of a list. */
function lastCompound(list: string, from: number, end: number): string {
  let to = end;
  while (to > from && isSpace(list.charCodeAt(to - 1))) to--;
  let at = to;
  while (at > from && (!isBetween(list.charCodeAt(at - 1)) || list.charCodeAt(at - 2) === 92)) at--;
  return list.slice(at, to);
}

const NO_NAMES: readonly string[] = [];

/** Of the names in a compound the identifier, else the classes, else the tag; '' for none. */
export function distinctive(names: readonly string[]): readonly string[] {
  const id = names.find((name) => name[0] === '#');
  if (id !== undefined) return [id];
  const classes = names.filter((name) => name[0] === '.');
  if (classes.length > 0) return classes;
  const [first = ':'] = names;
  return [first[0] === ':' ? '' : first.toLowerCase()];
}
