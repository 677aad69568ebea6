import { STRING_FIELDS } from '../content/clean-content.ts';
import { unitAt } from '../unit-at.ts';
import { type ContentNode, childFields } from '../walk-content.ts';

/** Written Markdown or text and the places where it may be cut into parts. */
export interface WrittenDocument {
  readonly text: string;
  /** Offsets in `text` at which a top-level block starts, ascending, the first is 0; empty for no text. */
  readonly blockStarts: readonly number[];
  /** Offsets at which an item of a top-level list starts, ascending: cuts for lists too long for a part. */
  readonly itemStarts: readonly number[];
  /** Blocks that may be cut between their lines when they are too long, ascending by `start`. */
  readonly frames: readonly CutFrame[];
  /** The line that defines a label of a link, by label; empty where links are written in place. */
  readonly definitions: ReadonlyMap<string, string>;
}

/** A block of lines: a table, code, definitions of links. Parts that are cut inside of it stand alone. */
export interface CutFrame {
  /** Offsets between which a cut is inside. */
  readonly start: number;
  readonly end: number;
  /** What it begins with and a part that begins inside repeats: head and delimiter row, or the opening fence. */
  readonly head: string;
  /** What it ends with and a part that ends inside closes with: the closing fence. */
  readonly tail: string;
}

/** What a page may be written in beyond its own size: a short page has addresses and marks that its source has once. */
const FREE_BYTES = 1024 * 1024;
/** Written bytes for each byte that was read after decompression. */
const WRITTEN_PER_READ = 2;

/** Most bytes that may be written of a page of `readBytes` bytes. */
export function writtenLimit(readBytes: number): number {
  return WRITTEN_PER_READ * readBytes + FREE_BYTES;
}

/** Thrown by a writer that is past its limit, and only by it. */
export class TooLong extends Error {}

/** Bytes of a text in UTF-8, as `TextEncoder` writes it; counted without writing where the platform can (Node). */
export function utf8Length(text: string): number {
  const { Buffer } = globalThis as { Buffer?: { byteLength(text: string): number } };
  return Buffer === undefined ? new TextEncoder().encode(text).length : Buffer.byteLength(text);
}

/** Bytes of a text in UTF-8 inside a string of JSON, as `JSON.stringify` escapes it. */
export function jsonLength(text: string): number {
  let bytes = utf8Length(text);
  for (let i = 0, end = text.length; i < end; i++) {
    const unit = unitAt(text, i);
    if (unit === 0x22 || unit === 0x5c) bytes++;
    else if (unit < 0x20) bytes += SHORT_ESCAPES.includes(unit) ? 1 : 5;
  }
  return bytes;
}

/** Backspace, tab, line feed, form feed and carriage return are two characters of JSON; other controls are six. */
const SHORT_ESCAPES = [0x08, 0x09, 0x0a, 0x0c, 0x0d];

/** Bounds of what a content tree is written in, in bytes. */
export interface SizeBounds {
  /** Its text and, written in place, its addresses are no shorter. */
  readonly least: number;
  /** Escapes, marks and the prefixes of containers are no longer. */
  readonly most: number;
}

/** Most bytes that a character is written in: an entity, or a character of three bytes and its escape. */
const CHARACTER_BYTES = 8;
/** Most bytes of the marks of a node, and of what each container around puts before a line. */
const NODE_BYTES = 64;
const PREFIX_BYTES = 12;

/** Bounds of the size of a tree whose addresses are written in place, or once each (`isReferenced`). */
export function sizeBounds(root: ContentNode, isReferenced: boolean): SizeBounds {
  const seen = new Set<string>();
  let [least, most] = [0, 0];
  const stack = [root];
  const depths = [0];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const depth = depths.pop()!;
    const fields = node as unknown as Readonly<Record<string, string | null | ContentNode[]>>;
    const perLine = NODE_BYTES + depth * PREFIX_BYTES;
    most += perLine;
    for (const [name] of STRING_FIELDS.get(node.type) ?? []) {
      const text = fields[name];
      if (typeof text !== 'string') continue;
      most += CHARACTER_BYTES * text.length;
      if (name === 'value') {
        most += perLine * linesIn(text);
        least += text.trim() === '' ? 0 : text.length;
      } else if (name === 'url' && !(isReferenced && seen.has(text))) {
        seen.add(text);
        least += text.length;
      }
    }
    for (const name of childFields(node))
      for (const child of fields[name] as ContentNode[]) {
        stack.push(child);
        depths.push(depth + 1);
      }
  }
  return { least, most };
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
