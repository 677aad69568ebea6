import { attr, elementBeside, type HtmlNode, nearest, SIDES } from '../../html/tree.ts';
import { isCell } from '../../page/plain-rows.ts';
import { popsUp } from '../../page/pops-up.ts';
import { ROLE, tells } from '../../page/roles.ts';
import { hasWords, labelOf } from '../../page/text-of.ts';
import { HIDDEN } from '../../page/visibility/visibility.ts';
import { wordHashes } from '../../page/word-scan.ts';
import { speakersOf } from '../../units/speaker.ts';
import type { Builder } from '../builder.ts';
import { saysWords } from './title.ts';

/** Longest text of a box that waits for its script, and how it ends. */
const MAX_WAITING_CHARS = 80;
const WAITING = /\p{L}\s*(?:…|\.{3})$/u;

/** What `aria-hidden` takes out: decoration beside text. On containers it is a script's passing state. */
const DECORATIONS = new Set(['span', 'i', 'a', 'sup', 'b', 'em', 'button']);

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const DASH = /^[-–—]$/;

/** Signs that part what stands around them: without one "1d ago · 3 min read" is one word. */
const SEPARATOR = /^[·•|∙⋅‧・–—→➔➜›»]$/;

/** True for elements that a reader of the page does not see. */
export function isInvisible(node: HtmlNode, b: Builder): boolean {
  const roles = b.roles.of(node);
  // A box that opens over the page and holds a table of data: papers show theirs so (Magnific Popup).
  if (roles.length > 0 && roles.includes(ROLE.concealed))
    return (
      !(roles.includes(ROLE.opensOver) && b.doc.elements.hasWithin(node, 'th')) &&
      !isContent(node, b) &&
      !holdsNote(node, b)
    );
  if (roles.length > 0 && roles.includes(ROLE.wideOnly) && isForPaper(node, b)) return true;
  if (b.selection.revealed?.[node.index] === 1) return false;
  // A formula for screen readers, beside what is drawn of it.
  if (node.visibility === HIDDEN)
    return !(roles.includes(ROLE.math) && b.doc.elements.hasWithin(node, 'math'));
  if (DECORATIONS.has(node.tag) && isAriaHidden(node) && !roles.includes(ROLE.math)) {
    if (!isDecoration(node, b)) return false;
    if (SEPARATOR.test(labelOf(b.doc, node, 8))) b.space();
    return true;
  }
  if (attr(node, 'aria-busy') === 'true' && isWaiting(node, b)) return true;
  if (roles.length > 0) {
    // The title of a page stays where screen readers alone are told it.
    if (roles.includes(ROLE.screenReaderOnly) && node.tag !== 'h1') return !speakersOf(b.page).has(node);
    if (roles.includes(ROLE.narrowOnly) && hasWideTwin(node, b)) return true;
    if (roles.includes(ROLE.priceForm) && isUnusedPrice(node, b)) return true;
  }
  if (isCopyOfPrevious(node, b)) return true;
  return isTooltip(node, b) || isPageNumber(node, b) || (!isCell(node.tag) && isGlyph(node, b));
}

/** Least part of the page's nodes of a box that may be all that stays: asked of few boxes. */
const CONTENT_PART = 8;

/** Whether a box holds nearly all characters that stay: a page whose text is for print alone has no other one. */
function isContent(box: HtmlNode, b: Builder): boolean {
  const { nodes, body, root } = b.doc;
  if ((box.end - box.index) * CONTENT_PART < nodes.length) return false;
  const charsIn = (node: HtmlNode): number => {
    b.lookInto(node);
    return b.keptIn(node).reduce((sum, { text }) => sum + text.trim().length, 0);
  };
  return charsIn(box) * 10 > charsIn(body ?? root) * 9;
}

/** Whether a box holds notes to which the text refers, which screens show beside it: on paper they are in their place. */
function holdsNote(box: HtmlNode, b: Builder): boolean {
  const { definitions } = b.notes;
  if (definitions.size === 0) return false;
  b.lookInto(box);
  return b.doc.nodes.slice(box.index, box.end).some(({ index }) => definitions.has(index));
}

/** Whether all that a box has to show is that it waits: "Loading comments…". */
function isWaiting(box: HtmlNode, { doc }: Builder): boolean {
  const label = labelOf(doc, box, MAX_WAITING_CHARS + 1);
  return label.length <= MAX_WAITING_CHARS && WAITING.test(label);
}

/** Whether classes hide a box, show it in print, and on screens of no width. */
function isForPaper(node: HtmlNode, { roles }: Builder): boolean {
  const isForScreens = !roles.has(node, ROLE.nowhere) || roles.has(node, ROLE.onSomeScreens);
  return !isForScreens && roles.has(node, ROLE.onPaper);
}

const MAX_PAGE_NUMBER_CHARS = 16;
const MAX_PAGE_NUMBER_NODES = 10;

/** Whether an element says where a page of the printed book begins: often within a word. In a table of contents it is what is told. */
function isPageNumber(node: HtmlNode, b: Builder): boolean {
  const isTold = attr(node, 'role') === 'doc-pagebreak' || attr(node, 'epub:type') === 'pagebreak';
  if (!isTold && !b.roles.has(node, ROLE.pageNumber)) return false;
  if (isCell(node.tag) || node.end - node.index > MAX_PAGE_NUMBER_NODES) return false;
  const isLast = node.next === null && node.prev !== null;
  if (isLast && ENTRIES.has(node.parent?.tag ?? '')) return false;
  return labelOf(b.doc, node, MAX_PAGE_NUMBER_CHARS + 1).length <= MAX_PAGE_NUMBER_CHARS;
}

/** What the entries of a table of contents are, with the number of a page at their end. */
const ENTRIES = new Set(['li', 'td', 'a', 'dd']);

/**
 * Text hidden from screen readers is decoration when it is short and holds no block; words that screen readers are told
 * otherwise are what all others read ("$79" beside "price 79 dollars", or in a box labelled "current price $79").
 */
export function isDecoration(node: HtmlNode, b: Builder): boolean {
  if (node.end - node.index > 8) return false;
  const text = labelOf(b.doc, node, 80);
  if (!WORD_CHARACTER.test(text))
    return !(DASH.test(text) && SIDES.every((side) => isPartOfRange(node, side, b)));
  return !SIDES.some((side) => isToldBeside(node, side, b)) && !isToldAround(node, text);
}

/** Whether the element beside a dash is hidden with it: from one price to another, told as a range (WooCommerce). */
function isPartOfRange(dash: HtmlNode, side: 'prev' | 'next', b: Builder): boolean {
  const beside = elementBeside(dash, side);
  return beside !== null && isAriaHidden(beside) && /\d/.test(labelOf(b.doc, beside, 20));
}

/** Neighbours hidden from screen readers as well that may stand between a text and what they are told. */
const MAX_ELEMENTS = 8;

/** Whether the element before or after `node` is a text for screen readers, or has one at the edge beside it. */
function isToldBeside(node: HtmlNode, side: 'prev' | 'next', b: Builder): boolean {
  const isWordless = (text: string) => !WORD_CHARACTER.test(text);
  let beside = elementBeside(node, side, isWordless);
  for (let count = 0; count < MAX_ELEMENTS && beside !== null && isAriaHidden(beside); count++)
    beside = elementBeside(beside, side, isWordless);
  if (beside === null) return false;
  const edge = side === 'prev' ? beside.last : beside.first;
  return [beside, edge].some(
    (told) => told !== null && b.roles.has(told, ROLE.screenReaderOnly) && hasWords(b.doc, told),
  );
}

/** Whether screen readers pass an element over. */
export function isAriaHidden(node: HtmlNode): boolean {
  return attr(node, 'aria-hidden') === 'true';
}

/** Boxes around a text whose labels are asked, and the longest label that is read. */
const MAX_LABEL_HEIGHT = 3;
const MAX_LABEL_CHARS = 300;

function isToldAround(node: HtmlNode, text: string): boolean {
  const isTold = (box: HtmlNode): boolean => {
    const label = attr(box, 'aria-label');
    return label !== null && label.length <= MAX_LABEL_CHARS && saysWords(label, text);
  };
  return nearest(node.parent, isTold, MAX_LABEL_HEIGHT) !== null;
}

/** Whether an element that is always hidden says what the one before it says: a name for machines beside the one for readers (Stack Exchange). */
function isCopyOfPrevious(node: HtmlNode, b: Builder): boolean {
  const previous = node.tag === 'span' ? elementBeside(node, 'prev') : null;
  if (previous === null || !b.roles.has(node, ROLE.onlyHidden)) return false;
  const text = labelOf(b.doc, node, MAX_LABEL_CHARS);
  return text.length < MAX_LABEL_CHARS && text === labelOf(b.doc, previous, MAX_LABEL_CHARS);
}

/** Whether a box for wide screens stands beside one for narrow screens and has all its words: plans as a table and as cards. */
function hasWideTwin(node: HtmlNode, b: Builder): boolean {
  return SIDES.some((side) => {
    const twin = elementBeside(node, side);
    if (twin === null) return false;
    if (!b.roles.has(twin, ROLE.wideOnly) || b.roles.has(twin, ROLE.narrowOnly)) return false;
    if (b.removedBy.subarray(twin.index, twin.end).some((step) => step !== 0)) return false;
    b.lookInto(twin);
    const words = new Set(wordsOf(twin, b));
    return wordsOf(node, b).every((word) => words.has(word));
  });
}

const wordsOf = (box: HtmlNode, b: Builder): readonly number[] =>
  b.keptIn(box).flatMap(({ text }) => wordHashes(text));

/** Arrows, as icons of buttons and of what unfolds are drawn in boxes of their own; in a line they are signs of it. */
const ARROW = /^[\u2190-\u21ff\u2794-\u27be\u2b05-\u2b0d▲▴▶▸►▼▾◀◂◄‹›]$/u;

/** Whether an element is an icon: its text is a ligature, a letter of a symbol font, an arrow, or a label for machines. */
export function isGlyph(node: HtmlNode, b: Builder): boolean {
  if (node.end - node.index > 12) return false;
  if (!b.roles.has(node, ROLE.icon))
    return (
      node.tag === 'div' && b.roles.has(node, ROLE.iconOrPortrait) && ARROW.test(labelOf(b.doc, node, 2))
    );
  return !b.doc.elements.hasWithin(node, 'img') && labelOf(b.doc, node, 40).length <= 24;
}

/** Attributes by which a word names what explains it. */
const REFERENCES = ['aria-describedby', 'aria-labelledby', 'aria-details'];

/** Whether a pointer brings an element up beside the word before it: a glossary's explanation. Footnotes so are notes. */
function isTooltip(node: HtmlNode, b: Builder): boolean {
  if (node.tag !== 'span' || !b.frame.filled || b.roles.has(node, ROLE.sidenote)) return false;
  return popsUp(node, b.roles) || isNamedBefore(node, b);
}

function isNamedBefore(node: HtmlNode, { roles }: Builder): boolean {
  const id = attr(node, 'id') ?? '';
  if (id === '' || !(tells(id, ROLE.tooltip) || roles.has(node, ROLE.tooltip))) return false;
  const before = elementBeside(node, 'prev');
  return before !== null && REFERENCES.some((name) => attr(before, name) === id);
}

/** Boxes around the forms of a price of which one says whether it is on sale. */
const MAX_PRICE_HEIGHT = 2;

/**
 * Whether a form of a price is the one that is not shown: themes of Shopify (Dawn and those made from it) write each price as
 * asked always (`price__regular`) and as asked in a sale (`price__sale`), and the class of the price shows one of them.
 */
function isUnusedPrice(node: HtmlNode, b: Builder): boolean {
  // The form for a sale: the new price and the old one.
  const isOfSale = b.roles.has(node, ROLE.priceOfSale);
  const other = elementBeside(node, isOfSale ? 'prev' : 'next');
  if (other === null || !b.roles.has(other, ROLE.priceForm) || b.removedBy[other.index] !== 0) return false;
  const price = nearest(node.parent, (box) => b.roles.has(box, ROLE.priceBox), MAX_PRICE_HEIGHT);
  return price !== null && b.roles.has(price, ROLE.priceOnSale) !== isOfSale;
}
