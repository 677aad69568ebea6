import { attr, type HtmlNode } from '../html/tree.ts';

/** Attributes in which builders of pages and their scripts name the number that a counter runs up to; Elementor's first. */
const TARGETS = [
  'data-to-value',
  'data-count',
  'data-count-to',
  'data-counter-value',
  'data-to',
  'data-target',
  'data-end',
  'data-number',
  'data-purecounter-end',
];
/** What a counter begins with, and a number as such attributes write it. */
const START = /^\s*0\s*$/;
const NUMBER = /^\d{1,12}(?:[.,]\d{1,6})*$/;
const MAX_CHARS = 40;

/**
 * The number that a counter runs up to when a reader comes to it: pages write 0 until their script has run. Null for text that
 * is no counter.
 */
export function countedNumber({ text, parent }: HtmlNode): string | null {
  if (text.length > MAX_CHARS || parent === null || parent.attrs.length === 0 || !START.test(text))
    return null;
  for (const name of TARGETS) {
    const target = attr(parent, name)?.slice(0, MAX_CHARS).trim() ?? '';
    if (NUMBER.test(target)) return target;
  }
  return null;
}
