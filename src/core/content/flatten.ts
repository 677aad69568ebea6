import { appendAll } from './append-all.ts';
import type { Block, Callout, Inline, List } from './tree.ts';

/** Blocks as inline content, a line each: for cells, headings and summaries. Items keep their markers, code its lines. */
export function flattenBlocks(blocks: readonly Block[]): Inline[] {
  return blocks.length === 1 ? flattenBlock(blocks[0]!) : join(blocks.map(flattenBlock));
}

/** One block as inline content. */
export function flattenBlock(block: Block): Inline[] {
  switch (block.type) {
    case 'paragraph':
      return block.children;
    case 'heading':
      return inBold(block.children);
    case 'thematicBreak':
      return [];
    case 'blockquote':
    case 'footnoteDefinition':
      return flattenBlocks(block.children);
    case 'callout':
    case 'details': {
      const title = block.type === 'callout' ? titleOf(block) : block.summary;
      return join([title.length > 0 ? inBold(title) : [], flattenBlocks(block.children)]);
    }
    case 'list':
      return flattenList(block, '');
    case 'code':
      return join(
        block.value.split('\n').map((value) => (value.trim() === '' ? [] : [{ type: 'inlineCode', value }])),
      );
    case 'math':
      return [{ type: 'inlineMath', value: block.value }];
    case 'table':
      return flattenRows(block.children.map((row) => row.children.map(({ children }) => children)));
    case 'htmlTable':
      return flattenRows(block.rows.map(({ cells }) => cells.map(({ children }) => flattenBlocks(children))));
  }
}

function flattenRows(rows: readonly Inline[][][]): Inline[] {
  return join(rows.map((cells) => join(cells, { type: 'text', value: ' · ' })));
}

/** A title as a line of its own, in bold once. */
function inBold(title: Inline[]): Inline[] {
  const isBold = title.every(({ type }) => type === 'strong');
  return isBold ? title : [{ type: 'strong', children: title }];
}

/** The title of a callout, or the name of its kind: its label has no place in a line. */
function titleOf({ title, name }: Callout): Inline[] {
  return title.length > 0 || name === '' ? title : [{ type: 'text', value: name }];
}

function flattenList(list: List, indent: string): Inline[] {
  let number = list.start;
  const lines: Inline[][] = [];
  for (const item of list.children) {
    const marker = list.ordered ? `${number++}. ` : '• ';
    const task = item.checked === null ? '' : item.checked ? '☑ ' : '☐ ';
    const own: Inline[] = [{ type: 'text', value: `${indent}${task === '' ? marker : task}` }];
    const nested: Inline[][] = [];
    for (const child of item.children) {
      if (child.type === 'list') nested.push(flattenList(child, `${indent}\u2003`));
      else {
        if (own.length > 1) own.push({ type: 'break' });
        appendAll(own, flattenBlock(child));
      }
    }
    lines.push(own, ...nested);
  }
  return join(lines);
}

function join(parts: readonly Inline[][], separator: Inline = { type: 'break' }): Inline[] {
  const out: Inline[] = [];
  for (const part of parts) {
    if (part.length === 0) continue;
    if (out.length > 0) out.push({ ...separator });
    appendAll(out, part);
  }
  return out;
}
