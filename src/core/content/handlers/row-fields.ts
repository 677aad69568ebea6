import { type HtmlNode, TEXT } from '../../html/tree.ts';
import { areAlike, ROLE, type Roles } from '../../page/roles.ts';
import { wordSet } from '../../word-set.ts';

/** Those that go on no word, whatever stands ahead of them. */
const VALUES = wordSet('value val time hour hours price date status');
/** The end of an ordinal in English, and what is as short: `ère`, `km`, `k`. */
export const ORDINAL = /^(?:st|nd|rd|th)\b/;
const SHORT_WORD = /^\p{Ll}{1,3}(?!\p{L})/u;
/** Scripts that write no blanks between words. */
export const UNPARTED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Whether two boxes that touch, the ends of whose texts are given, are two data by their classes: scores, a day and its hours. */
export function areFields(
  prev: HtmlNode,
  node: HtmlNode,
  before: string,
  after: string,
  roles: Roles,
): boolean {
  // Cents, a sign after an amount, a digit of a counter go on what stands ahead of them.
  if (roles.has(prev, ROLE.partOfDatum) || roles.has(node, ROLE.partOfDatum)) return false;
  if (UNPARTED.test(before.slice(-1) + after.slice(0, 1))) return false;
  const isNamed = !roles.isUnnamed(prev);
  if (areAlike(prev, node))
    return isNamed && (fieldOf(prev, roles) === 'verse' ? areWords(before, after) : areLines(before, after));
  if (isNamed && !roles.isUnnamed(node) && areNumbers(before, after)) return true;
  return areNamed(prev, node, roles) && areWords(before, after);
}

/** Whether a label stands ahead of a link, or two boxes are called differently, one a value or both data. */
function areNamed(prev: HtmlNode, node: HtmlNode, roles: Roles): boolean {
  const first = fieldOf(prev, roles);
  const second = fieldOf(node, roles);
  if (first === 'label' && roles.isUnnamed(node)) return node.tag === 'a' && prev.tag !== 'a';
  if (first !== null && second !== null) return first !== second;
  return second !== null && VALUES.has(second) && !roles.isUnnamed(prev);
}

/** Whether a box with which an element begins is a datum ahead of the text of it: the number of a verse, a badge. */
export function isFieldAhead(box: HtmlNode, before: string, after: string, roles: Roles): boolean {
  const { parent, first, prev } = box;
  if (prev !== null || first?.kind !== TEXT || first.next !== null) return false;
  if (!/^\p{L}/u.test(after) || ORDINAL.test(after)) return false;
  const own = fieldOf(box, roles);
  const isVerse = own === 'verse' || (parent !== null && fieldOf(parent, roles) === 'verse');
  if (/^\d+$/.test(before.trim())) return isVerse || (own === 'num' && CAPITALISED.test(after));
  return (own === 'label' || own === 'badge') && CAPITALISED.test(after);
}

const CAPITALISED = /^\p{Lu}\p{Ll}/u;

/** What a box of a row is called that holds one datum of it: a label or its value, a day, a number. */
function fieldOf(node: HtmlNode, roles: Roles): string | null {
  return roles.capture(node, ROLE.datum)?.toLowerCase() ?? null;
}

/** A number and what does not go on it, or a word and a number. Three digits may be hundreds. */
function areNumbers(before: string, after: string): boolean {
  if (/[\p{N}%°]$/u.test(before)) {
    if (/^\p{L}/u.test(after)) return /^(?:\p{Lu}\p{Ll}|\p{Ll}{4}|v\d)/u.test(after);
    return /^(?:\p{N}|[+−±]\p{N})/u.test(after) && !/^\p{N}{3}(?![\p{N}.,])/u.test(after);
  }
  return /\p{L}{2}[\p{Ll})]$/u.test(before) && /^(?:\p{N}|[+−±]\p{N})/u.test(after);
}

/** Two texts of boxes alike, one of several words: `1h 54m` and `R`. */
function areLines(before: string, after: string): boolean {
  if (!/[\p{L}\p{N}]{2}$/u.test(before) || !/^[\p{Lu}\p{N}]/u.test(after)) return false;
  return /\S\s+\S/.test(before) || /\S\s+\S/.test(after);
}

/** Two words, a label with its colon and a word or a number, the end of a sentence and a number. */
function areWords(before: string, after: string): boolean {
  if (!/^[\p{L}\p{N}]/u.test(after) || /^\s*\p{L}$/u.test(before)) return false;
  if (/\p{L}:$/u.test(before)) return true;
  if (/\p{L}[.!?]$/u.test(before)) return /^\p{N}/u.test(after);
  return /\p{L}{2}$/u.test(before) && !SHORT_WORD.test(after) && /^[\p{L}\p{N}]{2}/u.test(after);
}
