import type { Block, Inline, List, Root } from '../content/tree.ts';

/** Line breaks before a piece: 1 next line, 2 blank line. */
type Gap = 0 | 1 | 2;

/** Written text and the places where it may be cut into pages. */
export interface WrittenText {
  readonly text: string;
  /** Offsets at which a top-level block starts. */
  readonly blockStarts: readonly number[];
  /** Offsets at which an item of a top-level list starts. */
  readonly itemStarts: readonly number[];
}

/**
 * Plain text of a normalised content tree: no markup, blocks parted by blank lines, list items on lines of
 * their own (ordered ones numbered, nested ones indented by two spaces), table rows as tab-separated lines,
 * code verbatim, formulas as LaTeX, images as their alternative text, links as their words, notes as `[n] …`.
 */
export function writeText(root: Root): string {
  return writeTextDocument(root).text;
}

/** As `writeText`, with the offsets for `cutPages`. */
export function writeTextDocument(root: Root): WrittenText {
  const writer = new TextWriter();
  writer.write(root);
  return { text: writer.out.join(''), blockStarts: writer.blockStarts, itemStarts: writer.itemStarts };
}

/** Text of inline nodes, with line breaks as `\n`. */
export function inlineText(nodes: readonly Inline[]): string {
  const only = nodes[0];
  if (nodes.length === 1 && only?.type === 'text') return only.value;
  const out: string[] = [];
  const stack: Inline[] = nodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('children' in node)
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as Inline);
    else if (node.type === 'break') out.push('\n');
    else if (node.type === 'image') out.push(node.alt);
    else if (node.type === 'footnoteReference') out.push(`[${node.identifier}]`);
    else out.push(node.value);
  }
  return out.join('');
}

/** Nested lists are indented by two spaces a level, up to this many levels. */
const MAX_INDENT_LEVELS = 20;

interface Frame {
  readonly kind: 'blocks' | 'list';
  readonly blocks: readonly Block[];
  readonly list: List | null;
  next: number;
  readonly gap: Gap;
  readonly level: number;
}

class TextWriter {
  readonly out: string[] = [];
  readonly blockStarts: number[] = [];
  readonly itemStarts: number[] = [];
  private length = 0;
  private readonly stack: Frame[] = [];
  private gap: Gap = 0;
  /** Ahead of the next piece on its line: an item's number, a note's label. */
  private lead = '';
  /** The item or note that the lead belongs to; without text of its own, it takes its lead along. */
  private leading: Frame | null = null;
  private mark: 'block' | 'item' | null = null;

  write(root: Root): void {
    this.stack.push({ kind: 'blocks', blocks: root.children, list: null, next: 0, gap: 2, level: -1 });
    for (let frame = this.stack.at(-1); frame !== undefined; frame = this.stack.at(-1)) {
      if (frame.kind === 'list') this.nextItem(frame, frame.list as List);
      else this.nextBlock(frame);
    }
  }

  private nextBlock(frame: Frame): void {
    const block = frame.blocks[frame.next++];
    if (block === undefined) {
      this.stack.pop();
      if (this.leading === frame) this.lead = '';
      return;
    }
    if (frame.next > 1) this.widen(frame.gap);
    if (this.stack.length === 1) this.mark = 'block';
    this.block(block, frame);
  }

  private nextItem(frame: Frame, list: List): void {
    const item = list.children[frame.next++];
    if (item === undefined) {
      this.stack.pop();
      return;
    }
    if (frame.next > 1) this.widen(1);
    if (this.stack.length === 2 && this.mark === null) this.mark = 'item';
    if (this.lead.trim() !== '') this.emitLead();
    const indent = '  '.repeat(Math.min(frame.level, MAX_INDENT_LEVELS));
    const start = Number.isInteger(list.start) ? list.start : 1;
    this.lead = indent + (list.ordered ? `${start + frame.next - 1}. ` : '');
    this.leading = {
      kind: 'blocks',
      blocks: item.children,
      list: null,
      next: 0,
      gap: item.spread ? 2 : 1,
      level: frame.level,
    };
    this.stack.push(this.leading);
  }

  private widen(gap: Gap): void {
    if (gap > this.gap) this.gap = gap;
  }

  private block(block: Block, frame: Frame): void {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        this.emit(inlineText(block.children));
        break;
      case 'code':
      case 'math':
        this.emit(block.value.replace(/\r\n?/g, '\n'));
        break;
      case 'thematicBreak':
        break;
      case 'table':
        this.emit(
          block.children
            .map((row) => row.children.map((cell) => cellText(cell.children)).join('\t'))
            .join('\n'),
        );
        break;
      case 'list':
        this.stack.push({ kind: 'list', blocks: [], list: block, next: 0, gap: 1, level: frame.level + 1 });
        break;
      case 'callout':
        this.emit(block.title.length > 0 ? inlineText(block.title) : block.name);
        this.descend(block.children, frame);
        break;
      case 'details':
        this.emit(inlineText(block.summary));
        this.descend(block.children, frame);
        break;
      case 'blockquote':
        this.descend(block.children, frame);
        break;
      case 'footnoteDefinition':
        this.lead = `[${block.identifier}] `;
        this.descend(block.children, frame);
        this.leading = this.stack.at(-1) as Frame;
        break;
      case 'htmlTable':
        this.htmlTable(block);
        break;
    }
  }

  private descend(blocks: readonly Block[], frame: Frame): void {
    if (blocks.length > 0 && this.lead === '' && this.gap === 0 && this.length > 0) this.gap = 2;
    this.stack.push({ kind: 'blocks', blocks, list: null, next: 0, gap: 2, level: frame.level });
  }

  private htmlTable(table: Block & { type: 'htmlTable' }): void {
    this.emit(inlineText(table.caption));
    for (const row of table.rows) {
      if (this.length > 0 && this.gap === 0) this.gap = 1;
      this.emit(row.cells.map((cell) => blocksOnOneLine(cell.children)).join('\t'));
    }
  }

  private emit(text: string): void {
    if (text.trim() === '') return;
    const before = this.length === 0 ? '' : '\n'.repeat(this.gap);
    this.push(before);
    if (this.mark === 'block') this.blockStarts.push(this.length);
    else if (this.mark === 'item') this.itemStarts.push(this.length);
    this.push(this.lead + text);
    this.gap = 0;
    this.lead = '';
    this.mark = null;
  }

  /** The number or label of something that begins with a list, on a line of its own. */
  private emitLead(): void {
    const lead = this.lead.trimEnd();
    this.lead = '';
    this.emit(lead);
    this.gap = 1;
  }

  private push(text: string): void {
    if (text === '') return;
    this.out.push(text);
    this.length += text.length;
  }
}

function cellText(nodes: readonly Inline[]): string {
  return inlineText(nodes).replace(/\s+/g, ' ').trim();
}

/** A cell with blocks, on the one line that its row is. */
function blocksOnOneLine(blocks: readonly Block[]): string {
  const writer = new TextWriter();
  writer.write({ type: 'root', children: [...blocks] });
  return writer.out.join('').replace(/\s+/g, ' ').trim();
}
