import {
  attr,
  childrenOf,
  elementBeside,
  HEADINGS,
  type HtmlNode,
  isHeadingTag,
  nearest,
} from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { BLOCK } from '../../page/element-kind.ts';
import { ROLE } from '../../page/roles.ts';
import { hasWords, labelOf } from '../../page/text-of.ts';
import type { Builder } from '../builder.ts';

/** Attributes of what opens a part of the page: such a control is its label. */
const OPENS = /^aria-(?:expanded|controls)$|^data-.*(?:toggle|target|collapse|accordion)/;
/** Most words of a control. */
const MAX_WORDS = 8;
/** What a link after the words of a heading says that edits its section, and where it leads. */
const EDITS =
  /^\[?(?:edit(?: source| section| this (?:page|section))?|bearbeiten|modifier|editar|modifica|redigera|rediger|bewerken|edytuj|править|редактировать|編集|编辑|編輯|편집)\]?$/iu;
const EDITOR = /[?&](?:action|veaction|mode|do)=edit|[/+.]edit(?:[/?#]|$)|[?&]section=/i;
/** How words end that go on with the link: "Command: edit". */
const GOES_ON = /(?:[:,&([|]|\b(?:for|of|by|to|and|the))\s*$/i;
/** Elements between a picture and the control that it is the icon of. */
const MAX_ICON_HEIGHT = 3;
/** Elements between a picture and the figure that it is in. */
const MAX_FIGURE_HEIGHT = 6;

/** The sign with which a sentence goes on, or ends, behind a word. */
const BEHIND_WORD = /^[.,;:!?…)\]](?:\s|$)/;

/** Boxes in a line: what stands beside them is another word. */
export function handleInlineBlock(node: HtmlNode, b: Builder): boolean {
  b.space();
  if (!BEHIND_WORD.test(node.next?.text.slice(0, 2) ?? '')) b.onExit(node, b.space);
  return true;
}

/** Signs that are all that a control says: it explains, closes, adds or folds. */
const SYMBOL = /^(?:[i?×✕+−ⓘ]|\[[+–−-]\])$/u;

/** Whether a control says no more than such a sign. */
export function isSymbol(node: HtmlNode, b: Builder): boolean {
  return SYMBOL.test(labelOf(b.doc, node, 4));
}

/** A button is a box in a line; after the words of a heading and in a caption it is a tool: copy, share, more. */
export function handleButton(node: HtmlNode, b: Builder): boolean {
  if (isSymbol(node, b) || buys(node, b)) return false;
  const isTool =
    !opens(node) &&
    ((b.frame.kind === 'heading' && followsWords(node, b)) ||
      node.parent?.tag === 'figcaption' ||
      isToolOfCode(node, b));
  if (isTool) return false;
  const { elements } = b.doc;
  // Assistive technology reads the boxes in a control as one name (WAI-ARIA 1.2, 5.2.8).
  const isName = () => elements.hasWithin(node, ...BLOCK) && !elements.hasWithin(node, ...HEADINGS);
  if (!opens(node) || b.frame.phrasing || !isName()) return handleInlineBlock(node, b);
  return b.openPhrasing(node, 'phrasing', (children) => b.add({ type: 'paragraph', children }));
}

/** Where a form leads that puts a product into the cart. */
const CART = /(?:^|\/)(?:cart|basket|bag|checkout|warenkorb|panier|carrito|carrello)(?:[/?.#]|$)/i;
const MAX_CART_WORDS = 4;

/** Whether a button says no more than that its form buys: a price in it stays. */
function buys(button: HtmlNode, { doc }: Builder): boolean {
  const form = nearest(button.parent, ({ tag }) => tag === 'form');
  if (form === null || !CART.test(attr(form, 'action')?.slice(0, 200) ?? '')) return false;
  const label = labelOf(doc, button, 80);
  return !/\d/.test(label) && label.split(' ').length <= MAX_CART_WORDS;
}

const TOOL =
  /^(?:copy|copied|run|wrap|toggle|expand|collapse|download|edit|open in|raw|print|show (?:more|all)|kopier|copier|copiar|copia\b|скопир|копир|复制|複製|コピー|복사)/i;

/** Whether a button, or the bar that it is in, stands beside code and does something with it. */
function isToolOfCode(button: HtmlNode, b: Builder): boolean {
  const isBesideCode = (node: HtmlNode) =>
    elementBeside(node, 'prev')?.tag === 'pre' || elementBeside(node, 'next')?.tag === 'pre';
  return TOOL.test(labelOf(b.doc, button, 40)) && nearest(button, isBesideCode, 2) !== null;
}

/** Labels that a code block puts into controls of its own. */
export const TOOL_LABEL =
  /^(?:cop(?:y|ied)(?: code| to clipboard)?!?|toggle (?:word wrap|overflow)|wrap lines|word wrap|复制(?:代码)?|コピー|복사)$/i;

/** Whether a span in the box around code is the label of a tool. */
export function isLabelOfTool({ parent, first }: HtmlNode): boolean {
  const isLabel = first !== null && first.next === null && TOOL_LABEL.test(first.text.trim());
  return isLabel && parent !== null && holdsCode(parent);
}

const holdsCode = lazyBy((box: HtmlNode): boolean => childrenOf(box).some(({ tag }) => tag === 'pre'));

/** Whether a link leads nowhere and is a control of the page: "Click to expand", "Show more". */
export function isControl(node: HtmlNode, href: string | null, b: Builder): boolean {
  if (href !== null || attr(node, 'role') !== 'button' || opens(node)) return false;
  const label = labelOf(b.doc, node, 80);
  return label !== '' && label.split(' ').length <= MAX_WORDS;
}

/** Whether a link in a heading edits what stands below it. */
export function isEditLink(node: HtmlNode, href: string | null, b: Builder): boolean {
  if (b.frame.kind !== 'heading' || href === null || !EDITOR.test(href.slice(0, 500))) return false;
  if (!EDITS.test(labelOf(b.doc, node, 30)) || !followsWords(node, b)) return false;
  return !GOES_ON.test(node.prev?.text.slice(-20) ?? '');
}

/** Whether a picture is the icon of a control that has words: the arrow of a question. In a figure it is what opens. */
export function isIconOfControl(picture: HtmlNode, b: Builder): boolean {
  const isWorded = (node: HtmlNode): boolean => isButton(node) && hasWords(b.doc, node);
  const isIcon = nearest(picture.parent, isWorded, MAX_ICON_HEIGHT) !== null;
  return isIcon && nearest(picture.parent, ({ tag }) => tag === 'figure', MAX_FIGURE_HEIGHT) === null;
}

/** What pressing a picture does: "click to view in full size". */
const HINT = /\b(?:press|click|tap|enlarge|full[- ]size|zoom)\b/i;
const MAX_HINT_WORDS = 12;

/** Whether an element says nothing but what pressing the picture beside it in a figure does. */
export function isHintOfFigure({ parent, first }: HtmlNode, b: Builder): boolean {
  if (parent === null || !isButton(parent) || parent.tag === 'a' || parent.parent?.tag !== 'figure')
    return false;
  if (first?.tag !== '' || first.next !== null || !HINT.test(first.text)) return false;
  if (first.text.trim().split(/\s+/).length > MAX_HINT_WORDS) return false;
  return b.doc.elements.hasWithin(parent, 'img');
}

function isButton(node: HtmlNode): boolean {
  return node.tag === 'button' || attr(node, 'role') === 'button';
}

function opens(node: HtmlNode): boolean {
  return node.attrs.some(({ name }) => OPENS.test(name));
}

/** The heading element around a node. */
export function headingAround(node: HtmlNode): HtmlNode | null {
  return nearest(node.parent, ({ tag }) => isHeadingTag(tag));
}

/** Whether words that are shown stand ahead of a part of a heading. */
function followsWords(node: HtmlNode, b: Builder): boolean {
  const heading = headingAround(node);
  if (heading === null) return false;
  b.lookInto(heading);
  const ahead = b.doc.nodes.slice(heading.index + 1, node.index);
  return ahead.some(
    ({ text, parent }) => /[\p{L}\p{N}]/u.test(text) && !b.roles.has(parent!, ROLE.screenReaderOnly),
  );
}
