import { inflateRawSync } from 'node:zlib';
import { BudgetSpent } from '../../core/budget.ts';

/** Decoded bytes of all parts together: a text of this size has thousands of pages. */
const MAX_DECODED_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 5000;
/** Parts that hold text and what it refers to; pictures and fonts are never unpacked. */
const PART =
  /^(?:\[Content_Types\]\.xml|_rels\/[^/]+\.rels|docProps\/core\.xml|word\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/i;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const STORED = 0;
const DEFLATED = 8;

/**
 * Unpacks the text parts of a Word document (ZIP: APPNOTE.TXT 4.3), by name, with a cap on what all of them together
 * become, however small they are packed. An archive that is cut off, encrypted or lies about its parts is null; one that
 * holds more than it may throws `BudgetSpent`.
 */
export function unpackDocx(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end < 0) return null;
  const count = view.getUint16(end + 10, true);
  if (count > MAX_FILES) throw new BudgetSpent(`more than ${MAX_FILES} files`);
  const parts = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  let left = MAX_DECODED_BYTES;
  try {
    for (let i = 0; i < count; i++) {
      if (view.getUint32(at, true) !== CENTRAL) return null;
      const nameLength = view.getUint16(at + 28, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
      if (PART.test(name)) {
        const part = inflate(bytes, view, at, left);
        left -= part.byteLength;
        parts.set(name, part);
      }
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isBomb) throw new BudgetSpent(`more than ${MAX_DECODED_BYTES} bytes of text parts`);
    return null;
  }
  return parts;
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
    if (packed > most) throw Object.assign(new Error('too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
    return body;
  }
  if (method !== DEFLATED) throw new Error('unknown method');
  return inflateRawSync(body, { maxOutputLength: Math.max(1, most) });
}

/** The end record, which a comment of at most 64 KiB may follow. */
function findEnd(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) if (view.getUint32(at, true) === END) return at;
  return -1;
}
