import { toGrid } from '../content/handlers/table/grid.ts';
import type { Block, HtmlTable, Inline, List, ListItem, Root, Table } from '../content/tree.ts';
import { onOneLine } from '../html/blank.ts';
import type { CutFrame, WrittenDocument } from '../writing/written-document.ts';
import { Alternatives, type ImageText, inlineText, wordsOf, wordsOfBlock } from './inline-text.ts';

/** Line breaks before a piece: 1 next line, 2 blank line. */
type Gap = 0 | 1 | 2;

/**
 * Plain text of a normalised content tree: no markup, blocks parted by blank lines, list items on lines of
 * their own (ordered ones numbered, nested ones indented by two spaces, their further blocks by as much as their words),
 * table rows as tab-separated lines, code verbatim, formulas as LaTeX, images as their alternative text where no words
 * beside them say it, links as their words, superscripts as `10⁶` or `x^a`, notes as `[n] …`.
 */
export function writeText(root: Root): WrittenDocument {
  const writer = new TextWriter(new Alternatives(root));
  writer.write(root);
  const { out, blockStarts, itemStarts, frames } = writer;
  return { text: out.join(''), blockStarts, itemStarts, frames, definitions: new Map() };
}

/** Nested lists are indented by two spaces a level, up to this many levels. */
const MAX_INDENT_LEVELS = 20;

interface Frame {
  readonly blocks: readonly Block[];
  /** Whose items are written, where they are; else null. */
  readonly list: List | null;
  next: number;
  readonly gap: Gap;
  readonly level: number;
  /** Ahead of each line but those with a lead. */
  readonly indent: string;
}

class TextWriter {
  readonly out: string[] = [];
  readonly blockStarts: number[] = [];
  readonly itemStarts: number[] = [];
  readonly frames: CutFrame[] = [];
  private length = 0;
  private readonly stack: Frame[] = [];
  private gap: Gap = 0;
  /** Ahead of the next piece on its line: an item's number, a note's label. */
  private lead = '';
  /** The item or note that the lead belongs to; without text of its own, it takes its lead along. */
  private leading: Frame | null = null;
  private mark: 'block' | 'item' | null = null;
  private indent = '';
  /** What `inline` writes, and the words beside it once a picture has asked for them: few do. */
  private line: Line | null = null;
  private frame: Frame | null = null;
  private beside: readonly string[] | null = null;

  constructor(private readonly alternatives: Alternatives) {}

  write(root: Root): void {
    this.stack.push({ blocks: root.children, list: null, next: 0, gap: 2, level: -1, indent: '' });
    for (let frame = this.stack.at(-1); frame !== undefined; frame = this.stack.at(-1)) {
      if (frame.list !== null) this.nextItem(frame, frame.list);
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
    const isBesideCode = block.type === 'code' || frame.blocks[frame.next - 2]?.type === 'code';
    if (frame.next > 1) this.widen(isBesideCode ? 2 : frame.gap);
    if (this.stack.length === 1) this.mark = 'block';
    this.indent = frame.indent;
    this.block(block, frame);
  }

  private nextItem(frame: Frame, list: List): void {
    const item = list.children[frame.next++];
    if (item === undefined) return void this.stack.pop();
    if (frame.next > 1) this.widen(isLoose(item) || isLoose(list.children[frame.next - 2]!) ? 2 : 1);
    if (this.stack.length === 2 && this.mark === null) this.mark = 'item';
    if (this.lead.trim() !== '') this.emitLead();
    const indent = '  '.repeat(Math.min(frame.level, MAX_INDENT_LEVELS));
    const start = Number.isInteger(list.start) ? list.start : 1;
    const marker = list.ordered ? `${start + frame.next - 1}. ` : '';
    this.lead = indent + marker;
    const gap = item.spread ? 2 : 1;
    const ahead = indent + ' '.repeat(marker.length);
    this.leading = { blocks: item.children, list: null, next: 0, gap, level: frame.level, indent: ahead };
    this.stack.push(this.leading);
  }

  private widen(gap: Gap): void {
    if (gap > this.gap) this.gap = gap;
  }

  private block(block: Block, frame: Frame): void {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        this.emit(this.inline(block.children, block, frame).trimEnd());
        break;
      case 'code':
      case 'math':
        this.emit(block.value.replace(/\r\n?/g, '\n'), '');
        break;
      case 'table':
        this.table(block);
        break;
      case 'list':
        this.stack.push({ ...frame, blocks: [], list: block, next: 0, gap: 1, level: frame.level + 1 });
        break;
      case 'callout':
        this.emit(block.title.length > 0 ? this.inline(block.title) : block.name);
        this.descend(block.children, frame);
        break;
      case 'details':
        this.emit(this.inline(block.summary));
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
    this.stack.push({ ...frame, blocks, list: null, next: 0, gap: 2 });
  }

  /** `line`: the block, one of `frame`, that these are; where it has no words, those of the blocks right beside it say what pictures show. */
  private inline(nodes: readonly Inline[], line: Line | null = null, frame: Frame | null = null): string {
    this.line = line;
    this.frame = frame;
    this.beside = null;
    return inlineText(nodes, this.imageText);
  }

  private readonly imageText: ImageText = (image, words) => {
    const { line, frame } = this;
    this.beside ??= line === null || frame === null ? [] : wordsBeside(line, frame);
    return this.alternatives.textOf(image, [...words, ...this.beside]);
  };

  /** A row that is empty is a header that the page does not have. */
  private table(table: Table): void {
    const rows = tableRows(table);
    const head = rows[0] === undefined || rows[0].trim() === '' ? '' : `${rows[0]}\n`;
    this.emit(rows.filter((row) => row.trim() !== '').join('\n'), head);
  }

  private htmlTable(table: HtmlTable): void {
    this.emit(this.inline(table.caption));
    for (const row of rowsOfHtmlTable(table)) {
      if (this.length > 0 && this.gap === 0) this.gap = 1;
      this.emit(row.map((blocks) => cellOfBlocks(blocks)).join('\t'));
    }
  }

  /** `head`: where a part may begin at any line of a top-level block, what it then repeats; else null. */
  private emit(text: string, head: string | null = null): void {
    if (text.trim() === '') return;
    const before = this.length === 0 ? '' : '\n'.repeat(this.gap);
    this.push(before);
    if (this.mark === 'block') {
      this.blockStarts.push(this.length);
      if (head !== null && this.indent === '' && this.lead === '')
        this.frames.push({ start: this.length, end: this.length + text.length, head, tail: '' });
    } else if (this.mark === 'item') this.itemStarts.push(this.length);
    const lines = this.indent === '' ? text : text.replace(/\n(?=[^\n])/g, `\n${this.indent}`);
    this.push((this.lead === '' ? this.indent : this.lead) + lines);
    this.gap = 0;
    this.lead = '';
    this.mark = null;
  }

  /** The number or label of something that begins with a list, on a line of its own. */
  private emitLead(): void {
    const lead = this.lead.trimEnd();
    this.lead = '';
    this.indent = '';
    this.emit(lead);
    this.gap = 1;
  }

  private push(text: string): void {
    if (text === '') return;
    this.out.push(text);
    this.length += text.length;
  }
}

type Line = Block & { children: Inline[] };

/** The words above and below a line of nothing but pictures: a heading, a caption. */
function wordsBeside(block: Line, frame: Frame): readonly string[] {
  if (wordsOf(block.children) !== '') return [];
  return [frame.blocks[frame.next - 2], frame.blocks[frame.next]].flatMap(wordsOfBlock);
}

/** The rows of a table, their cells parted by tabs; a picture in a cell is data, however often it is shown. */
function tableRows({ children }: Table): string[] {
  return children.map((row) => row.children.map((cell) => onOneLine(inlineText(cell.children))).join('\t'));
}

/** The cells of a table by row, each at the place where its spans leave it; as they come when it is no grid. */
function rowsOfHtmlTable({ rows }: HtmlTable): (readonly Block[])[][] {
  const grid = toGrid(rows) ?? rows.map(({ cells }) => cells);
  return grid.map((line) => line.map((cell) => cell?.children ?? []));
}

/** Whether an item has several blocks, lists in it apart: only blank lines tell where the next one begins. */
function isLoose(item: ListItem): boolean {
  return item.children.length > 1 && item.children.filter(({ type }) => type !== 'list').length > 1;
}

/** A cell with blocks, on the one line that its row is. */
function cellOfBlocks(blocks: readonly Block[]): string {
  return onOneLine(writeText({ type: 'root', children: [...blocks] }).text);
}
