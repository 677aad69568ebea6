import { type HtmlNode, TEXT } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { styleValue } from '../styles.ts';
import { traitsOf, UNSEEN } from '../traits.ts';
import type { Inline, Mark } from '../tree.ts';
import { skip } from './blocks.ts';
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

/** Boxes in a line: what stands beside them is another word. */
function handleInlineBox(node: HtmlNode, b: Builder): boolean {
  b.space();
  b.onExit(node, () => b.space());
  return true;
}

/** Classes of the common style libraries (Tailwind, Bootstrap) that make a box of a span. */
const BOX_CLASS = /(?:^|\s)(?:d-)?(?:block|flex|grid)(?=\s|$)/;

/** A span; where it is a box, and where it plainly begins another piece of text, its words stand apart. */
function handleSpan(node: HtmlNode, b: Builder): boolean {
  if (BOX_CLASS.test(b.at.cls)) return handleInlineBox(node, b);
  partFromPrevious(node, b);
  return true;
}

/** A button is a box in a line; after the words of a heading it is a tool: copy, share, edit. */
function handleButton(node: HtmlNode, b: Builder): boolean {
  const isTool =
    b.frame.kind === 'heading' && !node.attrs.some(({ name }) => OPENS.test(name)) && followsWords(node, b);
  return !isTool && handleInlineBox(node, b);
}

/** Attributes of what opens a part of the page: such a button is its label. */
const OPENS = /^aria-(?:expanded|controls)$|^data-.*(?:toggle|target|collapse|accordion)/;

/** Whether words that are shown stand ahead of a node in the heading around it. */
function followsWords(node: HtmlNode, b: Builder): boolean {
  let heading = node.parent;
  while (heading !== null && !/^h[1-6]$/.test(heading.tag)) heading = heading.parent;
  if (heading === null || !b.mayScan(heading)) return false;
  for (let i = heading.index + 1; i < node.index; i++) {
    const { kind, text, parent } = b.doc.nodes[i]!;
    if (kind !== TEXT || parent === null || !/[\p{L}\p{N}]/u.test(text)) continue;
    if ((traitsOf(parent, b.traits) & UNSEEN) === 0) return true;
  }
  return false;
}

const TRANSPARENT =
  'font big small u abbr acronym bdi bdo data time label output nobr blink ruby rb rbc rtc picture slot ' +
  'progress meter wbr map area noembed noframes';

/** Elements of running text. */
export const inlines: readonly (readonly [string, Handler])[] = [
  ...TRANSPARENT.split(' ').map((tag) => [tag, transparent] as const),
  ...['em', 'i', 'cite', 'dfn', 'var'].map((tag) => [tag, marking('emphasis')] as const),
  ['span', handleSpan],
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
