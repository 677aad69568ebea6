import { attr, type HtmlNode, TEXT } from '../../html/tree.ts';

/** Characters of a class attribute that are read. */
const MAX_NAME = 300;
/** What a box of a row is called that holds one datum: a label or its value, a name, a day, a number. */
const FIELD =
  /(?:^|[\s_-])(?:label|key|value|val|name|title|term|day|date|month|time|hours?|type|role|status|badge|price|count|num|number|verse|unit)(?=[\s_-]|$)/i;
/** What is called so goes on what stands ahead of it: cents, a sign after an amount; a digit of a counter. */
const PART =
  /(?:^|[\s_-])(?:cents?|decimals?|dec|fraction|frac|minor|pence|suffix|prefix|digits?|ordinal)(?=[\s_-]|$)/i;
const ORDINAL = /^(?:st|nd|rd|th)\b/;
/** Scripts that write no blanks between words. */
const UNPARTED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/**
 * Whether two boxes that touch in a row are two data, by their classes: scores (`16` and `9`), an item and its price, a day
 * and its hours. A style sheet sets them apart. `before` ends the one, `after` begins the other.
 */
export function areFields(prev: HtmlNode, node: HtmlNode, before: string, after: string): boolean {
  const one = className(prev);
  const other = className(node);
  if (PART.test(one) || PART.test(other) || ORDINAL.test(after)) return false;
  if (attr(node, 'style')?.includes('vertical-align') === true) return false;
  const areNamed = one !== '' && other !== '' && one !== other;
  if (areNamed && areNumbers(before, after)) return true;
  return (FIELD.test(one) || FIELD.test(other)) && areWords(before, after);
}

/** Whether a box with which an element begins is such a datum ahead of the text of it: the number of a verse, a badge. */
export function isFieldAhead(box: HtmlNode, before: string, after: string): boolean {
  const { parent, first, prev } = box;
  if (prev !== null || first?.kind !== TEXT || first.next !== null || ORDINAL.test(after)) return false;
  if (!(/^\d+$/.test(before) ? /^\p{L}/u : /^\p{Lu}\p{L}/u).test(after)) return false;
  return FIELD.test(className(box)) || (parent !== null && FIELD.test(className(parent)));
}

function className(node: HtmlNode): string {
  return (attr(node, 'class') ?? '').slice(0, MAX_NAME);
}

/** A number and what may not go on it, or the other way round. */
function areNumbers(before: string, after: string): boolean {
  if (/[\p{N}%°]$/u.test(before)) return /^[\p{L}\p{N}+−±]/u.test(after) && !isUnparted(before, after);
  return /[\p{Ll})]$/u.test(before) && /^[\p{N}+−±]/u.test(after);
}

/** Two words, or a label with its colon and a word; a capital before small letters opens a word. */
function areWords(before: string, after: string): boolean {
  if (!/^[\p{L}\p{N}]/u.test(after) || isUnparted(before, after)) return false;
  if (/^\p{Lu}$/u.test(before.trim()) && /^\p{Ll}/u.test(after)) return false;
  return /[\p{L}\p{N}]$/u.test(before) || (/^\p{N}/u.test(after) ? /\p{L}[.!?:]$/u : /\p{L}:$/u).test(before);
}

function isUnparted(before: string, after: string): boolean {
  return UNPARTED.test(before.slice(-1) + after.slice(0, 1));
}
