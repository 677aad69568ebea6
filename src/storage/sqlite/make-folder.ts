import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and what is missing above it, readable by its owner only. One `mkdir` per level: the recursive form
 * of Node 20 never returns below `/proc`, where making a folder in one that exists fails with ENOENT.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; statSync(at, { throwIfNoEntry: false }) === undefined; at = path.dirname(at)) {
    missing.push(at);
  }
  for (const one of missing.toReversed()) {
    try {
      mkdirSync(one, 0o700);
    } catch (cause) {
      // Another process may have made it meanwhile.
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    }
  }
}
