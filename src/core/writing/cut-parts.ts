import { estimateTokens } from './token-estimate.ts';
import { type CutFrame, jsonLength, type WrittenDocument } from './written-document.ts';

/** The most that a part may be: estimated tokens, bytes as a string of JSON, or both. */
export interface PartBounds {
  readonly maxTokens?: number;
  readonly maxBytes?: number;
}

/** A part of a written document that can be read alone: `before`, its own text, `after`. */
export interface Part {
  /** Repeated from earlier: the head of a table, the fence of code. */
  readonly before: string;
  readonly own: string;
  /** Added: the end of a fence, definitions of links that stand in another part. */
  readonly after: string;
  /** A line, row or paragraph is longer than `maxTokens` by itself. */
  readonly isOver: boolean;
}

/** Of the most bytes of a part, what its head may be more, and its definitions: longer ones are left out. */
const REPEATED_SHARE = 1 / 8;
/** Characters that all parts may repeat, for each of the document; a head of a megabyte over rows of a word would be more. */
const REPEATED_PER_CHARACTER = 8;

/**
 * Cuts a document into parts at the starts of blocks. A list, table or code block longer than a part is cut between its
 * items, rows or lines; what is longer by itself is a part of its own, which only `maxBytes` tears, at a blank. The own texts
 * joined are the document. No text, no parts.
 */
export function cutParts(document: WrittenDocument, bounds: PartBounds): Part[] {
  const cutter = new PartCutter(document, bounds);
  const { text, blockStarts, itemStarts, frames } = document;
  let [item, frame] = [0, 0];
  forEachSpan(blockStarts, text.length, (start, end) => {
    const from = item;
    while (item < itemStarts.length && itemStarts[item]! < end) item++;
    const lines = (frames[frame]?.start ?? end) < end ? frames[frame++]! : null;
    if (!cutter.isTooLong(start, end)) return cutter.add(start, end);
    const inner = [...(lines ? lineStarts(text, lines) : []), ...itemStarts.slice(from, item)];
    forEachSpan([start, ...inner.filter((at) => at > start)], end, (at, to) => cutter.add(at, to));
  });
  return cutter.finish();
}

/** Where a part may begin in a frame: at its lines but the first one, which stays with the head, and not at the tail. */
function lineStarts(text: string, { start, end, head, tail }: CutFrame): number[] {
  const starts: number[] = [];
  const next = (from: number) => text.indexOf('\n', from) + 1;
  for (let at = next(start + head.length); at > 0 && at < end - tail.length; at = next(at)) starts.push(at);
  return starts;
}

function forEachSpan(
  starts: readonly number[],
  end: number,
  visit: (start: number, end: number) => void,
): void {
  for (let i = 0; i < starts.length; i++) visit(starts[i]!, starts[i + 1] ?? end);
}

interface Size {
  readonly tokens: number;
  readonly bytes: number;
}
const NO_SIZE: Size = { tokens: 0, bytes: 0 };
const sum = (a: Size, b: Size): Size => ({ tokens: a.tokens + b.tokens, bytes: a.bytes + b.bytes });

class PartCutter {
  readonly #document: WrittenDocument;
  readonly #maxTokens: number;
  readonly #maxBytes: number;
  readonly #parts: Part[] = [];
  #start = 0;
  #end = 0;
  #size = NO_SIZE;
  /** Labels of links of the part whose definitions it carries. */
  #labels = new Set<string>();
  /** Offsets of the definitions, which are the last block. */
  readonly #definedAt = new Map<string, number>();
  #nextFrame = 0;
  /** Characters that may still be repeated. */
  #repeatable: number;

  constructor(document: WrittenDocument, { maxTokens, maxBytes }: PartBounds) {
    this.#document = document;
    this.#repeatable = REPEATED_PER_CHARACTER * document.text.length;
    let at = document.blockStarts.at(-1) ?? 0;
    for (const [label, line] of document.definitions) {
      this.#definedAt.set(label, at);
      at += line.length + 1;
    }
    this.#maxTokens = maxTokens ?? Number.POSITIVE_INFINITY;
    this.#maxBytes = maxBytes ?? Number.POSITIVE_INFINITY;
  }

  isTooLong(start: number, end: number): boolean {
    return this.#exceeds(this.#sizeOf(this.#document.text.slice(start, end)));
  }

  add(start: number, end: number): void {
    let from = start;
    if (this.#sizeOf(this.#document.text.slice(start, end)).bytes > this.#maxBytes)
      for (let to = this.#midLineEnd(from, end); to < end; to = this.#midLineEnd(from, end)) {
        this.#put(from, to);
        from = to;
      }
    this.#put(from, end);
  }

  finish(): Part[] {
    this.#close(this.#document.text.length);
    return this.#parts;
  }

  #put(start: number, end: number): void {
    const piece = this.#document.text.slice(start, end);
    const labels = this.#newLabels(piece);
    // With the line break ahead of them, which parts them from those of an earlier piece or from the text.
    const lines = labels.length === 0 ? '' : `\n${this.#linesOf(labels)}`;
    const size = sum(this.#sizeOf(piece), this.#sizeOf(lines));
    const closing = this.#sizeOf(this.#tailAt(end));
    if (this.#end > this.#start && this.#exceeds(sum(sum(this.#size, size), closing))) {
      this.#close(start);
      this.#put(start, end);
      return;
    }
    this.#size = sum(this.#size, size);
    for (const label of labels) this.#labels.add(label);
    this.#end = end;
  }

  #close(at: number): void {
    if (at <= this.#start) return;
    const before = this.#headAt(this.#start);
    const own = this.#document.text.slice(this.#start, at);
    const tail = this.#tailAt(at);
    const lines = this.#carried(at);
    const after = tail + (lines === '' ? '' : gapAfter(tail === '' ? own : tail) + lines);
    this.#repeatable -= before.length + after.length;
    this.#parts.push({ before, own, after, isOver: estimateTokens(before + own + after) > this.#maxTokens });
    this.#start = at;
    this.#end = at;
    this.#labels = new Set();
    this.#size = this.#sizeOf(this.#headAt(at));
  }

  /** Definitions of the part's labels that stand in none of its own lines. */
  #carried(end: number): string {
    const labels = [...this.#labels].filter((label) => {
      const at = this.#definedAt.get(label)!;
      return at < this.#start || at >= end;
    });
    const isLong = this.#sizeOf(this.#linesOf(labels)).bytes > this.#maxBytes * REPEATED_SHARE;
    return isLong ? '' : this.#linesOf(labels);
  }

  #exceeds({ tokens, bytes }: Size): boolean {
    return tokens > this.#maxTokens || bytes > this.#maxBytes;
  }

  #sizeOf(text: string): Size {
    if (text === '') return NO_SIZE;
    return {
      tokens: this.#maxTokens === Number.POSITIVE_INFINITY ? 0 : estimateTokens(text),
      bytes: this.#maxBytes === Number.POSITIVE_INFINITY ? 0 : jsonLength(text),
    };
  }

  /** Where to tear a text that is longer than a part: after the last line break or blank that fits, or between characters. */
  #midLineEnd(start: number, end: number): number {
    const { text } = this.#document;
    let to = start;
    for (let bytes = 0; to < end; to++) {
      bytes += jsonLength(text[to]!);
      if (bytes > this.#maxBytes) break;
    }
    if (to === end) return end;
    for (const blank of ['\n', ' ']) {
      const at = text.lastIndexOf(blank, to - 1) + 1;
      if (at > (start + to) / 2) return at;
    }
    return isLowSurrogate(text, to) ? to - 1 : to;
  }

  #frameAt(at: number): CutFrame | null {
    const { frames } = this.#document;
    if (this.#repeatable <= 0) return null;
    while (this.#nextFrame < frames.length && frames[this.#nextFrame]!.end <= at) this.#nextFrame++;
    while (this.#nextFrame > 0 && frames[this.#nextFrame - 1]!.end > at) this.#nextFrame--;
    const frame = frames[this.#nextFrame];
    return frame !== undefined && frame.start < at ? frame : null;
  }

  #headAt(at: number): string {
    const head = this.#frameAt(at)?.head ?? '';
    return this.#sizeOf(head).bytes > this.#maxBytes * REPEATED_SHARE ? '' : head;
  }

  #tailAt(at: number): string {
    const tail = this.#frameAt(at)?.tail ?? '';
    return tail === '' || this.#document.text[at - 1] === '\n' ? tail : `\n${tail}`;
  }

  /** Labels of links in a piece, which the part has not yet. Page text in brackets is escaped, or has no definition. */
  #newLabels(piece: string): string[] {
    const { definitions } = this.#document;
    if (definitions.size === 0 || this.#repeatable <= 0) return [];
    const found = new Set<string>();
    for (const [, label] of piece.matchAll(/\]\[(\d{1,9})\]/g))
      if (definitions.has(label!) && !this.#labels.has(label!)) found.add(label!);
    return [...found];
  }

  #linesOf(labels: readonly string[]): string {
    return labels.map((label) => this.#document.definitions.get(label)!).join('\n');
  }
}

function gapAfter(text: string): string {
  return text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
