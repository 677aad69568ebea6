import { unitAt } from '../../unit-at.ts';
import { HASH_SEED, hashText, mix } from '../word-scan.ts';
import { PROPERTIES, type Property } from './properties.table.ts';

const QUOTE = 34;
const APOSTROPHE = 39;
const OPEN = 40;
const CLOSE = 41;
const STAR = 42;
const HYPHEN = 45;
const SLASH = 47;
const COLON = 58;
const SEMICOLON = 59;
const BACKSLASH = 92;

/** Signs that end what is passed over. */
export const STOP = { opens: 1, closes: 2, semicolon: 4 } as const;

/** What parts, opens or ends something, with and without what parts declarations; and what ends a string, or is escaped in it. */
const SIGN = /["'()/;[\]\\{}]/g;
const SIGN_OF_BLOCKS = /["'()/[\]\\{}]/g;
const IN_QUOTES = /["\\\n]/g;
const IN_APOSTROPHES = /['\\\n]/g;

/** The place of what an expression finds from one place on; the end of the text where there is none. */
function nextOf(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex - 1 : text.length;
}

/**
 * The place of the next of some signs of a style sheet (`STOP`) from `from` on, outside of comments, strings, escapes and brackets (CSS
 * Syntax 3, 5.4); the end of the text where there is none. Linear in what is passed over.
 */
export function placeOf(stops: number, css: string, from: number): number {
  const { length } = css;
  const signs = (stops & STOP.semicolon) === 0 ? SIGN_OF_BLOCKS : SIGN;
  /** Closing brackets that are awaited. */
  let open = '';
  for (let at = nextOf(signs, css, from); at < length; at = nextOf(signs, css, at + 1)) {
    const sign = unitAt(css, at);
    if (sign === QUOTE || sign === APOSTROPHE) at = endOfString(css, at, sign);
    else if (sign === BACKSLASH) at++;
    else if (sign === SLASH) {
      if (css.charCodeAt(at + 1) === STAR) at = endOf(css, '*/', at + 2) - 1;
    } else if (sign === OPEN) {
      if (isAddress(css, at)) at = endOf(css, ')', at) - 1;
      else open += ')';
    } else if (sign === 91) open += ']';
    else if (open === '' && (stops & stopOf(sign)) !== 0) return at;
    else if (sign === 123) open += '}';
    else if (open !== '' && (sign === CLOSE || sign === 93 || sign === 125) && css[at] === open.at(-1))
      open = open.slice(0, -1);
  }
  return length;
}

function stopOf(sign: number): number {
  return sign === 123 ? STOP.opens : sign === 125 ? STOP.closes : sign === SEMICOLON ? STOP.semicolon : 0;
}

/** Whether a bracket opens an address without quotes. */
function isAddress(css: string, at: number): boolean {
  const sign = css.charCodeAt(at - 1) | 32;
  return sign === 108 && /^url$/i.test(css.slice(at - 3, at)) && !/^\s*["']/.test(css.slice(at + 1, at + 40));
}

/** The place behind a sign; the end of the text where there is none. */
export function endOf(css: string, sign: string, from: number): number {
  const at = css.indexOf(sign, from);
  return at < 0 ? css.length : at + sign.length;
}

/** The last character of a string; it ends at a line break as well, where browsers give it up. */
function endOfString(css: string, from: number, quote: number): number {
  const signs = quote === QUOTE ? IN_QUOTES : IN_APOSTROPHES;
  let at = nextOf(signs, css, from + 1);
  while (css.charCodeAt(at) === BACKSLASH) at = nextOf(signs, css, at + 2);
  return at;
}

/** A text of a style sheet without comments. */
export function withoutComments(css: string, instead: string): string {
  return css.includes('/*') ? css.replace(/\/\*[^*]*(?:\*+[^/*][^*]*)*(?:\*+\/|\**$)/g, instead) : css;
}

/** A value or a name without comments and escapes, in lower case. */
export function plainCss(css: string): string {
  let plain = withoutComments(css, ' ');
  if (plain.includes('\\'))
    plain = plain.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_all, hex?: string, char?: string) =>
      hex === undefined ? (char ?? '') : characterOf(Number.parseInt(hex, 16)),
    );
  return plain.toLowerCase().trim();
}

/** The character of an escape (CSS Syntax 3, 4.3.7). */
export function characterOf(code: number): string {
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? '\ufffd'
    : String.fromCodePoint(code);
}

/** The parts of a value between one sign, outside of brackets; blanks part them for `' '`. */
export function partsOfValue(value: string, sign: ' ' | ',' | '/'): string[] {
  if (!value.includes('(')) {
    const parts = value.split(sign === ' ' ? /\s+/ : sign).map((part) => part.trim());
    return sign === ' ' ? parts.filter((part) => part !== '') : parts;
  }
  const parts: string[] = [];
  let [open, from] = [0, 0];
  for (let at = 0; at <= value.length; at++) {
    const found = value[at];
    if (found === '(') open++;
    else if (found === ')') open--;
    const isEnd =
      at === value.length || (open === 0 && (found === sign || (sign === ' ' && /\s/.test(found!))));
    if (!isEnd) continue;
    const part = value.slice(from, at).trim();
    if (part !== '' || sign !== ' ') parts.push(part);
    from = at + 1;
  }
  return parts;
}

/** One declaration of a style attribute or a rule. */
export interface Declaration {
  /** Of a property, by its usual name, or a variable. */
  readonly name: string;
  /** In lower case, without comments, escapes and `!important`. */
  readonly value: string;
  readonly isImportant: boolean;
}

/** What is not as names of properties are written nearly always. */
const ODD = /[^a-z-]/;

/** The usual name of what a declaration begins with, up to its colon. */
export function nameOf(text: string): string {
  const usual = PROPERTIES.get(text);
  if (usual !== undefined) return usual.name;
  const name = text.trim();
  const plain = ODD.test(name) ? plainCss(name) : name;
  return PROPERTIES.get(plain)?.name ?? plain;
}

/** Properties by the hash of each of their names. */
const BY_HASH: ReadonlyMap<number, Property> = new Map(
  [...PROPERTIES].map(([name, property]) => [hashText(name), property]),
);

/**
 * The property whose name stands between two places of a sheet; undefined for none. One with its hash alone costs time: the
 * declaration is read again where its value counts. No text is cut out.
 */
export function propertyIn(css: string, from: number, end: number): Property | undefined {
  let hash = HASH_SEED;
  for (let at = from; at < end; at++) {
    const sign = unitAt(css, at);
    if (!isLetter(sign) && sign !== HYPHEN) return PROPERTIES.get(nameOf(css.slice(from, end)));
    hash = mix(hash, sign);
  }
  return BY_HASH.get(hash);
}

/** Whether a character is a small letter of ASCII. */
export function isLetter(sign: number): boolean {
  return sign > 96 && sign < 123;
}

/** The place of the first colon between two places of a sheet; -1 for none. */
export function colonIn(css: string, from: number, end: number): number {
  for (let at = from; at < end; at++) if (unitAt(css, at) === COLON) return at;
  return -1;
}

/** Reads `name: value`; null for what is none. */
function readDeclaration(text: string): Declaration | null {
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  const name = nameOf(text.slice(0, colon));
  const value = plainCss(text.slice(colon + 1));
  const bang = value.lastIndexOf('!');
  const isImportant = bang >= 0 && value.slice(bang + 1).trim() === 'important';
  return { name, value: isImportant ? value.slice(0, bang).trim() : value, isImportant };
}

/** The declarations of a style attribute or a block, in order. */
export function declarationsIn(style: string): Declaration[] {
  const declared: Declaration[] = [];
  for (let from = 0; from < style.length; ) {
    const end = placeOf(STOP.semicolon, style, from);
    const declaration = readDeclaration(style.slice(from, end));
    if (declaration !== null) declared.push(declaration);
    from = end + 1;
  }
  return declared;
}

/** Declarations of a style attribute by name: of equal ones the last, unless an earlier is `!important` (CSS Cascade 5, 6.1). */
export function readDeclarations(style: string): ReadonlyMap<string, string> {
  const declared = new Map<string, Declaration>();
  for (const one of declarationsIn(style))
    if (one.isImportant || declared.get(one.name)?.isImportant !== true) declared.set(one.name, one);
  return new Map([...declared.values()].map(({ name, value }) => [name, value]));
}
