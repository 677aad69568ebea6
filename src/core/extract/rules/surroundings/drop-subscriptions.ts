import { attr, type HtmlNode } from '../../../html/tree.ts';
import { type Annotation, MAX_NAME_CHARS } from '../../page/annotate.ts';
import { blockRange, keptWords } from '../../page/block-range.ts';
import { type PageStructure, sumIn, wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of a box that asks for an address, and most fields: a name beside it. More fields are a letter to write. */
const MAX_WORDS = 60;
const MAX_FIELDS = 2;
/** Elements from the field to the widest box that is looked at. */
const MAX_HEIGHT = 12;
/** Most of what stays that such a box is: else the page is about it. */
const MAX_SHARE = 1 / 4;

/** Types of inputs that take no text, and what calls one that asks for an address of e-mail. */
const NO_TEXT = /^(?:hidden|submit|button|image|reset|checkbox|radio|file|range|color)$/i;
const EMAIL = /e-?mail/i;
/** Boxes of the text itself. */
const OF_TEXT = new Set(['main', 'article', 'body', 'td', 'th', 'dd']);

/**
 * Drops boxes that ask for an address of e-mail, with what they promise for it: the newsletter set into a text, and its kin
 * in any language. A form with more fields, a picture or the title is more than that, and so is one of several alike (a card
 * that can be ordered). Changes `keep`.
 */
export function dropSubscriptions({ a, s }: ScoredPage, keep: Uint8Array): void {
  const fields = a.doc.elements.tagged('input', 'textarea', 'select').filter(takesText);
  if (!fields.some(asksForEmail)) return;
  const kept = keptWords(a, keep);
  const most = kept[keep.length]! * MAX_SHARE;
  let droppedTo = 0;
  for (const [at, field] of fields.entries()) {
    if (field.index < droppedTo || !asksForEmail(field)) continue;
    const box = boxAround(a, s, fields, at);
    if (box === null) continue;
    const [from, to] = blockRange(a, box.index);
    if (kept[to]! - kept[from]! > most) continue;
    keep.fill(0, from, to);
    droppedTo = box.end;
  }
}

function takesText(node: HtmlNode): boolean {
  return node.tag !== 'input' || !NO_TEXT.test(attr(node, 'type') ?? '');
}

function asksForEmail(field: HtmlNode): boolean {
  if (field.tag !== 'input') return false;
  const type = attr(field, 'type')?.toLowerCase() ?? 'text';
  if (type === 'email') return true;
  const called = ['name', 'id', 'placeholder'].map((name) => attr(field, name)?.slice(0, MAX_NAME_CHARS));
  return type === 'text' && EMAIL.test(called.join(' '));
}

/** The widest box around a field that holds little else; `fields` are all of the page, in order. */
function boxAround(
  a: Annotation,
  s: PageStructure,
  fields: readonly HtmlNode[],
  at: number,
): HtmlNode | null {
  let box: HtmlNode | null = null;
  let node = fields[at]!.parent;
  for (let height = 0; node !== null && height < MAX_HEIGHT; height++, node = node.parent) {
    const { index, end, tag } = node;
    if (OF_TEXT.has(tag) || s.repeated[index] === index || wordsIn(a, index) > MAX_WORDS) break;
    if (sumIn(a, a.images, index) > 0 || a.doc.elements.hasWithin(node, 'h1')) break;
    let [first, last] = [at, at];
    while (first > 0 && fields[first - 1]!.index > index && last - first < MAX_FIELDS) first--;
    while (last + 1 < fields.length && fields[last + 1]!.index < end && last - first < MAX_FIELDS) last++;
    if (last - first >= MAX_FIELDS) break;
    box = node;
  }
  return box;
}
