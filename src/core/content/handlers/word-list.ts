import type { HtmlNode } from '../../html/tree.ts';
import type { Builder } from '../builder.ts';
import { styleValue } from '../styles.ts';
import type { Block, List, ListItem } from '../tree.ts';
import { handleBlock } from './blocks.ts';

/** The sign that Word writes ahead of an item, with the blanks that put the text behind it: a bullet, a number, a letter. */
const SIGN =
  /^\s*(?:[·•o§▪◦‣Øü–—-]|[([]?(?:(\p{Nd}{1,3})|[a-z]|[ivxlc]{1,6})[.)\]])(?:\s*\u00a0\s*|\s{2,})/iu;
const BULLET = /^\s*[·•o§▪◦‣Øü–—-]/;
const LEVEL = /mso-list:\s*\w+\s+level(\d)/;

/** Word has nine levels. */
const MAX_LEVELS = 9;

/** A list that is being read from paragraphs: the open lists in it, outermost first, and how far right each begins. */
interface OpenList {
  readonly root: List;
  readonly open: { readonly indent: number; readonly list: List }[];
}

/** `<p>`: Word writes the items of lists so, each with its sign as text. */
export function handleParagraph(node: HtmlNode, b: Builder): boolean {
  const { cls, style } = b.at;
  const isItem = cls.startsWith('MsoListParagraph') || style.includes('mso-list');
  if (!isItem || b.frame.phrasing || !b.mayNest) return handleBlock(node, b);
  const indent = indentOf(style);
  b.openFlow(node, 'flow', null, ({ blocks }) => {
    const sign = takeSign(blocks);
    if (sign === null) b.addAll(blocks);
    else addItem({ type: 'listItem', checked: null, spread: false, children: blocks }, indent, sign, b);
  });
  return true;
}

/** How far right a paragraph begins: levels by Word's own style, else inches. */
function indentOf(style: string): number {
  const level = LEVEL.exec(style);
  if (level !== null) return Number(level[1]);
  const margin = /^(\d{0,3}(?:\.\d{1,3})?)(in|pt|cm|px)$/.exec(styleValue(style, 'margin-left'));
  return margin === null ? 0 : Number(margin[1]) / INCHES[margin[2]!]!;
}

const INCHES: Readonly<Record<string, number>> = { in: 1, pt: 72, cm: 2.54, px: 96 };

/** Takes the sign off the beginning of an item; null where there is none. */
function takeSign(blocks: readonly Block[]): { readonly ordered: boolean; readonly number: number } | null {
  const [first] = blocks;
  const start = first?.type === 'paragraph' ? first.children[0] : undefined;
  const sign = start?.type === 'text' ? SIGN.exec(start.value) : null;
  if (start?.type !== 'text' || sign === null) return null;
  start.value = start.value.slice(sign[0].length);
  return { ordered: !BULLET.test(sign[0]), number: Number(sign[1] ?? 1) };
}

function addItem(
  item: ListItem,
  indent: number,
  { ordered, number }: { readonly ordered: boolean; readonly number: number },
  b: Builder,
): void {
  const known = b.memory.get('word-list') as OpenList | undefined;
  const isOpen = known !== undefined && known.root === b.frame.blocks[b.frame.blocks.length - 1];
  const open = isOpen ? known.open : [];
  while (open.length > 1 && open[open.length - 1]!.indent > indent) open.pop();
  const innermost = open[open.length - 1];
  const isSame = innermost !== undefined && innermost.list.ordered === ordered && innermost.indent >= indent;
  if (innermost !== undefined && (isSame || open.length >= MAX_LEVELS)) {
    innermost.list.children.push(item);
    return;
  }
  const list: List = { type: 'list', ordered, start: number, spread: false, children: [item] };
  if (innermost !== undefined && innermost.indent < indent) {
    innermost.list.children[innermost.list.children.length - 1]!.children.push(list);
    open.push({ indent, list });
  } else {
    b.add(list);
    b.memory.set('word-list', { root: list, open: [{ indent, list }] } satisfies OpenList);
  }
}
