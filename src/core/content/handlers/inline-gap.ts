import { isBlank } from '../../html/blank.ts';
import { attr, childrenOf, type HtmlNode, isHeadingTag, nodesOf, partBeside, TEXT } from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { areAlike, ROLE, type Roles } from '../../page/roles.ts';
import { styleOf } from '../../page/style-of.ts';
import { wordSet } from '../../word-set.ts';
import type { Builder } from '../builder.ts';

/** Inline elements that rows of words are made of. */
const INLINES = wordSet('span label a b strong i em s del ins time small u font');
/** Nodes of an element within which its text begins. */
const MAX_DESCENT = 8;
const TEXTLESS = new Set(['style', 'script', 'svg', 'template', 'link', 'meta']);
/** As many elements without text are stepped over. */
const MAX_STEPS = 4;

/** Puts a blank ahead of an inline element that touches the one before it in its row. True: the walk goes into it. */
export function partFromPrevious(node: HtmlNode, b: Builder): true {
  if (isNextInline(node, b)) b.space();
  return true;
}

/** Elements that a label opens, and how it ends where what follows is another sentence. */
const LINES = wordSet('li p div td th dd dt blockquote h1 h2 h3 h4 h5 h6');
const LABEL_END = /(?:\s\S*[\p{Ll}\p{N}]|\p{Ll}{2}:)$/u;
const COLON_END = /\p{Ll}{2}:$/u;
const CAPITALISED = /^\p{Lu}\p{L}/u;

/** Puts a blank ahead of a text that touches the words, or the colon, which open its line: "**At the quay**Boats leave". */
export function partFromLabel(text: HtmlNode, b: Builder): void {
  const { prev } = text;
  if (prev === null || !INLINES.has(prev.tag)) return;
  const before = b.doc.nodes[prev.end - 1]!.text.slice(-40);
  if (isFieldAhead(prev, before, text.text.slice(0, 40), b.roles)) b.space();
  else if (opensLine(prev)) {
    // Words of a heading may be set in bold.
    const labelEnd = isHeadingTag(prev.parent!.tag) ? COLON_END : LABEL_END;
    const isLabel = CAPITALISED.test(text.text) && labelEnd.test(before);
    if (isLabel || (isEntryMark(prev, before) && FIRST_WORD.test(text.text))) b.space();
  }
}

/** Whether an inline element is ahead of all else in its line. */
const opensLine = ({ prev, parent }: HtmlNode): boolean =>
  LINES.has(parent?.tag ?? '') && (prev === null || (prev.prev === null && isBlank(prev.text)));

/** The mark with which a line opens, of a point of a law or an entry of a list: `(1)`, `a)`, `12.`; and a word behind it. */
const ENTRY_MARK = /^(?:[([]?\p{Nd}{1,4}|[([]?(?:\p{L}|[ivxlc]{2,5})(?=[)\]]))[.)\]]{1,2}$/u;
const FIRST_WORD = /^[“"'‘]?\p{L}[\p{L}\s]/u;

function isEntryMark(element: HtmlNode, text: string): boolean {
  const { tag, attrs, first } = element;
  if (tag !== 'span' || attrs.length === 0 || first?.kind !== TEXT || first.next !== null) return false;
  return partBeside(element, 'prev') === null && ENTRY_MARK.test(text.trim());
}

/** Whether two inline elements of a row touch where a word cannot go on: a name and its role, a price and a hint. */
function isNextInline(node: HtmlNode, b: Builder): boolean {
  const { parent } = node;
  if (node.prev?.kind === TEXT) return isNextSaying(node, b);
  const prev = inlineBefore(node);
  if (prev === null || parent === null || b.roles.has(node, ROLE.denominator)) return false;
  const begins = firstText(node, b);
  if (begins === '') return false;
  const ends = b.doc.nodes[prev.end - 1]!.text;
  const [before, after] = [ends.slice(-40), begins.slice(0, 40)];
  if (isEntryMark(prev, ends)) return FIRST_WORD.test(after);
  if ((floats(prev) || floats(node)) && !INITIAL.test(ends)) return true;
  if (opensLine(prev) && COLON_END.test(before) && /^[\p{L}\p{N}\p{Sc}]/u.test(after)) return true;
  const isTime = isTimeBeside(endOf(prev), node, before, after);
  const needsGap =
    areLinks(prev, node, b.roles) ||
    (prev.tag === 'a' && node.tag === 'a' && after.startsWith('@')) ||
    isTime ||
    // A parameter's type right after its name, by what both are called.
    (b.roles.has(prev, ROLE.parameterName) && b.roles.has(node, ROLE.parameterType)) ||
    isBreak(before.replace(ZERO_WIDTH_END, ''), after) ||
    (areBoxes(parent, b.roles) && areTexts(before, after)) ||
    areNumbersBesideIcon(node, before, after, b) ||
    areFields(prev, node, before, after, b.roles);
  return needsGap && !(isWord(prev, ends, b) && isWord(node, begins, b)) && (isTime || isRow(parent));
}

/** Whether an element stands beside its line, and the initial of a text that does. */
const floats = (node: HtmlNode): boolean => /^(?:left|right)$/.test(styleOf(node, 'float'));
const INITIAL = /^\s*\p{L}$/u;

/** Whether the parts of an element are boxes side by side, by its name or its style. */
const areBoxes = (parent: HtmlNode, roles: Roles): boolean =>
  roles.has(parent, ROLE.flexRow) || /^(?:inline-)?(?:flex|grid)/.test(styleOf(parent, 'display'));

const SEVERAL_WORDS = /\S\s+\S/;
/** The beginning of a capitalised word. */
const CAPITALISED_WORD = /^\p{Lu}\p{Ll}/u;

/** Whether two texts, one of several words, meet with a word of more than a letter each. */
function areTexts(before: string, after: string): boolean {
  if (!/[\p{L}\p{N}):]$/u.test(before) || !/^[\p{L}\p{N}(]/u.test(after)) return false;
  if (/(?<![\p{L}\p{N}])\p{L}$/u.test(before) || /^\p{L}(?![\p{L}\p{N}\s])/u.test(after)) return false;
  return SEVERAL_WORDS.test(before) || SEVERAL_WORDS.test(after);
}

function firstText(node: HtmlNode, b: Builder): string {
  return nodesOf(b.doc, node, MAX_DESCENT).find(({ kind }) => kind === TEXT)?.text ?? '';
}

/** Places at which a line may break, as editors leave them at the end of a text. */
const ZERO_WIDTH_END = /[\u200b\ufeff]{1,8}$/;
const SENTENCE_ENDS = '.!?…';
/** A sentence that ends: its last word holds no other full stop, as `java.util.` does. */
const LAST_WORD = /\s[\p{L}'’-]*\p{Ll}{2}[.!?…]$/u;
/** Several words, the first one capitalised. */
const SAYING = /^\p{Lu}\p{Ll}+\s/u;
/** Several words in small print. */
const SMALL_PRINT = /^\p{L}{2,}\s+\p{L}/u;

/** Whether several words touch a text of which they are no part: a new sentence, the line below the name in a heading. */
function isNextSaying(node: HtmlNode, b: Builder): boolean {
  const { text } = node.prev!;
  // Nearly all texts end in a blank, which one look tells.
  const isSentence = SENTENCE_ENDS.includes(text.charAt(text.length - 1));
  if (!isSentence && !isHeadingTag(node.parent?.tag ?? '')) return false;
  const ending = isSentence ? LAST_WORD : LABEL_END;
  const begins = firstText(node, b).slice(0, 40);
  return ending.test(text.slice(-40)) && (node.tag === 'small' ? SMALL_PRINT : SAYING).test(begins);
}

/** Whether two numbers have an icon between them, a drawing or by its class: a rating, its star, how many rated. */
function areNumbersBesideIcon({ prev }: HtmlNode, before: string, after: string, b: Builder): boolean {
  if (prev === null || !isTextless(prev) || !/\d$/.test(before) || !/^\d/.test(after)) return false;
  return prev.tag === 'svg' || b.roles.has(prev, ROLE.iconOrStar);
}

/** A time right after a name or another time, and a word right after what ends in a time whose last sign is a digit. */
function isTimeBeside(end: HtmlNode, node: HtmlNode, before: string, after: string): boolean {
  if (!/^[\p{L}\p{N}]/u.test(after)) return false;
  return node.tag === 'time' ? /[\p{L}\p{N}]$/u.test(before) : end.tag === 'time' && DATE_END.test(before);
}

/** The time with which an element ends, or what else it ends with. */
function endOf(element: HtmlNode): HtmlNode {
  let end = element;
  while (end.tag !== 'time' && end.last !== null && end.last.kind !== TEXT) end = end.last;
  return end;
}

/** The end of a date or a clock time of digits, which no unit follows. */
const DATE_END = /\d[-/.:]\d{1,2}$|[12]\d{3}$/;

/** The inline element that touches `node`, over what shows no text: style sheets, scripts, drawings, empty elements. */
function inlineBefore(node: HtmlNode): HtmlNode | null {
  let prev = node.prev;
  for (let steps = 0; prev !== null && isTextless(prev) && steps < MAX_STEPS; steps++) prev = prev.prev;
  return prev !== null && INLINES.has(prev.tag) ? prev : null;
}

function isTextless(node: HtmlNode): boolean {
  return TEXTLESS.has(node.tag) || (INLINES.has(node.tag) && node.first === null);
}

/** Fewest places that a paragraph of links leads to for it to be a list, and not a text. */
const MIN_LISTED = 3;

/** Links to two places in a row of elements, or with two names; in a paragraph with more than links they are its text. */
function areLinks(prev: HtmlNode, node: HtmlNode, roles: Roles): boolean {
  const { parent } = node;
  if (parent?.tag === 'p' && targetsIn(parent).size < MIN_LISTED) return false;
  const [target, before] = [targetOf(node), targetOf(prev)];
  if (target === null || before === null) return false;
  return target !== before || !(roles.isUnnamed(prev) || roles.isUnnamed(node) || areAlike(prev, node));
}

const targetsIn = lazyBy(
  (paragraph: HtmlNode): ReadonlySet<string> =>
    new Set(childrenOf(paragraph).flatMap((part) => targetOf(part) ?? [])),
);

function targetOf(node: HtmlNode): string | null {
  const link = node.tag !== 'a' && node.first === node.last ? node.first : node;
  return link?.tag === 'a' ? attr(link, 'href') : null;
}

/** One word in an element without a class: a part of a name in two colours. */
function isWord(node: HtmlNode, text: string, b: Builder): boolean {
  return node.tag === 'span' && b.roles.isUnnamed(node) && /^\p{L}+$/u.test(text);
}

/** Whether an element has no text of its own, so that its children stand in a row. */
export const isRow = lazyBy((parent: HtmlNode): boolean =>
  childrenOf(parent).every(({ text }) => isBlank(text)),
);

/** The end of a sentence: a name may hold a full stop (`functools.partial`). */
const SENTENCE_END = /\s(?:\S*\p{Ll}{2}|\p{Nd}{4})[.!?…]$/u;

/**
 * Where two texts that touch are not one word: a small letter or a digit before a capital, capitals before a capitalised
 * word, a letter beside a digit but for ordinals, a digit before a number with a unit, anything before a sign of
 * currency, a number after an amount with its sign, a word before a count in brackets or after `#`, the end of a sentence
 * before a capitalised word (a caption and its credit), anything before a label with a colon (`MFR: 2020`).
 */
function isBreak(before: string, after: string): boolean {
  if (SENTENCE_END.test(before)) return CAPITALISED_WORD.test(after);
  if (/\d\s?\p{Sc}$/u.test(before)) return /^\d/.test(after);
  if (!/\S[\p{L}\p{N}%+)]$/u.test(before) || areUnparted(before, after)) return false;
  if (/^(?:\p{Sc}|[(#]\d|\p{Lu}[\p{L} ]{2,20}:\s)/u.test(after)) return true;
  if (/\p{N}$/u.test(before))
    return /^(?:\p{L}{2}|\p{Lu}\P{L}|\d[\d.,]*\s?[%\p{L}])/u.test(after) && !ORDINAL.test(after);
  if (/\p{L}$/u.test(before) && /^\p{N}/u.test(after)) return true;
  if (/[\p{Ll}%+)]$/u.test(before)) return /^\p{Lu}[\p{L}\p{N}]/u.test(after);
  return /\p{Lu}{2}$/u.test(before) && CAPITALISED_WORD.test(after);
}

/** Those that go on no word, whatever stands ahead of them. */
const VALUES = wordSet('value val time hour hours price date status');
/** The end of an ordinal in English, and what is as short: `ère`, `km`, `k`. */
const ORDINAL = /^(?:st|nd|rd|th)\b/;
const SHORT_WORD = /^\p{Ll}{1,3}(?!\p{L})/u;
/** Scripts that write no blanks between words, on either side of a seam. */
const UNPARTED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const areUnparted = (before: string, after: string): boolean =>
  UNPARTED.test(before.slice(-1) + after.slice(0, 1));

/** Whether two boxes that touch, the ends of whose texts are given, are two data by their classes: scores, a day and its hours. */
function areFields(prev: HtmlNode, node: HtmlNode, before: string, after: string, roles: Roles): boolean {
  // Cents, a sign after an amount, a digit of a counter go on what stands ahead of them.
  if (roles.has(prev, ROLE.partOfDatum) || roles.has(node, ROLE.partOfDatum)) return false;
  if (areUnparted(before, after)) return false;
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
function isFieldAhead(box: HtmlNode, before: string, after: string, roles: Roles): boolean {
  const { parent, first, prev } = box;
  if (prev !== null || first?.kind !== TEXT || first.next !== null) return false;
  if (!/^\p{L}/u.test(after) || ORDINAL.test(after)) return false;
  const own = fieldOf(box, roles);
  const isVerse = own === 'verse' || (parent !== null && fieldOf(parent, roles) === 'verse');
  if (/^\d+$/.test(before.trim())) return isVerse || (own === 'num' && CAPITALISED_WORD.test(after));
  return (own === 'label' || own === 'badge') && CAPITALISED_WORD.test(after);
}

/** What a box of a row is called that holds one datum of it: a label or its value, a day, a number. */
function fieldOf(node: HtmlNode, roles: Roles): string | null {
  return roles.capture(node, ROLE.datum)?.toLowerCase() ?? null;
}

/** A number and what does not go on it, or a word and a number. Three digits may be hundreds. */
function areNumbers(before: string, after: string): boolean {
  if (/[\p{N}%°]$/u.test(before)) {
    if (/^\p{L}/u.test(after)) return /^(?:\p{Lu}\p{Ll}|\p{Ll}{4}|v\d)/u.test(after);
    return /^[+−±]?\p{N}/u.test(after) && !/^\p{N}{3}(?![\p{N}.,])/u.test(after);
  }
  return /\p{L}{2}[\p{Ll})]$/u.test(before) && /^[+−±]?\p{N}/u.test(after);
}

/** Two texts of boxes alike, one of several words: `1h 54m` and `R`. */
function areLines(before: string, after: string): boolean {
  if (!/[\p{L}\p{N}]{2}$/u.test(before) || !/^[\p{Lu}\p{N}]/u.test(after)) return false;
  return SEVERAL_WORDS.test(before) || SEVERAL_WORDS.test(after);
}

/** Two words, a label with its colon and a word or a number, the end of a sentence and a number. */
function areWords(before: string, after: string): boolean {
  if (!/^[\p{L}\p{N}]/u.test(after) || INITIAL.test(before)) return false;
  if (/\p{L}:$/u.test(before)) return true;
  if (/\p{L}[.!?]$/u.test(before)) return /^\p{N}/u.test(after);
  return /\p{L}{2}$/u.test(before) && !SHORT_WORD.test(after) && /^[\p{L}\p{N}]{2}/u.test(after);
}
