import { inflateRawSync } from 'node:zlib';
import { BudgetSpent } from '../../core/budget.ts';
import { MalformedDocument } from '../document.ts';

/** Decoded bytes of all parts together: a text of this size has thousands of pages. */
const MAX_DECODED_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 5000;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const STORED = 0;
const DEFLATED = 8;
/** Bytes of a file that says the media type of an archive, at most: a manifest has a line for each of its files. */
const MAX_TYPE_BYTES = 1024 * 1024;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The files of an archive, each unpacked when it is asked for, with a cap on what all of them together become, however small they
 * are packed. Throws `MalformedDocument` for an archive that is cut off, encrypted or lies about its files, `BudgetSpent` for
 * one that holds more than it may.
 */
export class Archive {
  readonly names: readonly string[];
  /** Bytes of what was unpacked. */
  readBytes = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Places by name in lower case, as those of Office are the same in any (ECMA-376, part 2, 6.2.2.3). */
  readonly #places: ReadonlyMap<string, number>;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    const directory = wellFormed(() => directoryOf(bytes, this.#view));
    this.names = directory.map(([name]) => name);
    this.#places = new Map(directory.map(([name, at]) => [name.toLowerCase(), at]));
  }

  /** The bytes of a file, of which there may be `cap`; undefined where there is none of that name. */
  read(name: string, cap = MAX_DECODED_BYTES): Uint8Array | undefined {
    const at = this.#places.get(name.toLowerCase());
    if (at === undefined) return undefined;
    const most = Math.min(cap, MAX_DECODED_BYTES - this.readBytes);
    const file = wellFormed(() => inflate(this.#bytes, this.#view, at, most));
    this.readBytes += file.byteLength;
    return file;
  }
}

function wellFormed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BudgetSpent) throw error;
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isBomb) throw new BudgetSpent(`more than ${MAX_DECODED_BYTES} bytes of text parts`);
    throw new MalformedDocument();
  }
}

/** What the files of an archive are called, and the media type that it says, '' where it does not. */
export function describeZip(bytes: Uint8Array): { readonly names: readonly string[]; readonly type: string } {
  try {
    const archive = new Archive(bytes);
    return { names: archive.names, type: typeOf(archive) };
  } catch {
    // One that is cut off: its type is stored in its first file, right behind the name.
    const start = Buffer.from(bytes.subarray(30, 230)).toString('latin1');
    const type = /^mimetype(application\/[\w.+-]+)/.exec(start)?.[1]?.replace(/PK$/, '') ?? '';
    return { names: namesInOrder(bytes, viewOf(bytes)), type };
  }
}

/** The media type that an archive says of itself (OpenDocument 1.3, part 2, 3; EPUB 3.3, 4.2), wherever that stands. */
function typeOf(archive: Archive): string {
  const textOf = (name: string) => new TextDecoder().decode(archive.read(name, MAX_TYPE_BYTES));
  const said = textOf('mimetype').trim().toLowerCase();
  if (said !== '') return said;
  if (textOf('META-INF/container.xml').includes('application/oebps-package+xml'))
    return 'application/epub+zip';
  const entries = textOf('META-INF/manifest.xml').split('<');
  const whole = entries.find((entry) => /full-path\s*=\s*["']\/["']/.test(entry)) ?? '';
  return /media-type\s*=\s*["']([^"']+)/.exec(whole)?.[1] ?? '';
}

/**
 * Files of an archive (ZIP: APPNOTE.TXT 4.3): their names, with their places in its directory. Throws where there is none, and
 * `BudgetSpent` for too many files.
 */
function directoryOf(bytes: Uint8Array, view: DataView): [name: string, at: number][] {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_FILES) throw new BudgetSpent(`more than ${MAX_FILES} files`);
  const files: [string, number][] = [];
  for (let i = 0, at = view.getUint32(end + 16, true); i < count; i++) {
    if (view.getUint32(at, true) !== CENTRAL) throw new Error('no directory');
    const nameLength = view.getUint16(at + 28, true);
    files.push([new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)), at]);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

/** Names of the files of an archive without a directory, as they follow each other. */
function namesInOrder(bytes: Uint8Array, view: DataView): readonly string[] {
  const names: string[] = [];
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at >= 0 && at + 30 < bytes.length && names.length < MAX_FILES; ) {
    names.push(file.toString('utf8', at + 30, at + 30 + view.getUint16(at + 26, true)));
    at = file.indexOf('PK\x03\x04', at + 30, 'latin1');
  }
  return names;
}

function inflate(bytes: Uint8Array, view: DataView, central: number, most: number): Uint8Array {
  const flags = view.getUint16(central + 8, true);
  const method = view.getUint16(central + 10, true);
  const packed = view.getUint32(central + 20, true);
  const local = view.getUint32(central + 42, true);
  if (view.getUint32(local, true) !== LOCAL || (flags & 1) === 1) throw new Error('not a readable part');
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const body = bytes.subarray(start, start + packed);
  if (body.byteLength !== packed) throw new Error('cut off');
  if (method === STORED) {
    if (packed > most) throw new BudgetSpent(`more than ${MAX_DECODED_BYTES} bytes of text parts`);
    return body;
  }
  if (method !== DEFLATED) throw new Error('unknown method');
  return inflateRawSync(body, { maxOutputLength: Math.max(1, most) });
}

/** The end record, which a comment of at most 64 KiB may follow. Throws where there is none. */
function findEnd(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) if (view.getUint32(at, true) === END) return at;
  throw new Error('no end');
}
