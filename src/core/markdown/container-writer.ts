import type { Block, ListItem } from '../content/tree.ts';
import type { CutFrame } from '../writing/written-document.ts';
import { TooLong } from '../writing/written-document.ts';
import type { RawBlock } from './html-fallback.ts';

export type Node = Block | ListItem | RawBlock;

/** A sequence of blocks being written. */
export interface Frame {
  readonly kind: 'root' | 'quote' | 'list' | 'item' | 'other';
  readonly nodes: readonly Node[];
  index: number;
  /** Put before every line after the first. */
  readonly prefix: string;
  /** `prefix` on a line without text. */
  readonly blank: string;
  readonly spread: boolean;
  last: Node | null;
  /** Marker of a list, `-` or `*`, `.` or `)`, or of the one that was written last in this; number of the next item. */
  marker: string;
  number: number;
  /** Finished syntax ahead of the first paragraph. */
  lead: string;
  /** Containers around and including this one. */
  readonly depth: number;
}

/** Writes the lines of nested containers with an explicit stack: nesting costs no call stack and output grows linearly. */
export class ContainerWriter {
  protected readonly out: string[] = [];
  protected length = 0;
  protected readonly stack: Frame[] = [];
  /** What the next line begins with: prefixes and the markers of containers just opened. */
  protected lineStart = '';
  protected readonly blockStarts: number[] = [];
  protected readonly itemStarts: number[] = [];
  protected readonly frames: CutFrame[] = [];

  /** Past `maxLength` characters it throws `TooLong`. */
  constructor(private readonly maxLength: number) {}

  protected emit(text: string): void {
    this.out.push(text);
    this.length += text.length;
    if (this.length > this.maxLength) throw new TooLong();
  }

  /** Opens a container: `marker` goes on its first line, `indent` on the others. */
  protected push(
    init: Pick<Frame, 'kind' | 'nodes'> & Partial<Pick<Frame, 'spread' | 'marker' | 'number' | 'lead'>>,
    marker: string,
    indent: string | null,
  ): void {
    const outer = this.stack.at(-1);
    const prefix = (outer?.prefix ?? '') + (indent ?? '');
    this.lineStart += marker;
    this.stack.push({
      index: 0,
      spread: true,
      last: null,
      marker: '',
      number: 0,
      lead: '',
      ...init,
      prefix,
      blank: prefix.trimEnd(),
      depth: (outer?.depth ?? 0) + (indent === null ? 0 : 1),
    });
  }

  protected leave(frame: Frame): void {
    this.stack.pop();
    if (frame.last === null && (frame.kind === 'item' || frame.kind === 'quote') && frame.lead === '') {
      this.emit(this.lineStart.trimEnd());
    }
    if (frame.lead !== '') this.leaf(frame, frame.lead.trimEnd());
  }

  /** Ends the previous block of the frame and begins the next line. */
  protected separate(frame: Frame, node: Node, blank: boolean): void {
    if (frame.last !== null) {
      this.emit(blank ? `\n${frame.blank}\n` : '\n');
      this.lineStart = frame.prefix;
    }
    frame.last = node;
    if (frame.kind === 'root') this.blockStarts.push(this.length);
    else if (frame.kind === 'list' && frame.depth === 0) this.itemStarts.push(this.length);
  }

  protected leaf(frame: Frame, text: string): void {
    this.emit(this.lineStart);
    this.lineStart = '';
    if (frame.prefix === '' || !text.includes('\n')) {
      this.emit(text);
      return;
    }
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.emit(text.slice(from, at + 1));
      this.emit(text[at + 1] === '\n' ? frame.blank : frame.prefix);
      from = at + 1;
    }
    this.emit(text.slice(from));
  }

  /** The frame of a table or code that is written next. */
  protected frameOf(type: 'table' | 'code', text: string): CutFrame {
    const isTable = type === 'table';
    const headEnd = text.indexOf('\n', isTable ? text.indexOf('\n') + 1 : 0) + 1;
    const tail = isTable ? '' : text.slice(text.lastIndexOf('\n') + 1);
    return { start: this.length, end: this.length + text.length, head: text.slice(0, headEnd), tail };
  }
}
