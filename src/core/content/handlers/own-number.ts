import type { ListItem } from '../tree.ts';

/** A number and its mark at the start of a text, or alone. */
const NUMBER = /^\s*0?(\d{1,4})(?:[.)]\s*|\s*$)/;

/** Whether each of `atLeast` items or more begins with a box that holds its number, from 1 on: the page draws the marks itself. */
export function areCounted(items: readonly ListItem[], atLeast: number): boolean {
  return items.length >= atLeast && items.every((item, i) => beginsWithNumber(item, i + 1));
}

function beginsWithNumber({ children }: ListItem, number: number): boolean {
  const [first] = children;
  if (first?.type !== 'paragraph' || first.children.length !== 1 || children.length === 1) return false;
  const [start] = first.children;
  const own = start?.type === 'text' ? NUMBER.exec(start.value) : null;
  return own !== null && own[0].length === own.input.length && Number(own[1]) === number;
}

/** Drops the number that an item of a numbered list begins with when it is the item's own: the marker says it. */
export function dropOwnNumber(item: ListItem, number: number): void {
  const [first] = item.children;
  const start = first?.type === 'paragraph' ? first.children[0] : undefined;
  if (first?.type !== 'paragraph' || start?.type !== 'text') return;
  const own = NUMBER.exec(start.value);
  if (own === null || Number(own[1]) !== number) return;
  const isAll = own[0].length === start.value.length && first.children.length === 1;
  if (isAll && item.children.length === 1) return;
  if (isAll) item.children.shift();
  else start.value = start.value.slice(own[0].length);
}
