import { attr, type HtmlNode, SIDES, siblingElement } from '../../html/tree.ts';
import { stateOfCheckbox } from '../../units/task-list.ts';
import type { Builder } from '../builder.ts';
import type { Item } from '../frame.ts';
import { leadText } from '../plain-text.ts';
import type { Block, ListItem, Text } from '../tree.ts';

/** A check box drawn without `<input>`. */
export function handleTick(node: HtmlNode, b: Builder): boolean | null {
  return checkItem(node, b) ? node.first !== null : null;
}

/** Form fields are not content, except the check box of a task item; the labels around one are words apart. */
export function handleInput(node: HtmlNode, b: Builder): boolean {
  const type = attr(node, 'type')?.toLowerCase();
  const isLabelled = () => SIDES.some((side) => siblingElement(node, side)?.tag === 'label');
  if (type === 'checkbox') checkItem(node, b);
  else if (type !== 'hidden' && isLabelled()) b.space();
  return false;
}

/** Sets the state of the task item that a box begins; false where it begins none. */
function checkItem(box: HtmlNode, b: Builder): boolean {
  const { state, filled, blocks } = b.frame;
  const checked = stateOfCheckbox(b.page, box);
  if (state.kind !== 'item' || checked === null || filled || blocks.length > 0 || state.checked !== null)
    return false;
  state.checked = checked;
  return true;
}

/** Takes the box off the beginning of an item of Org, `[X]` as code, and tells whether it is ticked; null without one. */
export function takeOrgCheckbox(blocks: readonly Block[], isOfOrg: () => boolean): boolean | null {
  const [first] = blocks;
  if (first?.type !== 'paragraph') return null;
  const [box, rest] = first.children;
  if (box?.type !== 'inlineCode' || !/^\[[X\s-]\]$/.test(box.value) || !isOfOrg()) return null;
  first.children.shift();
  if (rest?.type === 'text') rest.value = rest.value.trimStart();
  return box.value === '[X]';
}

/** Boxes that wait, and what stands for those that are ticked: Unicode's ballot boxes and check marks (Asciidoctor). */
const EMPTY = /^[☐❏❑□]\s/u;
const TICKED = /^[☑✓✔☒]\s/u;

/** Makes tasks of items that all begin with the sign of a box, one of which waits: check marks alone are bullets. */
export function takeSigns(items: readonly Item[]): void {
  const textOf = ({ item }: Item): Text | null => (item.checked === null ? leadText(item.children) : null);
  const isBox = (text: Text | null) => text !== null && (EMPTY.test(text.value) || TICKED.test(text.value));
  if (!items.every((one) => isBox(textOf(one))) || !items.some((one) => EMPTY.test(textOf(one)!.value)))
    return;
  for (const one of items) {
    const text = textOf(one)!;
    one.item.checked = TICKED.test(text.value);
    text.value = text.value.slice(2);
  }
}

/** A number and its mark at the start of a text, or alone. */
const NUMBER = /^\s*0?(\d{1,4})(?:[.)]\s*|\s*$)/;

/** Whether each of `atLeast` items or more begins with a box that holds its number, from 1 on: the page draws the marks itself. */
export function areCounted(items: readonly Item[], atLeast: number): boolean {
  const isCounted = ({ item }: Item, i: number): boolean => {
    if (item.children.length < 2) return false;
    const own = NUMBER.exec(leadText(item.children)?.value ?? '');
    return own !== null && isAllOfFirst(own, item) && Number(own[1]) === i + 1;
  };
  return items.length >= atLeast && items.every(isCounted);
}

function isAllOfFirst(own: RegExpExecArray, { children: [first] }: ListItem): boolean {
  return own[0] === own.input && first?.type === 'paragraph' && first.children.length === 1;
}

/** Drops the number that an item of a numbered list begins with when it is the item's own: the marker says it. */
export function dropOwnNumber(item: ListItem, number: number): void {
  const text = leadText(item.children);
  const own = text === null ? null : NUMBER.exec(text.value);
  if (own === null || Number(own[1]) !== number) return;
  if (!isAllOfFirst(own, item)) text!.value = text!.value.slice(own[0].length);
  else if (item.children.length > 1) item.children.shift();
}
