import { attr, childrenOf, firstPart, type HtmlNode, siblingElement } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { styleOf } from '../../page/style-of.ts';
import { labelOf } from '../../page/text-of.ts';
import { stateOfItem } from '../../units/task-list.ts';
import { appendAll } from '../append-all.ts';
import type { Builder } from '../builder.ts';
import type { Frame } from '../frame.ts';
import type { Block, List, ListItem } from '../tree.ts';
import { handleBlock } from './blocks.ts';
import { isOfSections } from './list-of-sections.ts';
import { areCounted, dropOwnNumber } from './own-number.ts';
import { takeOrgCheckbox, takeSigns } from './task-box.ts';

interface Item {
  readonly item: ListItem;
  /** Number that the page gives the item (`<li value>`), if any. */
  readonly value: number | null;
  /** Held `<p>`: CommonMark renders loose lists so. */
  readonly loose: boolean;
}
interface ListState {
  readonly ordered: boolean;
  readonly start: number;
  readonly reversed: boolean;
  readonly items: Item[];
  /** All items so far are those of lists, each in an item of its own. */
  isFlat: boolean;
  /** What stands ahead of the first item. */
  readonly lead: Block[];
  /** The items are sections of the page (`isOfSections`). */
  readonly isOfSections: boolean;
  /** The list is called one of steps. */
  readonly isOfSteps: boolean;
}
interface ItemState {
  checked: boolean | null;
}

/** `<ul>`, `<ol>`, `<menu>`: items, and whatever else the page puts between them. */
export function handleList(node: HtmlNode, b: Builder): boolean {
  if (isRating(node, b)) return false;
  if (!b.mayNest) return handleBlock(node, b);
  const ordered = node.tag === 'ol' || isNumbered(node);
  const state: ListState = {
    ordered,
    start: integer(attr(node, 'start')) ?? 1,
    reversed: ordered && attr(node, 'reversed') !== null,
    items: [],
    isFlat: true,
    lead: [],
    isOfSections: isOfSections(node, b),
    isOfSteps: b.roles.has(node, ROLE.steps),
  };
  const hasStart = attr(node, 'start') !== null;
  b.openFlow(node, 'list', state, (frame) => {
    adoptStray(frame);
    const lists = [...state.lead, ...toLists(state, hasStart)];
    if (!join(lists, levelOf(node, b), node, b)) b.addAll(lists);
  });
  return true;
}

/** How many levels below the list ahead of it a list is: by its class, or by the lists around it that have no items of their own. */
function levelOf(list: HtmlNode, { roles }: Builder): number {
  const named = roles.capture(list, ROLE.googleLevel);
  if (named !== null) return Number(named);
  let level = 0;
  let inner = firstPart(list);
  while (inner !== null && isList(inner) && siblingElement(inner, 'next') === null) {
    level++;
    inner = firstPart(inner);
  }
  return level;
}

function isList({ tag }: HtmlNode): boolean {
  return tag === 'ul' || tag === 'ol';
}

/** Lists that took others as items of theirs. */
const joined = new WeakSet<List>();

/**
 * Joins a list with the one right ahead of it where editors part what is one (Google Docs, LibreOffice): as the last item's
 * at its level, and one that counts on as more items. Returns whether it did.
 */
function join(lists: readonly Block[], level: number, node: HtmlNode, b: Builder): boolean {
  const before = siblingElement(node, 'prev');
  const ahead = b.frame.blocks[b.frame.blocks.length - 1];
  if (before === null || !isList(before) || ahead?.type !== 'list') return false;
  const isContinued = joined.has(ahead);
  if (level === 0 && !isContinued) return false;
  let list = ahead;
  for (let k = 0; k < level; k++) {
    const { children } = list.children[list.children.length - 1]!;
    const inner = children[children.length - 1];
    if (inner?.type !== 'list' || k === level - 1) {
      if (inner?.type !== 'list' || !goOn(inner, lists)) appendAll(children, lists);
      joined.add(ahead);
      return true;
    }
    list = inner;
  }
  return goOn(list, lists);
}

/** Adds the items of a list to the one that it counts on from. */
function goOn(list: List, lists: readonly Block[]): boolean {
  const [more] = lists;
  if (lists.length !== 1 || more?.type !== 'list' || more.ordered !== list.ordered) return false;
  if (list.ordered && more.start !== list.start + list.children.length) return false;
  appendAll(list.children, more.children);
  list.spread ||= more.spread;
  return true;
}

/** Nodes of a list of stars. */
const MAX_STARS = 80;

/** Whether a list is a scale to rate on: stars that are numbered. */
function isRating(node: HtmlNode, b: Builder): boolean {
  if (!b.roles.has(node, ROLE.rating) || node.end - node.index > MAX_STARS) return false;
  return /^12345(?:678910)?$/.test(labelOf(b.doc, node, 40).replaceAll(' ', ''));
}

/** One item. Outside any list it is a list of its own, joined with the item before it. */
export function handleItem(node: HtmlNode, b: Builder): boolean {
  b.boundary();
  const owner = b.frame;
  if (!b.mayNest || (owner.kind === 'list' && (owner.state as ListState).isOfSections))
    return handleBlock(node, b);
  const state: ItemState = { checked: stateOfItem(b.page, node) };
  const value = integer(attr(node, 'value'));
  const paragraphs = childrenOf(node).filter(({ tag }) => tag === 'p').length;
  const isStyled = node.attrs.length > 0 || (node.parent?.attrs.length ?? 0) > 0;
  if (owner.kind === 'list') adoptStray(owner);
  b.openFlow(node, 'item', state, (frame) => {
    if (b.roles.has(node, ROLE.orgItem)) state.checked ??= takeOrgCheckbox(frame.blocks);
    if (frame.blocks.length === 0 && state.checked === null && node.first !== null) return;
    const { checked } = state;
    const item: ListItem = { type: 'listItem', checked, spread: paragraphs > 1, children: frame.blocks };
    if (owner.kind !== 'list') addStrayItem(owner, item);
    else addItem(owner.state as ListState, { item, value, loose: paragraphs > 0 }, isStyled);
  });
  return true;
}

/**
 * Adds an item to its list. One that a style sheet can hide the marker of, and that holds nothing but a list, is that
 * list: its items are taken, unless there is an item before it that it belongs to.
 */
function addItem(state: ListState, own: Item, isStyled: boolean): void {
  const { checked, children } = own.item;
  const [only] = children;
  const isList = checked === null && children.length === 1 && only?.type === 'list' && !only.ordered;
  state.isFlat &&= isList && isStyled && !state.ordered;
  if (!state.isFlat || !isList) state.items.push(own);
  else for (const item of only.children) state.items.push({ item, value: null, loose: only.spread });
}

/** Sets the state of the task item that is being built; false when no item can take it. */
export function checkItem(b: Builder, checked: boolean): boolean {
  const { kind, filled, blocks, state } = b.frame;
  if (kind !== 'item' || filled || blocks.length > 0 || (state as ItemState).checked !== null) return false;
  (state as ItemState).checked = checked;
  return true;
}

/** Whether a list's items are numbered by style: `list-style-type: decimal` on it or on the first of them. */
function isNumbered(node: HtmlNode): boolean {
  const item = childrenOf(node).find(({ tag }) => tag === 'li');
  return isDecimal(node) || (item !== undefined && isDecimal(item));
}

function isDecimal(node: HtmlNode): boolean {
  return ['list-style-type', 'list-style'].some((property) => styleOf(node, property).startsWith('decimal'));
}

/** Blocks directly inside a list belong to the item before them; ahead of all items they stand ahead of the list. */
function adoptStray(frame: Frame): void {
  if (frame.blocks.length === 0) return;
  const { items, lead } = frame.state as ListState;
  const last = items[items.length - 1];
  appendAll(last === undefined ? lead : last.item.children, frame.blocks.splice(0));
}

/** Lists of items that stood in none. */
const strays = new WeakSet<List>();

function addStrayItem(frame: Frame, item: ListItem): void {
  const last = frame.blocks[frame.blocks.length - 1];
  if (last?.type === 'list' && strays.has(last)) {
    last.children.push(item);
    return;
  }
  const list: List = { type: 'list', ordered: false, start: 1, spread: false, children: [item] };
  strays.add(list);
  frame.blocks.push(list);
}

/** Fewest items that count, and fewest of what is called a list of steps: two numbers may be a score. */
const MIN_COUNTED = 3;
const MIN_STEPS = 2;

function isCounted({ items, isOfSteps }: ListState): boolean {
  const listed = items.map(({ item }) => item);
  return (
    items.every(({ value }) => value === null) && areCounted(listed, isOfSteps ? MIN_STEPS : MIN_COUNTED)
  );
}

/**
 * The items as lists that show the page's numbers: Markdown counts up by one from a list's first number, so that
 * a list ends where the page's numbers do something else (`reversed`, `value`).
 */
function toLists(state: ListState, hasStart: boolean): List[] {
  takeSigns(state.items.map(({ item }) => item));
  const lists: List[] = [];
  const ordered = state.ordered || isCounted(state);
  const step = state.reversed ? -1 : 1;
  /** Items of the last list that held paragraphs: one of many does not part all others. */
  let held = 0;
  let number = state.reversed && !hasStart ? state.items.length : state.start;
  for (const { item, value, loose } of state.items) {
    if (value !== null && ordered) number = value;
    let list = lists[lists.length - 1];
    if (list === undefined || (ordered && list.start + list.children.length !== number)) {
      list = { type: 'list', ordered, start: Math.max(0, number), spread: false, children: [] };
      lists.push(list);
      held = 0;
    }
    if (ordered) dropOwnNumber(item, number);
    list.children.push(item);
    if (loose) held++;
    list.spread = held * 2 > list.children.length;
    number += step;
  }
  return lists;
}

function integer(value: string | null): number | null {
  if (value === null || !/^\s*-?\d{1,9}\s*$/.test(value)) return null;
  return Number(value);
}
