import {
  attr,
  type HtmlNode,
  isAlone,
  nearest,
  partBeside,
  SIDES,
  siblingElement,
  TEXT,
} from '../../html/tree.ts';
import { BLOCK } from '../../page/element-kind.ts';
import { ROLE } from '../../page/roles.ts';
import { styleOf } from '../../page/style-of.ts';
import { labelOf, textOf } from '../../page/text-of.ts';
import { each } from '../../word-set.ts';
import type { Builder } from '../builder.ts';
import type { Mark } from '../tree.ts';
import { type Handler, skip } from './blocks.ts';
import { handleButton, handleInlineBlock, isHintOfFigure, isLabelOfTool } from './control.ts';
import { isAriaHidden, isDecoration } from './hidden.ts';
import { partFromPrevious } from './inline-gap.ts';
import { isSourceLink } from './link.ts';
import { handleToggle } from './toggle.ts';

const transparent = (): boolean => true;

function marking(type: 'emphasis' | 'strong' | 'delete'): Handler {
  return (node, b) => {
    partFromPrevious(node, b);
    return b.mark(node, type);
  };
}

/** A mark written as HTML, where `isMeant` says that the page means one. */
function htmlMark(tag: Mark['tag'], isMeant: (node: HtmlNode, b: Builder) => boolean = transparent): Handler {
  return (node, b) => {
    if (isMeant(node, b)) b.mark(node, tag);
    return true;
  };
}

const NO_BACKGROUND = /^(?:transparent|none|(?:rgb|hsl)a\([^)]*[,/]\s*0(?:\.0+)?%?\s*\))$/;

/** Whether a `<mark>` highlights: one without a background colours its words or counts them. */
function isHighlight(node: HtmlNode, b: Builder): boolean {
  const background = styleOf(node, 'background-color') || styleOf(node, 'background');
  return !b.roles.has(node, ROLE.noHighlight) && !NO_BACKGROUND.test(background);
}

/** A price, or the sign between two: a currency or a digit or two, no word. */
const PRICE = /^(?=.*\d)(?=.*(?:\p{Sc}|\p{L}))(?!.*\p{L}{4}).{2,30}$/u;

/** Whether an `<ins>` is an insertion that a reader is to see: not a new price beside the old one, nor a comma. */
function isInsertion(node: HtmlNode, { doc }: Builder): boolean {
  const text = labelOf(doc, node, 40);
  const isNewPrice = PRICE.test(text) && doc.elements.hasWithin(node.parent!, 'del', 's');
  return !isNewPrice && !/^\p{P}+$/u.test(text);
}

/** `<b>`, unless its style says otherwise (Google Docs wraps whole pages into `font-weight: normal`). */
function handleBold(node: HtmlNode, b: Builder): boolean {
  partFromPrevious(node, b);
  const weight = styleOf(node, 'font-weight');
  if (weight !== 'normal' && weight !== '400') b.mark(node, 'strong');
  return true;
}

function handleBreak(_: HtmlNode, b: Builder): boolean {
  b.lineBreak();
  return false;
}

/** An element between two signs, which are the page's text. */
function enclose(node: HtmlNode, b: Builder, [open, close]: readonly [string, string]): boolean {
  b.text(open);
  b.onExit(node, () => b.text(close));
  return true;
}

/** Quotation marks, as browsers draw them. */
function handleQuote(node: HtmlNode, b: Builder): boolean {
  const isNested = nearest(node.parent, ({ tag }) => tag === 'q') !== null;
  return enclose(node, b, isNested ? ['‘', '’'] : ['“', '”']);
}

/** A ruby annotation follows its base in parentheses, as the page writes them for browsers that show none: 漢字(かんじ). */
function handleReading(node: HtmlNode, b: Builder): boolean {
  const [open, close] = SIDES.map((side) => {
    const beside = siblingElement(node, side);
    return beside?.tag === 'rp' ? labelOf(b.doc, beside, 2) : '';
  });
  return enclose(node, b, [open || '(', close || ')']);
}

/** A span; where it is a box, and where it plainly begins another piece of text, its words stand apart. */
function handleSpan(node: HtmlNode, b: Builder): boolean {
  if (
    // The place of an item in its list (schema.org): a number for machines.
    (attr(node, 'itemprop') === 'position' && /^\s*(?:\d+\s*)?$/.test(textOf(b.doc, node, 20))) ||
    isSourceLink(node, b.roles) ||
    isRepeatedLabel(node, b) ||
    isLabelOfTool(node) ||
    isHintOfFigure(node, b)
  )
    return false;
  if (b.roles.has(node, ROLE.boldText)) b.mark(node, 'strong');
  if (b.roles.has(node, ROLE.italicText)) b.mark(node, 'emphasis');
  const change = b.roles.capture(node, ROLE.changedWords);
  if (change === 'deletion') b.mark(node, 'delete');
  else if (change !== null) b.mark(node, 'ins');
  // A style sheet draws a sign into an empty element between two others (gi-docgen).
  const isSeparator = node.first === null && b.roles.has(node, ROLE.drawnSeparator);
  if (b.roles.has(node, ROLE.lineBox) || isSeparator) return handleInlineBlock(node, b);
  return partFromPrevious(node, b);
}

/** Longest label of a link that is looked for twice in it. */
const MAX_LABEL_CHARS = 60;

/** Whether a span in a link says what stands before it: one slides in where the other goes, or is for screen readers. */
function isRepeatedLabel(node: HtmlNode, b: Builder): boolean {
  const before = node.parent?.tag === 'a' ? partBeside(node, 'prev') : null;
  if (before === null || (before.kind !== TEXT && before.tag !== 'span')) return false;
  const isLeftOut = isAriaHidden(before) && isDecoration(before, b);
  if (isLeftOut || b.roles.has(before, ROLE.screenReaderOnly)) return false;
  const label = labelOf(b.doc, node, MAX_LABEL_CHARS);
  return /\p{L}{2}/u.test(label) && label === labelOf(b.doc, before, MAX_LABEL_CHARS);
}

/** The label of a choice stands apart from the one before it. */
function handleLabel(node: HtmlNode, b: Builder): boolean {
  if (node.prev?.tag === 'label') b.space();
  return true;
}

/** A citation. At the head of a quotation it is the line above it. */
function handleCite(node: HtmlNode, b: Builder): boolean {
  partFromPrevious(node, b);
  // phpBB writes a box in the quotation.
  const isInQuotation = nearest(node.parent, ({ tag }) => tag === 'blockquote', 2) !== null;
  if (isInQuotation && !b.frame.filled && b.frame.blocks.length === 0) b.onExit(node, b.boundary);
  if (isTitleOfWork(node, b)) b.mark(node, 'emphasis');
  return true;
}

/** A citation of more characters than this is a reference, not a title. */
const MAX_TITLE_CHARS = 120;

/** Whether a `<cite>` names a work within a text, and so is set apart: not a whole reference, emphasised in parts. */
function isTitleOfWork(node: HtmlNode, b: Builder): boolean {
  const isAllOfBlock = BLOCK.has(node.parent?.tag ?? '') && isAlone(node);
  if (b.roles.has(node, ROLE.citation) || isAllOfBlock) return false;
  if (labelOf(b.doc, node, MAX_TITLE_CHARS + 1).length > MAX_TITLE_CHARS) return false;
  return !b.doc.elements.hasWithin(node, 'i', 'em');
}

const TRANSPARENT =
  'big abbr acronym bdi bdo data output nobr blink ruby rb rbc rtc picture slot ' +
  'progress meter wbr map area noembed noframes';

/** Elements of running text. */
export const inlines: readonly (readonly [string, Handler])[] = [
  ...each(TRANSPARENT, transparent),
  ...each('time small u font', partFromPrevious),
  ...each('em i dfn var', marking('emphasis')),
  ['cite', handleCite],
  ['span', handleSpan],
  ['label', handleLabel],
  ['strong', marking('strong')],
  ['b', handleBold],
  ...each('del s strike', marking('delete')),
  ...(['sub', 'sup', 'kbd'] as const).map((tag) => [tag, htmlMark(tag)] as const),
  ['mark', htmlMark('mark', isHighlight)],
  ['ins', htmlMark('ins', isInsertion)],
  ['br', handleBreak],
  ['q', handleQuote],
  ['rt', handleReading],
  ...each('rp canvas', skip),
  ['button', (node, b) => handleToggle(node, b) ?? handleButton(node, b)],
  ['marquee', handleInlineBlock],
];

/** What a `style` says that an element would: blocks of spans, and the bold, italic, struck, raised ones of word processors. */
export function styled(node: HtmlNode, b: Builder): void {
  if (/^(?:pre|break-spaces$)/.test(styleOf(node, 'white-space'))) b.keepLines(node);
  if (node.tag !== 'span' && node.tag !== 'font' && node.tag !== 'a') return;
  if (/^(?:block|flex|grid)$/.test(styleOf(node, 'display'))) b.block(node);
  const weight = styleOf(node, 'font-weight');
  if (weight === 'bold' || weight === 'bolder' || Number(weight) >= 600) b.mark(node, 'strong');
  if (styleOf(node, 'font-style') === 'italic') b.mark(node, 'emphasis');
  const isStruck = (property: string) => styleOf(node, property).includes('line-through');
  if (['text-decoration', 'text-decoration-line'].some(isStruck)) b.mark(node, 'delete');
  const shift = node.tag === 'a' ? null : shiftOf(node, b);
  if (shift !== null) b.mark(node, shift);
}

/** Up by less than a line. */
const RAISED = /^0?\.\d{1,4}e[mx]$/;

/** Whether a span is set above or below the line; by a length only numbers are: the cents of a price ("$148" and "02"). */
function shiftOf(node: HtmlNode, b: Builder): 'sup' | 'sub' | null {
  const value = styleOf(node, 'vertical-align');
  if (value === 'super') return 'sup';
  if (value === 'sub') return 'sub';
  return RAISED.test(value) && /^\d{1,4}$/.test(labelOf(b.doc, node, 8)) ? 'sup' : null;
}

const AMOUNT = /\p{Sc}\s?\d|\d\s?\p{Sc}/gu;
/** Boxes around an old price in which the new one stands, and their longest text. */
const MAX_PRICE_HEIGHT = 3;
const MAX_CONTAINER_CHARS = 200;

/** A price that its class calls the old one, beside another price: shops strike it with a style sheet. */
export function handleOldPrice(node: HtmlNode, b: Builder): null {
  if (PRICE.test(labelOf(b.doc, node, 40)) && isBesidePrice(node, b)) b.mark(node, 'delete');
  return null;
}

function isBesidePrice(node: HtmlNode, { doc }: Builder): boolean {
  const holdsTwo = (box: HtmlNode): boolean => {
    const text = labelOf(doc, box, MAX_CONTAINER_CHARS);
    return text.length < MAX_CONTAINER_CHARS && (text.match(AMOUNT)?.length ?? 0) > 1;
  };
  return nearest(node.parent, holdsTwo, MAX_PRICE_HEIGHT) !== null;
}
