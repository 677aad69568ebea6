import { normalizeRun } from './normalize-run.ts';
import type { Block, Inline, List, ListItem, Paragraph, Root, Table } from './tree.ts';

/**
 * Makes a raw content tree writable: every inline run settled (`normalizeRun`), paragraphs parted at double
 * breaks, table rows padded to one width, blocks without content dropped. Works in place, without recursion,
 * and returns the same root. Normalising twice changes nothing.
 */
export function normalizeContent(root: Root): Root {
  const stack: Frame[] = [];
  enter(stack, root.children, (blocks) => {
    root.children = blocks;
  });
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const block = frame.blocks[frame.next++];
    if (block !== undefined) settle(block, frame, stack);
    else {
      stack.pop();
      frame.finish(frame.kept);
    }
  }
  return root;
}

interface Frame {
  readonly blocks: readonly Block[];
  next: number;
  readonly kept: Block[];
  readonly finish: (kept: Block[]) => void;
}

function enter(stack: Frame[], blocks: readonly Block[], finish: (kept: Block[]) => void): void {
  stack.push({ blocks, next: 0, kept: [], finish });
}

function settle(block: Block, frame: Frame, stack: Frame[]): void {
  const { kept } = frame;
  switch (block.type) {
    case 'paragraph':
      for (const paragraph of partParagraph(normalizeRun(block.children))) kept.push(paragraph);
      break;
    case 'heading':
      block.children = normalizeRun(block.children);
      if (block.children.length > 0) kept.push(block);
      break;
    case 'code':
    case 'math':
      if (block.value.trim() !== '') kept.push(block);
      break;
    case 'thematicBreak':
      kept.push(block);
      break;
    case 'table':
      if (settleTable(block)) kept.push(block);
      break;
    case 'list':
      settleList(block, kept, stack);
      break;
    case 'blockquote':
    case 'footnoteDefinition':
      enter(stack, block.children, (blocks) => {
        block.children = blocks;
        if (blocks.length > 0) kept.push(block);
      });
      break;
    case 'callout':
      block.title = normalizeRun(block.title);
      enter(stack, block.children, (blocks) => {
        block.children = blocks;
        if (blocks.length > 0 || block.title.length > 0) kept.push(block);
      });
      break;
    case 'details':
      block.summary = normalizeRun(block.summary);
      enter(stack, block.children, (blocks) => {
        block.children = blocks;
        if (blocks.length > 0) kept.push(block);
        else if (block.summary.length > 0) kept.push({ type: 'paragraph', children: block.summary });
      });
      break;
    case 'htmlTable':
      settleHtmlTable(block, kept, stack);
      break;
  }
}

/** Items are settled as frames of their own, from the last to the first so that the first comes off first. */
function settleList(list: List, kept: Block[], stack: Frame[]): void {
  const items: ListItem[] = [];
  enter(stack, [], () => {
    list.children = items;
    if (items.length > 0) kept.push(list);
  });
  for (const item of list.children.toReversed()) {
    enter(stack, item.children, (blocks) => {
      item.children = blocks;
      if (blocks.length > 0) items.push(item);
    });
  }
}

function settleHtmlTable(table: Block & { type: 'htmlTable' }, kept: Block[], stack: Frame[]): void {
  table.caption = normalizeRun(table.caption);
  let filled = table.caption.length > 0;
  enter(stack, [], () => {
    if (filled) kept.push(table);
  });
  for (const row of table.rows) {
    for (const cell of row.cells) {
      enter(stack, cell.children, (blocks) => {
        cell.children = blocks;
        if (blocks.length > 0) filled = true;
      });
    }
  }
}

/** Pads rows to the widest one; false for a table without any content. */
function settleTable(table: Table): boolean {
  let columns = table.align.length;
  let filled = false;
  for (const row of table.children) {
    columns = Math.max(columns, row.children.length);
    for (const cell of row.children) {
      cell.children = normalizeRun(cell.children);
      if (cell.children.length > 0) filled = true;
    }
  }
  if (!filled) return false;
  while (table.align.length < columns) table.align.push(null);
  for (const row of table.children) {
    while (row.children.length < columns) row.children.push({ type: 'tableCell', children: [] });
  }
  return true;
}

/** Two breaks in a row are the space between paragraphs. */
function partParagraph(run: Inline[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let from = 0;
  for (let at = 0; at < run.length; at++) {
    if (run[at]?.type !== 'break' || run[at + 1]?.type !== 'break') continue;
    paragraphs.push({ type: 'paragraph', children: run.slice(from, at) });
    while (run[at + 1]?.type === 'break') at++;
    from = at + 1;
  }
  const rest = from === 0 ? run : run.slice(from);
  if (rest.length > 0) paragraphs.push({ type: 'paragraph', children: rest });
  return paragraphs;
}
