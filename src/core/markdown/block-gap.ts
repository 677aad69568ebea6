import type { Block } from '../content/tree.ts';
import type { RawBlock } from './html-fallback.ts';

type Kind = (Block | RawBlock)['type'];

/** Blocks that end by themselves: what follows on the next line is never part of them. */
const CLOSED: ReadonlySet<Kind> = new Set<Kind>(['heading', 'code', 'thematicBreak']);

/** Blocks whose first line always begins a block, also right under a paragraph (CommonMark 0.31.2, 4 and 5). */
const INTERRUPTING: ReadonlySet<Kind> = new Set<Kind>([
  'heading',
  'code',
  'thematicBreak',
  'blockquote',
  'callout',
  'list',
]);

/** Whether two neighbours in a tight list item would run together without a blank line. */
export function needsBlankLine(previous: Block | RawBlock, next: Block | RawBlock): boolean {
  if (CLOSED.has(previous.type))
    return !INTERRUPTING.has(next.type) && next.type !== 'paragraph' && next.type !== 'table';
  if (!INTERRUPTING.has(next.type)) return true;
  if (previous.type === 'paragraph') {
    // micromark takes a list that begins a quotation for one that interrupts the paragraph before it.
    if (next.type === 'blockquote' || next.type === 'callout') return next.children[0]?.type === 'list';
    // micromark loses blank lines of code that directly follows a paragraph in a tight item.
    if (next.type === 'code') return next.value.includes('\n\n');
    // Only a list that starts with 1 and whose first item is not empty interrupts a paragraph (5.3).
    return next.type === 'list' && ((next.ordered && next.start !== 1) || isEmptyItem(next.children[0]));
  }
  if (previous.type === 'list') return false;
  const quotes = next.type === 'blockquote' || next.type === 'callout';
  return previous.type !== 'blockquote' && previous.type !== 'callout' ? true : quotes;
}

/** Whether an item is loose whatever the page says, because two of its blocks need a blank line between. */
export function mustSpread(blocks: readonly Block[]): boolean {
  for (let i = 1; i < blocks.length; i++) if (needsBlankLine(blocks[i - 1]!, blocks[i]!)) return true;
  return false;
}

function isEmptyItem(item: { readonly children: readonly Block[] } | undefined): boolean {
  return item === undefined || item.children.length === 0;
}
