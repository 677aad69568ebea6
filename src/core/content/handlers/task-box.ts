import type { Block, ListItem, Text } from '../tree.ts';

/** Takes the box off the beginning of an item, `[X]` as code, and tells whether it is ticked; null without one. */
export function takeOrgCheckbox(blocks: readonly Block[]): boolean | null {
  const [first] = blocks;
  const box = first?.type === 'paragraph' ? first.children[0] : undefined;
  if (first?.type !== 'paragraph' || box?.type !== 'inlineCode' || !/^\[[X\s-]\]$/.test(box.value))
    return null;
  first.children.shift();
  const rest = first.children[0];
  if (rest?.type === 'text') rest.value = rest.value.trimStart();
  return box.value === '[X]';
}

/** Boxes that wait, and what stands for those that are ticked: Unicode's ballot boxes and check marks (Asciidoctor). */
const EMPTY = /^[☐❏❑□]\s/u;
const TICKED = /^[☑✓✔☒]\s/u;

/** Makes tasks of items that all begin with the sign of a box, one of which waits: check marks alone are bullets. */
export function takeSigns(items: readonly ListItem[]): void {
  const texts = items.map(firstText);
  const isBox = (text: Text | null) => text !== null && (EMPTY.test(text.value) || TICKED.test(text.value));
  if (!texts.every(isBox) || !texts.some((text) => EMPTY.test(text!.value))) return;
  items.forEach((item, k) => {
    const text = texts[k]!;
    item.checked = TICKED.test(text.value);
    text.value = text.value.slice(2);
  });
}

function firstText({ checked, children: [first] }: ListItem): Text | null {
  const text = first?.type === 'paragraph' ? first.children[0] : undefined;
  return checked === null && text?.type === 'text' ? text : null;
}
