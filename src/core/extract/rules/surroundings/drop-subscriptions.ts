import { attr, type HtmlNode } from '../../../html/tree.ts';
import { MAX_NAME_CHARS } from '../../page/annotate.ts';
import { blockRange, keptWords, textBetween } from '../../page/block-range.ts';
import { CONTEXT } from '../../page/element-kind.ts';
import { headingLevel } from '../../page/headings.ts';
import { sumIn, wordsIn } from '../../page/page-structure.ts';
import type { ScoredPage } from '../scored-page.ts';

/** Most words of a box that asks for an address, and most fields: a name beside it. More fields are a letter to write. */
const MAX_WORDS = 60;
const MAX_FIELDS = 2;
/** Elements from the field to its form, and from there to the box that says what it is for. */
const MAX_HEIGHT = 8;
/** Most of what stays that such a box is: else the page is about it. */
const MAX_SHARE = 1 / 4;

/** Types of inputs that take no text, and what calls one that asks for an address of e-mail. */
const NO_TEXT = /^(?:hidden|submit|button|image|reset|checkbox|radio|file|range|color)$/i;
const EMAIL = /e-?mail/i;
/** Boxes of the text itself. */
const OF_TEXT = new Set(['main', 'article', 'body', 'td', 'th', 'dd']);
/** Names of boxes that promise something for an address; a form without one goes alone. */
const PROMISES =
  /news-?letter|subscri|sign-?up|mailing|mailchimp|mc4wp|mc_embed|klaviyo|convertkit|hs-form|opt-?in|e?mail-?(?:form|capture|list|box)|lead-?(?:form|magnet|gen)|abonn/i;
/** What promises do not say: facts have numbers, and points. */
const NO_PROMISE = CONTEXT.list | CONTEXT.terms | CONTEXT.table | CONTEXT.quote;

/**
 * Drops forms that ask for an address of e-mail and nothing but a name, and where their boxes are called so what they promise
 * for it: the newsletter set into a text, and its kin in any language. What has numbers, points, a picture or the title is more
 * than a promise. Changes `keep`.
 */
export function dropSubscriptions(page: ScoredPage, keep: Uint8Array): void {
  const { a } = page;
  const fields = a.doc.elements.tagged('input', 'textarea', 'select').filter(takesText);
  if (!fields.some(asksForEmail)) return;
  const kept = keptWords(a, keep);
  const most = kept[keep.length]! * MAX_SHARE;
  let droppedTo = 0;
  for (const [at, field] of fields.entries()) {
    if (field.index < droppedTo || !asksForEmail(field)) continue;
    const box = boxAround(page, fields, at);
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

/** The form around a field, with the box that says what it is for; null where it is more. `fields` are all of the page, in order. */
function boxAround(page: ScoredPage, fields: readonly HtmlNode[], at: number): HtmlNode | null {
  const { a } = page;
  const form = formAround(fields[at]!);
  if (form === null || !isSmall(page, form, fields, at) || !arePromises(page, form)) return null;
  let box = form.parent;
  let isCalled = calls(form) || calls(fields[at]!);
  for (let height = 0; height < MAX_HEIGHT; height++, box = box.parent) {
    if (box === null || !isSmall(page, box, fields, at)) return form;
    isCalled ||= calls(box);
    if (wordsIn(a, box.index) > wordsIn(a, form.index))
      return isCalled && arePromises(page, box) ? box : form;
  }
  return form;
}

/** The `<form>` around a field, or what it stands in. */
function formAround({ parent }: HtmlNode): HtmlNode | null {
  let node = parent;
  for (let height = 0; node !== null && height < MAX_HEIGHT; height++, node = node.parent)
    if (node.tag === 'form') return node;
  return parent;
}

function isSmall({ a, s }: ScoredPage, box: HtmlNode, fields: readonly HtmlNode[], at: number): boolean {
  const { index, end, tag } = box;
  if (OF_TEXT.has(tag) || s.repeated[index] === index || wordsIn(a, index) > MAX_WORDS) return false;
  if (sumIn(a, a.images, index) > 0) return false;
  let [first, last] = [at, at];
  while (first > 0 && fields[first - 1]!.index > index && last - first < MAX_FIELDS) first--;
  while (last + 1 < fields.length && fields[last + 1]!.index < end && last - first < MAX_FIELDS) last++;
  return last - first < MAX_FIELDS;
}

/** Whether no block of a box has a number, is a point of a list or the title. */
function arePromises({ a, titles }: ScoredPage, box: HtmlNode): boolean {
  const [from, to] = blockRange(a, box.index);
  return a.blocks.slice(from, to).every((block) => {
    if ((block.context & NO_PROMISE) !== 0 || headingLevel(a, block) === 1 || titles().has(block))
      return false;
    return !/\p{N}/u.test(textBetween(a, block.first, block.end));
  });
}

function calls(node: HtmlNode): boolean {
  return ['class', 'id', 'action'].some((name) =>
    PROMISES.test(attr(node, name)?.slice(0, MAX_NAME_CHARS) ?? ''),
  );
}
