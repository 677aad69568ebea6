import {
  attr,
  childParts,
  childrenOf,
  firstPart,
  type HtmlNode,
  isHeadingTag,
  siblingElement,
} from '../../html/tree.ts';
import { lazyBy } from '../../lazy.ts';
import { ROLE } from '../../page/roles.ts';
import { styleOf } from '../../page/style-of.ts';
import { labelOf } from '../../page/text-of.ts';
import { isBranch } from '../../units/disclosure.ts';
import { stateOfItem } from '../../units/task-list.ts';
import { wordSet } from '../../word-set.ts';
import { appendAll } from '../append-all.ts';
import type { Builder } from '../builder.ts';
import type { Frame, FrameState, Item, ListState } from '../frame.ts';
import { plainText } from '../plain-text.ts';
import { type Block, goesOn, type List, type ListItem } from '../tree.ts';
import { areCounted, dropOwnNumber, takeOrgCheckbox, takeSigns } from './item-marks.ts';

const STARS = /^1 ?2 ?3 ?4 ?5(?: ?6 ?7 ?8 ?9 ?10)?$/;

/** `<ul>`, `<ol>`, `<menu>`: items, and whatever else the page puts between them. */
export function handleList(node: HtmlNode, b: Builder): boolean {
  // The stars of a rating, which nobody has given yet.
  if (b.roles.has(node, ROLE.rating) && STARS.test(labelOf(b.doc, node, 40))) return false;
  const ordered = node.tag === 'ol' || isNumbered(node);
  const state: ListState = {
    kind: 'list',
    ordered,
    start: integer(attr(node, 'start')),
    reversed: ordered && attr(node, 'reversed') !== null,
    items: [],
    isFlat: true,
    lead: [],
    isOfSections: isOfSections(node, b),
    isOfSteps: b.roles.has(node, ROLE.steps),
  };
  return b.openFlow(node, state, (frame) => {
    adoptStray(frame, state);
    const lists = [...state.lead, ...toLists(state)];
    if (!join(lists, levelOf(node, b), node, b)) b.addAll(lists);
  });
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

const joined = new WeakSet<List>();

/** Joins a list with the one ahead that editors parted it from (Google Docs, LibreOffice), as that of an item or as more items. */
function join(lists: readonly Block[], level: number, node: HtmlNode, b: Builder): boolean {
  const before = siblingElement(node, 'prev');
  const ahead = b.frame.blocks.at(-1);
  if (before === null || !isList(before) || ahead?.type !== 'list') return false;
  if (level === 0) return joined.has(ahead) && goOn(ahead, lists);
  let { children } = ahead.children.at(-1)!;
  let inner = children.at(-1);
  for (let k = 1; k < level && inner?.type === 'list'; k++) {
    children = inner.children.at(-1)!.children;
    inner = children.at(-1);
  }
  if (inner?.type !== 'list' || !goOn(inner, lists)) appendAll(children, lists);
  joined.add(ahead);
  return true;
}

function goOn(list: List, lists: readonly Block[]): boolean {
  const [more] = lists;
  if (lists.length !== 1 || more?.type !== 'list' || !goesOn(list, more.ordered, more.start)) return false;
  appendAll(list.children, more.children);
  list.spread ||= more.spread;
  return true;
}

/** One item. Outside any list it is a list of its own, joined with the item before it. */
export function handleItem(node: HtmlNode, b: Builder): boolean {
  b.boundary();
  const owner = b.frame;
  const list = owner.state.kind === 'list' ? owner.state : null;
  if (list?.isOfSections) return b.block(node);
  const state: FrameState & { kind: 'item' } = { kind: 'item', checked: stateOfItem(b.page, node) };
  const value = integer(attr(node, 'value'));
  const paragraphs = childrenOf(node).filter(({ tag }) => tag === 'p').length;
  const isStyled = node.attrs.length > 0 || (node.parent?.attrs.length ?? 0) > 0;
  if (list !== null) adoptStray(owner, list);
  return b.openFlow(node, state, (frame) => {
    state.checked ??= takeOrgCheckbox(frame.blocks, () => b.roles.has(node, ROLE.orgItem));
    if (frame.blocks.length === 0 && state.checked === null && node.first !== null) return;
    const { checked } = state;
    const item: ListItem = { type: 'listItem', checked, spread: paragraphs > 1, children: frame.blocks };
    if (list === null) addStrayItem(owner, item);
    else {
      // Bare items are those of Markdown, loose as their author wrote them.
      const loose = paragraphs > 1 || (paragraphs > 0 && !(isStyled && frame.blocks.every(isLine)));
      addItem(list, { item, value, loose }, isStyled);
    }
  });
}

/** Most characters of an item that is a line, though it is a paragraph. */
const MAX_LINE_CHARS = 100;

/** Whether a block of an item parts it from the next one no more than a line does. */
function isLine(block: Block): boolean {
  if (block.type === 'list') return !block.spread;
  return block.type === 'paragraph' && plainText(block.children).trim().length <= MAX_LINE_CHARS;
}

/** What stands for items in a list that has none. */
const ROWS = wordSet('div label span');
/** Fewest of them: one is a box around what the list holds. */
const MIN_ROWS = 2;

/** A part of a list that has no items: browsers draw it as a row, as readers take it. */
export function handleRowOfList(node: HtmlNode, b: Builder): boolean | null {
  const { parent } = node;
  return parent !== null && isList(parent) && ROWS.has(node.tag) && isOfRows(b)(parent)
    ? handleItem(node, b)
    : null;
}

const isOfRows = lazyBy((b: Builder) =>
  lazyBy((list: HtmlNode): boolean => {
    const rows = childParts(list);
    const isRow = ({ tag }: HtmlNode): boolean => ROWS.has(tag);
    return rows.length >= MIN_ROWS && rows.every(isRow) && !b.doc.elements.hasWithin(list, 'li');
  }),
);

/** Adds an item. One of nothing but a list, its marker hidden, is that list's items, unless it belongs to one before it. */
function addItem(state: ListState, own: Item, isStyled: boolean): void {
  const { checked, children } = own.item;
  const [only] = children;
  const isList = checked === null && children.length === 1 && only?.type === 'list' && !only.ordered;
  state.isFlat &&= isList && isStyled && !state.ordered;
  if (!state.isFlat || !isList) state.items.push(own);
  else for (const item of only.children) state.items.push({ item, value: null, loose: only.spread });
}

/** Whether a list's items are numbered by style: `list-style-type: decimal` on it or on the first of them. */
function isNumbered(node: HtmlNode): boolean {
  const item = childParts(node).find(({ tag }) => tag === 'li') ?? node;
  return ['list-style-type', 'list-style'].some((property) =>
    [node, item].some((one) => styleOf(one, property).startsWith('decimal')),
  );
}

/** Blocks directly inside a list belong to the item before them; ahead of all items they stand ahead of the list. */
function adoptStray({ blocks }: Frame, { items, lead }: ListState): void {
  if (blocks.length > 0) appendAll(items.at(-1)?.item.children ?? lead, blocks.splice(0));
}

/** Lists of items that stood in none. */
const strays = new WeakSet<List>();

function addStrayItem(frame: Frame, item: ListItem): void {
  const last = frame.blocks.at(-1);
  if (last?.type === 'list' && strays.has(last)) return void last.children.push(item);
  const list: List = { type: 'list', ordered: false, start: 1, spread: false, children: [item] };
  strays.add(list);
  frame.blocks.push(list);
}

/** Fewest items that count, and fewest of steps, by their name or their title and text: two numbers may be a score. */
const MIN_COUNTED = 3;
const MIN_STEPS = 2;

function isCounted({ items, isOfSteps }: ListState): boolean {
  if (items.some(({ value }) => value !== null)) return false;
  const areSteps = isOfSteps || items.every(({ item }) => item.children.length > 2);
  return areCounted(items, areSteps ? MIN_STEPS : MIN_COUNTED);
}

/** Lists that show the page's numbers: Markdown counts on by one, so a list ends where they do not (`reversed`, `value`). */
function toLists(state: ListState): List[] {
  takeSigns(state.items);
  const lists: List[] = [];
  const ordered = state.ordered || isCounted(state);
  const step = state.reversed ? -1 : 1;
  /** Items of the last list that held paragraphs: one of many does not part all others. */
  let held = 0;
  let number = state.start ?? (state.reversed ? state.items.length : 1);
  for (const { item, value, loose } of state.items) {
    if (value !== null && ordered) number = value;
    let list = lists.at(-1);
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

/** Whether each item of a list is a section of the page, with a heading, or unfolds: they are no items, and headings are for outlines. */
function isOfSections(list: HtmlNode, b: Builder): boolean {
  // Lists of Javadoc up to 15 hold the parts of its pages.
  if (b.roles.has(list, ROLE.sectionList)) return true;
  const first = firstPart(list);
  return first !== null && isSection(first, b) && childParts(list).every((item) => isSection(item, b));
}

function isSection(item: HtmlNode, { doc }: Builder): boolean {
  const first = item.tag === 'li' ? firstPart(item) : null;
  if (first === null) return false;
  // The button in a heading unfolds what is below (WAI-ARIA Authoring Practices, accordion).
  if (isHeadingTag(first.tag))
    return doc.elements.within(first, 'button').some((button) => attr(button, 'aria-expanded') !== null);
  if (siblingElement(first, 'next') !== null) return false;
  if (first.tag === 'details') return !isBranch(first);
  return first.tag === 'section' && isHeadingTag(firstPart(first)?.tag ?? '');
}
