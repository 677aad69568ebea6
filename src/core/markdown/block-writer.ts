import type { Block, Callout, List, ListItem, Paragraph, Root, Table } from '../content/tree.ts';
import type { WrittenDocument } from '../writing/written-document.ts';
import { writeCodeBlock, writeMathBlock } from './code.ts';
import { ContainerWriter, type Frame, type Node } from './container-writer.ts';
import { detailsBlocks, htmlTableBlocks, type RawBlock } from './html-fallback.ts';
import { footnoteLabel, type InlineOptions, writeInline } from './inline.ts';

/** Containers nested deeper than this are flattened, so that prefixes stay short and the output linear. */
const MAX_NESTING = 100;

/** Writes the blocks of a content tree. */
export class BlockWriter extends ContainerWriter {
  constructor(
    private readonly options: InlineOptions,
    maxLength: number,
  ) {
    super(maxLength);
  }

  /** The whole document. One writer writes once. */
  write(root: Root): WrittenDocument {
    this.push({ kind: 'root', nodes: root.children }, '', null);
    for (let frame = this.stack.at(-1); frame !== undefined; frame = this.stack.at(-1)) {
      const node = frame.nodes[frame.index++];
      if (node !== undefined) this.node(node, frame);
      else this.leave(frame);
    }
    const definitions = [...this.options.definitions.lines.values()].join('\n');
    if (definitions !== '') {
      if (this.length > 0) this.emit('\n\n');
      this.blockStarts.push(this.length);
      this.frames.push({ start: this.length, end: this.length + definitions.length, head: '', tail: '' });
      this.emit(definitions);
    }
    return {
      text: this.out.join(''),
      blockStarts: this.blockStarts,
      itemStarts: this.itemStarts,
      frames: this.frames,
      definitions: this.options.definitions.lines,
    };
  }

  private node(node: Node, frame: Frame): void {
    if (node.type === 'listItem') {
      this.item(node, frame);
      return;
    }
    const text = this.leafText(node, frame);
    if (text === '') return;
    const last = frame.last as Block | RawBlock | null;
    const blank = frame.spread || last === null || needsBlankLine(last, node);
    this.separate(frame, node, blank);
    if (frame.kind === 'root' && (node.type === 'table' || node.type === 'code'))
      this.frames.push(this.frameOf(node.type, text!));
    if (text !== null) this.leaf(frame, text);
    else this.container(node as Block, frame, last);
    if (node.type === 'paragraph') frame.lead = '';
  }

  /** Text of a block without blocks inside, `''` for nothing to write, null for a container. */
  private leafText(node: Block | RawBlock, frame: Frame): string | null {
    switch (node.type) {
      case 'paragraph':
        return this.paragraph(node, frame);
      case 'heading':
        return `${'#'.repeat(node.depth)} ${writeInline(node.children, 'heading', this.options)}`.trimEnd();
      case 'thematicBreak':
        return thematicBreak(frame);
      case 'code':
        return writeCodeBlock(node);
      case 'math':
        return writeMathBlock(node.value);
      case 'table':
        return writeTable(node, this.options);
      case 'raw':
        return node.value;
      default:
        return null;
    }
  }

  private paragraph(node: Paragraph, frame: Frame): string {
    const start = frame.kind === 'item' ? 'itemStart' : frame.kind === 'quote' ? 'quoteStart' : null;
    const first = frame.last === null ? start : null;
    return writeInline(node.children, 'flow', this.options, first, frame.lead);
  }

  private container(node: Block, frame: Frame, last: Node | null): void {
    const flat = frame.depth >= MAX_NESTING;
    switch (node.type) {
      case 'blockquote':
        if (flat) this.pushFlat(node.children);
        else this.push({ kind: 'quote', nodes: node.children }, '> ', '> ');
        break;
      case 'callout':
        this.callout(node, flat);
        break;
      case 'list':
        this.list(node, frame, last, flat);
        break;
      case 'details':
        this.pushFlat(detailsBlocks(node));
        break;
      case 'htmlTable':
        this.pushFlat(htmlTableBlocks(node));
        break;
      case 'footnoteDefinition':
        this.push({ kind: 'item', nodes: node.children }, `[^${footnoteLabel(node.identifier)}]: `, '    ');
        break;
    }
  }

  private pushFlat(nodes: readonly Node[]): void {
    this.push({ kind: 'other', nodes }, '', null);
  }

  private callout(node: Callout, flat: boolean): void {
    const title: Block = { type: 'paragraph', children: [{ type: 'strong', children: node.title }] };
    const nodes: Node[] = node.title.length === 0 ? node.children : [title, ...node.children];
    const label = `[!${node.kind.toUpperCase()}]`;
    if (flat) this.pushFlat(nodes);
    else if (nodes[0]?.type === 'paragraph')
      this.push({ kind: 'quote', nodes, lead: `${label}\n` }, '> ', '> ');
    else this.push({ kind: 'quote', nodes: [{ type: 'raw', value: label }, ...nodes] }, '> ', '> ');
  }

  private list(node: List, frame: Frame, last: Node | null, flat: boolean): void {
    if (flat) {
      this.pushFlat(node.children.flatMap((item) => item.children));
      return;
    }
    const [usual, other] = node.ordered ? ['.', ')'] : ['-', '*'];
    const isNext = last?.type === 'list' && last.ordered === node.ordered && frame.marker === usual;
    const marker = isNext ? other! : usual!;
    frame.marker = marker;
    const start = Number.isInteger(node.start) && node.start >= 0 && node.start <= MAX_START ? node.start : 1;
    this.push({ kind: 'list', nodes: node.children, spread: node.spread, marker, number: start }, '', null);
  }

  private item(node: ListItem, frame: Frame): void {
    this.separate(frame, node, frame.spread);
    const ordered = frame.marker === '.' || frame.marker === ')';
    const marker = ordered ? `${Math.min(frame.number++, MAX_START)}${frame.marker} ` : `${frame.marker} `;
    const isTask = node.checked !== null && node.children[0]?.type === 'paragraph';
    const task = isTask ? (node.checked ? '[x] ' : '[ ] ') : '';
    const spread = node.spread || frame.spread || mustSpread(node.children);
    this.push({ kind: 'item', nodes: node.children, spread }, marker, ' '.repeat(marker.length));
    this.lineStart += task;
  }
}

const MAX_START = 999_999_999;

/** Dashes, except where they could be front matter, a list marker's continuation or a setext underline. */
function thematicBreak(frame: Frame): string {
  const delicate = frame.last === null || (!frame.spread && frame.last.type === 'paragraph');
  return delicate ? '___' : '---';
}

/** A GFM table, one space around each cell and no padding: columns are not drawn, tokens are not wasted. */
function writeTable({ align, children: rows }: Table, options: InlineOptions): string {
  const lines = rows.map((row) =>
    tableLine(row.children.map((cell) => writeInline(cell.children, 'cell', options).trim())),
  );
  lines.splice(1, 0, tableLine(align.map((side) => DELIMITERS[side ?? 'none'])));
  return lines.join('\n');
}

function tableLine(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? '  |' : ` ${cell} |`)).join('')}`;
}

const DELIMITERS = { left: ':---', center: ':---:', right: '---:', none: '---' } as const;

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
function needsBlankLine(previous: Block | RawBlock, next: Block | RawBlock): boolean {
  if (CLOSED.has(previous.type))
    return !INTERRUPTING.has(next.type) && next.type !== 'paragraph' && next.type !== 'table';
  if (!INTERRUPTING.has(next.type)) return true;
  if (previous.type === 'paragraph') {
    // micromark takes a list that begins a quotation for one that interrupts the paragraph before it.
    if (next.type === 'blockquote' || next.type === 'callout') return next.children[0]?.type === 'list';
    // micromark loses blank lines of code that directly follows a paragraph in a tight item.
    if (next.type === 'code') return next.value.includes('\n\n');
    // Only a list that starts with 1 and whose first item is not empty interrupts a paragraph (5.3).
    return next.type === 'list' && ((next.ordered && next.start !== 1) || !next.children[0]?.children.length);
  }
  if (previous.type === 'list') return false;
  const quotes = next.type === 'blockquote' || next.type === 'callout';
  return previous.type !== 'blockquote' && previous.type !== 'callout' ? true : quotes;
}

/** Whether an item is loose whatever the page says, because two of its blocks need a blank line between. */
function mustSpread(blocks: readonly Block[]): boolean {
  return blocks.some((block, i) => i > 0 && needsBlankLine(blocks[i - 1]!, block));
}
