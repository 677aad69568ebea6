import { isSpace } from '../../html/blank.ts';
import type { PageNames } from './page-names.ts';

/** What names and combinators are not written with, but for escapes; in ASCII alone, which is asked five times as fast as `\w` and `\s` are. */
const ODD = /[^\t-\r #*-.0-:>A-Z_a-z~]/;
/** Selectors of names, in which signs alone are escaped. */
const PLAIN = /^(?:[\t-\r #*-.0-:>A-Z_a-z~]|\\[^\w\s\\])*$/;
const NAME = /(?:::|[.#:])(?:[\w-]|\\[^\w\s\\])+|^[\w-]+/g;
const CLASS = /[.#]/;
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

/** Whether names are written with a character, but for escapes and what is not ASCII. */
export function isOfName(sign: number): boolean {
  return (
    (sign > 96 && sign < 123) ||
    (sign > 47 && sign < 58) ||
    sign === 45 ||
    sign === 95 ||
    (sign > 64 && sign < 91)
  );
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
    const end = endOfSelector(list, from);
    const compound = lastCompound(list, from, end);
    const start = from;
    from = end + 1;
    const sole = soleName(compound);
    if (sole !== '' && !page.has(sole)) continue;
    const isSole = sole !== '' && sole.length === compound.length;
    const asked = isSole ? [sole] : namesAs(compound, NAME);
    if (asked.some((name) => PART.test(name))) continue;
    const names = isSole ? asked : distinctive(asked);
    if (sole === '' && !names.some((name) => page.has(name))) continue;
    const written = list.slice(start, end).trim();
    if (!CLASS.test(compound) && isOfOtherPages(written, page)) continue;
    parts.push({ written, place, names, asked });
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

/** The class or identifier that a compound begins with, where it names no other: `.menu`, `#menu:hover`; '' else. */
function soleName(compound: string): string {
  const sign = compound.charCodeAt(0);
  if ((sign !== 46 && sign !== 35) || compound.includes('.', 1) || compound.includes('#', 1)) return '';
  let end = 1;
  while (isOfName(compound.charCodeAt(end))) end++;
  return end === compound.length || compound.charCodeAt(end) === 58 ? compound.slice(0, end) : '';
}

/** The last compound of the selector between two places of a list. */
function lastCompound(list: string, from: number, end: number): string {
  let to = end;
  while (to > from && isSpace(list.charCodeAt(to - 1))) to--;
  let at = to;
  while (at > from && (!isBetween(list.charCodeAt(at - 1)) || list.charCodeAt(at - 2) === 92)) at--;
  return list.slice(at, to);
}

/** Whether what a selector asks to be around its elements is nowhere on the page: of all that a framework says of links and lines, most is. */
function isOfOtherPages(written: string, page: PageNames): boolean {
  const around = namesAs(written, CLASSES);
  return around.length > 0 && !around.some((name) => page.has(name));
}

/** Whether a character parts the compounds of a selector. */
export function isBetween(sign: number): boolean {
  return isSpace(sign) || sign === 62 || sign === 43 || sign === 126;
}
const NO_NAMES: readonly string[] = [];
const PART = /^(?:::|:(?:before|after|first-line|first-letter)$)/i;

/** Of the names in a compound the identifier, else the classes, else the tag; '' for none. */
export function distinctive(names: readonly string[]): readonly string[] {
  const id = names.find((name) => name[0] === '#');
  if (id !== undefined) return [id];
  const classes = names.filter((name) => name[0] === '.');
  if (classes.length > 0) return classes;
  const [first = ':'] = names;
  return [first[0] === ':' ? '' : first.toLowerCase()];
}
