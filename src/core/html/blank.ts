/** Whether a UTF-16 unit is HTML white space: space, tab, LF, FF, CR. */
export function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9 || unit === 13 || unit === 12;
}

/** True when `text` has nothing but HTML white space. */
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isSpace(text.charCodeAt(i))) return false;
  return true;
}

const BLANKS = /[ \t\n\f\r]+/;
const RARE_BLANK = /[\t\n\f\r]/;

/** The parts of an attribute between HTML white space, as in `class`; some may be empty. Most hold spaces alone, which are split faster. */
export function splitAtBlanks(value: string): string[] {
  return value.split(RARE_BLANK.test(value) ? BLANKS : ' ');
}

/** A text as one line: white space of any kind as one space each, none at the ends. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
