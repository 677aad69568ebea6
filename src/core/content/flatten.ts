import { appendAll } from './append-all.ts';
import type { Block, Callout, Inline, List } from './tree.ts';

/**
 * Blocks as inline content, one line per block with breaks between: for table cells, headings and summaries.
 * List items keep their markers, code its lines.
 */
export function flattenBlocks(blocks: readonly Block[]): Inline[] {
  const out: Inline[] = [];
  for (const block of blocks) {
    const line = flattenBlock(block);
    if (line.length === 0) continue;
    if (out.length > 0) out.push({ type: 'break' });
    appendAll(out, line);
  }
  return out;
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
      return joinLines([title.length > 0 ? inBold(title) : [], flattenBlocks(block.children)]);
    }
    case 'list':
      return flattenList(block, '');
    case 'code':
      return joinLines(
        block.value
          .split('\n')
          .map((line) => (line.trim() === '' ? [] : [{ type: 'inlineCode', value: line }])),
      );
    case 'math':
      return [{ type: 'inlineMath', value: block.value }];
    case 'table':
      return joinLines(block.children.map((row) => joinCells(row.children.map((cell) => cell.children))));
    case 'htmlTable':
      return joinLines(
        block.rows.map((row) => joinCells(row.cells.map((cell) => flattenBlocks(cell.children)))),
      );
  }
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
  return joinLines(lines);
}

function joinLines(lines: readonly Inline[][]): Inline[] {
  return join(lines, { type: 'break' });
}

function joinCells(cells: readonly Inline[][]): Inline[] {
  return join(cells, { type: 'text', value: ' · ' });
}

function join(parts: readonly Inline[][], separator: Inline): Inline[] {
  const out: Inline[] = [];
  for (const part of parts) {
    if (part.length === 0) continue;
    if (out.length > 0) out.push({ ...separator });
    appendAll(out, part);
  }
  return out;
}
