import { childParts, type HtmlNode, TEXT } from '../html/tree.ts';
import type { Annotation } from '../page/annotation.ts';
import { ROLE } from '../page/roles.ts';
import { labelOf } from '../page/text-of.ts';

/** Most nodes of a box of a label and its value, and characters of each. */
const MAX_NODES = 40;
export const MAX_LABEL_CHARS = 45;
export const MAX_VALUE_CHARS = 120;

/** A label that says so itself, of three words: more of them lead a text in. */
const LABEL = /^[^.?!。？！\s]+(?: [^.?!。？！\s]+){0,2}[:：]$/u;
/** What parts of a row are called that are its label, and its value. */
const NAMES = new Set(['label', 'key', 'term', 'property', 'name', 'title']);
const VALUES = new Set(['value', 'val']);

/** Elements that stand for themselves. */
const OWN = ['cite', 'ul', 'ol', 'dl', 'table', 'pre', 'blockquote', 'button', 'input', 'select', 'textarea'];
const HEADS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Whether an element holds a label and its value and nothing else: the label ends in a colon, or classes call them so. */
export function isFactRow({ doc, roles }: Annotation, box: HtmlNode): boolean {
  if (box.end - box.index > MAX_NODES || box.first === null) return false;
  const [label, value, other] = childParts(box);
  if (label === undefined || value === undefined || other !== undefined) return false;
  if (doc.elements.hasWithin(box, ...OWN, ...HEADS)) return false;
  const [said, told] = [label, value].map((part) =>
    part.kind === TEXT ? part.text.trim() : labelOf(doc, part, MAX_VALUE_CHARS + 1),
  ) as [string, string];
  if (said.length > MAX_LABEL_CHARS || told.length > MAX_VALUE_CHARS || told === '') return false;
  if (LABEL.test(said)) return !/[:：]$/.test(told);
  const calledAs = (part: HtmlNode) => roles.capture(part, ROLE.datum)?.toLowerCase() ?? '';
  return /^\p{L}[^.?!]*$/u.test(said) && NAMES.has(calledAs(label)) && VALUES.has(calledAs(value));
}
