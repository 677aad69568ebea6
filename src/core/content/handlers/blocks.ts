import { attr, type HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
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

/** A declarative shadow root is shown, any other template is not. */
function handleTemplate(node: HtmlNode): boolean {
  return attr(node, 'shadowrootmode') !== null;
}

const PLAIN =
  'address article aside body center div fieldset figure footer form frameset header hgroup html legend main nav ' +
  'optgroup option p search section slot-block tbody tfoot thead colgroup';

/** Elements that only begin and end a block. */
export const blocks: readonly (readonly [string, Handler])[] = [
  ...PLAIN.split(' ').map((tag) => [tag, handleBlock] as const),
  ['hr', handleRule],
  ['dialog', handleDialog],
  ['template', handleTemplate],
];
