import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { styleValue } from '../styles.ts';
import { textOf } from '../text-of.ts';
import type { Inline, Mark } from '../tree.ts';
import { skip } from './blocks.ts';
import { handleButton, handleInlineBox } from './control.ts';
import type { Handler } from './handler.ts';
import { partFromPrevious } from './next-piece.ts';

/** Opens the mark of `type` over an element. */
export function openMark(node: HtmlNode, b: Builder, type: 'emphasis' | 'strong' | 'delete'): void {
  b.mark(node, type, (children): Inline => ({ type, children }));
}

function marking(type: 'emphasis' | 'strong' | 'delete'): Handler {
  return (node, b) => {
    partFromPrevious(node, b);
    openMark(node, b, type);
    return true;
  };
}

function htmlMark(tag: Mark['tag']): Handler {
  return (node, b) => {
    b.mark(node, tag, (children): Inline => ({ type: 'mark', tag, children }));
    return true;
  };
}

/** `<b>`, unless its style says otherwise (Google Docs wraps whole pages into `font-weight: normal`). */
function handleBold(node: HtmlNode, b: Builder): boolean {
  partFromPrevious(node, b);
  const weight = b.at.style === '' ? '' : styleValue(b.at.style, 'font-weight');
  if (weight !== 'normal' && weight !== '400') openMark(node, b, 'strong');
  return true;
}

function transparent(): boolean {
  return true;
}

/** An element that is no more than its words, apart from those of the box that it touches. */
function handlePiece(node: HtmlNode, b: Builder): boolean {
  partFromPrevious(node, b);
  return true;
}

function handleBreak(_: HtmlNode, b: Builder): boolean {
  b.lineBreak();
  return false;
}

/** Quotation marks, as browsers draw them. */
function handleQuote(node: HtmlNode, b: Builder): boolean {
  const nested = b.memory.get('q') === true;
  b.memory.set('q', true);
  b.text(nested ? '‘' : '“');
  b.onExit(node, () => {
    b.text(nested ? '’' : '”');
    b.memory.set('q', nested);
  });
  return true;
}

/** A ruby annotation follows its base in parentheses: 漢字(かんじ). */
function handleRubyText(node: HtmlNode, b: Builder): boolean {
  b.text('(');
  b.onExit(node, () => b.text(')'));
  return true;
}

/** Classes of the common style libraries (Tailwind, Bootstrap) that make a box of a span. */
const BOX_CLASS = /(?:^|\s)(?:d-)?(?:block|flex|grid)(?=\s|$)/;

/** A span; where it is a box, and where it plainly begins another piece of text, its words stand apart. */
function handleSpan(node: HtmlNode, b: Builder): boolean {
  if (isPosition(node, b)) return false;
  if (BOX_CLASS.test(b.at.cls)) return handleInlineBox(node, b);
  partFromPrevious(node, b);
  return true;
}

/** The place of an item in its list (schema.org): a number for machines. */
function isPosition(node: HtmlNode, b: Builder): boolean {
  return attr(node, 'itemprop') === 'position' && /^\s*\d*\s*$/.test(textOf(b.doc, node, 20));
}

/** The label of a choice stands apart from the one before it. */
function handleLabel(node: HtmlNode, b: Builder): boolean {
  if (node.prev?.tag === 'label') b.space();
  return true;
}

/** A citation. At the head of a quotation it is the line above it. */
function handleCite(node: HtmlNode, b: Builder): boolean {
  partFromPrevious(node, b);
  if (node.parent?.tag === 'blockquote' && !b.frame.filled && b.frame.blocks.length === 0)
    b.onExit(node, () => b.boundary());
  openMark(node, b, 'emphasis');
  return true;
}

const TRANSPARENT =
  'big abbr acronym bdi bdo data output nobr blink ruby rb rbc rtc picture slot ' +
  'progress meter wbr map area noembed noframes';

/** Elements of running text. */
export const inlines: readonly (readonly [string, Handler])[] = [
  ...TRANSPARENT.split(' ').map((tag) => [tag, transparent] as const),
  ...['time', 'small', 'u', 'font'].map((tag) => [tag, handlePiece] as const),
  ...['em', 'i', 'dfn', 'var'].map((tag) => [tag, marking('emphasis')] as const),
  ['cite', handleCite],
  ['span', handleSpan],
  ['label', handleLabel],
  ['strong', marking('strong')],
  ['b', handleBold],
  ...['del', 's', 'strike'].map((tag) => [tag, marking('delete')] as const),
  ...(['sub', 'sup', 'kbd', 'mark', 'ins'] as const).map((tag) => [tag, htmlMark(tag)] as const),
  ['br', handleBreak],
  ['q', handleQuote],
  ['rt', handleRubyText],
  ['rp', skip],
  ['canvas', skip],
  ['button', handleButton],
  ['marquee', handleInlineBox],
];
