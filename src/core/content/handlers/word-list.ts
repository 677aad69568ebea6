import type { HtmlNode } from '../../html/tree.ts';
import { ROLE } from '../../page/roles.ts';
import { styleOf } from '../../page/style-of.ts';
import type { Builder } from '../builder.ts';
import { leadText } from '../plain-text.ts';
import { type Block, goesOn, type List, type ListItem } from '../tree.ts';

/** The marker that Word writes ahead of an item, with the blanks that put the text behind it: a bullet, a number, a letter. */
const MARKER =
  /^\s*(?:[·•o§▪◦‣Øü–—-]|[([]?(?:(\p{Nd}{1,3})|([a-hj-u])|[a-z]|[ivxlc]{1,6})[.)\]])(?:\s*\u00a0\s*|\s{2,})/iu;
const BULLET = /^\s*[·•o§▪◦‣Øü–—-]/;
const LEVEL = /^\w+\s+level(\d)/;

/** Word has nine levels. */
const MAX_LEVELS = 9;

/** Lists read from paragraphs: the open ones in each, outermost first, and how far right they begin. */
const openLists = new WeakMap<List, { readonly indent: number; readonly list: List }[]>();

/** `<p>`: Word writes the items of lists so, each with its marker as text. */
export function handleParagraph(node: HtmlNode, b: Builder): boolean {
  const isItem = b.roles.has(node, ROLE.wordItem) || levelOf(node) !== null;
  if (!isItem) return b.block(node);
  const indent = indentOf(node);
  return b.openFlow(node, { kind: 'flow' }, ({ blocks }) => {
    const marker = takeMarker(blocks);
    if (marker === null) b.addAll(blocks);
    else addItem({ type: 'listItem', checked: null, spread: false, children: blocks }, indent, marker, b);
  });
}

/** How far right a paragraph begins: levels by Word's own style, else inches. */
function indentOf(node: HtmlNode): number {
  const level = levelOf(node);
  if (level !== null) return Number(level);
  const margin = /^(\d{0,3}(?:\.\d{1,3})?)(in|pt|cm|px)$/.exec(styleOf(node, 'margin-left'));
  return margin === null ? 0 : Number(margin[1]) / INCHES[margin[2]!]!;
}

function levelOf(node: HtmlNode): string | null {
  return LEVEL.exec(styleOf(node, 'mso-list'))?.[1] ?? null;
}

const INCHES: Readonly<Record<string, number>> = { in: 1, pt: 72, cm: 2.54, px: 96 };

interface Marker {
  readonly ordered: boolean;
  /** The item's number; of a letter its place in the alphabet, null for other signs and those that may be Roman numbers. */
  readonly number: number | null;
}

function takeMarker(blocks: readonly Block[]): Marker | null {
  const start = leadText(blocks);
  const marker = MARKER.exec(start?.value ?? '');
  if (start === null || marker === null) return null;
  start.value = start.value.slice(marker[0].length);
  const letter = marker[2]?.toLowerCase();
  const number = marker[1] ?? (letter === undefined ? null : letter.charCodeAt(0) - 96);
  return { ordered: !BULLET.test(marker[0]), number: number === null ? null : Number(number) };
}

/** How far items of one level may stand apart, in inches. */
const TOLERANCE = 0.1;

function addItem(item: ListItem, indent: number, { ordered, number }: Marker, b: Builder): void {
  const ahead = b.frame.blocks.at(-1);
  const open = (ahead?.type === 'list' ? openLists.get(ahead) : undefined) ?? [];
  while (open.length > 1 && open.at(-1)!.indent > indent + TOLERANCE) open.pop();
  const last = open.at(-1);
  const isDeeper = last !== undefined && last.indent < indent - TOLERANCE && open.length < MAX_LEVELS;
  if (last !== undefined && !isDeeper && goesOn(last.list, ordered, number)) {
    last.list.children.push(item);
    return;
  }
  const list: List = { type: 'list', ordered, start: number ?? 1, spread: false, children: [item] };
  // Another kind of list at the same level is a list of its own there.
  if (last !== undefined && !isDeeper) open.pop();
  const above = open.at(-1);
  if (above === undefined) {
    b.add(list);
    openLists.set(list, [{ indent, list }]);
    return;
  }
  above.list.children.at(-1)!.children.push(list);
  open.push({ indent, list });
}
