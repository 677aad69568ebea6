import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { labelOf } from '../text-of.ts';
import type { Handler } from './handler.ts';

/** An element that is a block of its own and nothing more. */
export function handleBlock(node: HtmlNode, b: Builder): boolean {
  b.block(node);
  return true;
}

/** An element of which nothing is content. */
export function skip(): boolean {
  return false;
}

function handleRule(_: HtmlNode, b: Builder): boolean {
  if (b.frame.phrasing) b.space();
  else b.add({ type: 'thematicBreak' });
  return false;
}

/** `<dialog>` shows only when open. */
function handleDialog(node: HtmlNode, b: Builder): boolean {
  if (attr(node, 'open') === null) return false;
  return handleBlock(node, b);
}

/** A form that is nothing but a button which changes something: edit, subscribe, add. */
function handleForm(node: HtmlNode, b: Builder): boolean {
  const isTool = attr(node, 'method')?.toLowerCase() === 'post' && isButtonAlone(node, b);
  return !isTool && handleBlock(node, b);
}

/** What a form shows beside its buttons. */
const SHOWN = new Set(['img', 'picture', 'video', 'textarea', 'select', 'table']);

function isButtonAlone(form: HtmlNode, b: Builder): boolean {
  if (labelOf(b.doc, form, 4) !== '' || !b.mayScan(form)) return false;
  const inner = b.doc.nodes.slice(form.index + 1, form.end);
  return inner.filter(({ tag }) => tag === 'button').length === 1 && !inner.some(({ tag }) => SHOWN.has(tag));
}

/** A declarative shadow root is shown, any other template is not. */
function handleTemplate(node: HtmlNode): boolean {
  return attr(node, 'shadowrootmode') !== null;
}

const PLAIN =
  'address article aside body center div fieldset figure footer frameset header hgroup html legend main nav ' +
  'optgroup option p search section slot-block tbody tfoot thead colgroup';

/** Elements that only begin and end a block. */
export const blocks: readonly (readonly [string, Handler])[] = [
  ...PLAIN.split(' ').map((tag) => [tag, handleBlock] as const),
  ['hr', handleRule],
  ['dialog', handleDialog],
  ['form', handleForm],
  ['template', handleTemplate],
];
