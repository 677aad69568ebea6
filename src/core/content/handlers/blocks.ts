import { attr, ELEMENT, elementBeside, type HtmlNode, nodesOf, SIDES } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { labelOf } from '../../page/text-of.ts';
import { each } from '../../word-set.ts';
import type { Builder } from '../builder.ts';
import { isRow } from './inline-gap.ts';

/** Enters an element: true lets the walk go on with its children, false passes them over. */
export type Handler = (node: HtmlNode, b: Builder) => boolean;

/** Looks at an element by its class, role or data: null leaves it to the handler of its tag. */
export type Recogniser = (node: HtmlNode, b: Builder) => boolean | null;

/** An element of which nothing is content. */
export function skip(): boolean {
  return false;
}

function handleRule(_: HtmlNode, b: Builder): boolean {
  b.add({ type: 'thematicBreak' });
  return false;
}

/** Asterisks that part two scenes, by the name of their line: others are text. */
const ASTERISKS = /^[*\s⁂]+$/;

export function handleSceneBreak(node: HtmlNode, b: Builder): boolean | null {
  return ASTERISKS.test(labelOf(b.doc, node, 20)) ? handleRule(node, b) : null;
}

/** Most nodes of a form that is a tool, and most words of its button: "Edit", "Want to read". */
const MAX_FORM_NODES = 40;
const MAX_BUTTON_WORDS = 3;

/** What a form has beside its button: what it sends, and boxes around it. */
const OF_BUTTON = new Set(['', 'button', 'input', 'div', 'p', 'span', 'svg', 'path', 'use', 'i']);

/** A form that sends what it hides, and shows nothing but one button, is a tool of the page. */
function isButtonAlone(form: HtmlNode, { doc }: Builder): boolean {
  const [, ...inner] = nodesOf(doc, form, MAX_FORM_NODES + 1);
  if (inner.length > MAX_FORM_NODES || attr(form, 'method')?.toLowerCase() !== 'post') return false;
  if (labelOf(doc, form, 4) !== '' || inner.some(({ tag }) => !OF_BUTTON.has(tag))) return false;
  const [button, other] = doc.elements.within(form, 'button');
  const inputs = doc.elements.within(form, 'input');
  if (button === undefined || other !== undefined || inputs.length === 0) return false;
  if (inputs.some((input) => attr(input, 'type') !== 'hidden')) return false;
  return labelOf(doc, button, 80).split(' ').length <= MAX_BUTTON_WORDS;
}

/** `<div>`; the lines of a stanza are one paragraph. */
function handleDiv(node: HtmlNode, b: Builder): boolean {
  const isLine = node.parent !== null && b.roles.has(node.parent, ROLE.stanza);
  if (!isLine || node.first?.tag === 'p' || node.first?.tag === 'div') return b.block(node);
  b.lineBreak();
  return true;
}

const PLAIN =
  'address article aside body center fieldset figure footer frameset header hgroup html legend main nav ' +
  'optgroup option search section slot-block tbody tfoot thead colgroup';

/** Elements that only begin and end a block. */
export const blocks: readonly (readonly [string, Handler])[] = [
  ...each<Handler>(PLAIN, (node, b) => b.block(node)),
  ['div', handleDiv],
  ['hr', handleRule],
  ['dialog', (node, b) => attr(node, 'open') !== null && b.block(node)],
  ['form', (node, b) => !isButtonAlone(node, b) && b.block(node)],
];

/**
 * Custom and unknown elements take part in the text as it stands (CSS's initial `display: inline`). Two of them
 * side by side are boxes of a layout, so that their texts are kept apart: custom ones by blocks, where the element
 * around them has no text of its own.
 */
export function handleUnknown(node: HtmlNode, b: Builder): boolean {
  if (isCustomContainer(node, b)) b.block(node);
  if (node.prev?.kind === ELEMENT) b.space();
  if (node.next?.kind === ELEMENT) b.onExit(node, b.space);
  return true;
}

/** Whether an element is in a slot of a custom element (Web Components), whose template says where it stands. */
export function isSlotted(node: HtmlNode): boolean {
  const { parent } = node;
  return parent?.tag.includes('-') === true && isRow(parent);
}

/** Whether a custom element stands beside another one, and holds more than a word: single words are of one line. */
function isCustomContainer(node: HtmlNode, b: Builder): boolean {
  if (!node.tag.includes('-') || node.parent === null || node.parent.tag === 'p') return false;
  const beside = SIDES.map((side) => elementBeside(node, side));
  const isInRun = beside.some((one) => one?.tag.includes('-') && one.first !== null);
  return isInRun && labelOf(b.doc, node, 40).includes(' ') && isRow(node.parent);
}
