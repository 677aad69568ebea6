/**
 * Arrays of zeros. Small ones are parts of one piece of memory, as the small buffers of `Buffer.allocUnsafe` are: memory of its
 * own costs an array about a microsecond, and a small page takes fifty arrays. No part is given out twice.
 */

const POOL_BYTES = 1 << 16;
/** Most bytes of an array that is a part: what stays of a pool is in use as long as the longest-lived of its arrays. */
const MAX_PART_BYTES = POOL_BYTES >> 3;

let pool = new ArrayBuffer(POOL_BYTES);
let used = 0;

/** Where a part of so many bytes begins in the pool; -1 where it needs memory of its own. */
function place(bytes: number): number {
  if (bytes > MAX_PART_BYTES) return -1;
  if (used + bytes > POOL_BYTES) {
    pool = new ArrayBuffer(POOL_BYTES);
    used = 0;
  }
  const at = used;
  used += (bytes + 7) & ~7;
  return at;
}

export function uint8s(length: number): Uint8Array {
  const at = place(length);
  return at < 0 ? new Uint8Array(length) : new Uint8Array(pool, at, length);
}

export function int16s(length: number): Int16Array {
  const at = place(length * 2);
  return at < 0 ? new Int16Array(length) : new Int16Array(pool, at, length);
}

export function int32s(length: number): Int32Array {
  const at = place(length * 4);
  return at < 0 ? new Int32Array(length) : new Int32Array(pool, at, length);
}

export function float64s(length: number): Float64Array {
  const at = place(length * 8);
  return at < 0 ? new Float64Array(length) : new Float64Array(pool, at, length);
}
