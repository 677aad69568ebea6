import { statfsSync } from 'node:fs';

/** Bytes of the disk of a folder: all of them, and those that this user may still write. Infinity where the system has no figure. */
export function diskRoom(folder: string): { readonly totalBytes: number; readonly freeBytes: number } {
  const { bsize, blocks, bavail } = statfsSync(folder);
  if (blocks === 0) return { totalBytes: Number.POSITIVE_INFINITY, freeBytes: Number.POSITIVE_INFINITY };
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}
