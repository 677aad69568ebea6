import { attr } from '../html/tree.ts';
import type { Annotation, Block } from '../page/annotation.ts';
import { textBetween } from '../page/block-range.ts';

/**
 * Most words of a line that says when something was written: its author and its number may stand in it. Or characters: in some scripts
 * every sign is a word.
 */
const MAX_WORDS = 18;
const MAX_CHARS = 60;
/** Characters of a timestamp that are read. */
const MAX_STAMP = 100;
/** Nodes of a line that are looked at. */
const MAX_NODES = 200;
/**
 * A day with its month and year, by numbers or with the month's name, in any script that writes such digits. Letters stand
 * in a look-around: counted in the open, V8 compiles them for 20 to 50 ms each at the first text beyond Latin-1.
 */
const DATES = [
  /(?<!\d)\d{1,4}[-./年]\s?\d{1,2}[-./月]\s?\d{1,4}(?!\d)/,
  /(?<=\p{L}{3}\.?)\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d(?!\d)/u,
  /(?<!\d)\d{1,2}(?:st|nd|rd|th)?\.?\s(?:(?=\p{L})\S){3,12}\.?,?\s(?:19|20)\d\d(?!\d)/u,
];
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;

/** Whether a block is a short line that says a date with its year, or stands in a `<time>` of one. */
export function saysDate(a: Annotation, block: Block): boolean {
  const { element, first, end, linkWords, count } = block;
  const isShort = count.words <= MAX_WORDS || count.chars <= MAX_CHARS;
  if (!isShort || count.words === 0 || end - first > MAX_NODES) return false;
  for (let i = first; i < end; i++)
    for (let node = a.doc.nodes[i]!.parent; node !== null && node.index >= element; node = node.parent)
      if (node.tag === 'time' && YEAR.test((attr(node, 'datetime') ?? '').slice(0, MAX_STAMP))) return true;
  const text = textBetween(a, first, end);
  return linkWords * 2 <= count.words && YEAR.test(text) && DATES.some((date) => date.test(text));
}
