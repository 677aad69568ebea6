import { unitAt } from '../unit-at.ts';

/** Whether a UTF-16 unit is HTML white space: space, tab, LF, FF, CR. */
export function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9 || unit === 13 || unit === 12;
}

/** The place behind the HTML white space that a text has at a place, at most `end`. */
export function spaceEnd(text: string, from: number, end: number): number {
  let i = from;
  while (i < end && isSpace(unitAt(text, i))) i++;
  return i;
}

/** True when `text` has nothing but HTML white space. */
export function isBlank(text: string): boolean {
  return spaceEnd(text, 0, text.length) === text.length;
}

const BLANKS = /[ \t\n\f\r]+/;
const RARE_BLANK = /[\t\n\f\r]/;

/** The parts of an attribute between HTML white space, as in `class`; some may be empty. Most hold spaces alone, which are split faster. */
export function splitAtBlanks(value: string): string[] {
  return value.split(RARE_BLANK.test(value) ? BLANKS : ' ');
}

/** White space that is not one space: to ask for it takes a quarter of the time of a replacement, which few texts need. */
const UNEVEN = /[^\S ]| {2}/;

/** A text with white space of any kind as one space each. */
export function withSingleSpaces(text: string): string {
  return UNEVEN.test(text) ? text.replace(/\s+/g, ' ') : text;
}

/** A text as one line: white space of any kind as one space each, none at the ends. */
export function onOneLine(text: string): string {
  return withSingleSpaces(text.trim());
}
