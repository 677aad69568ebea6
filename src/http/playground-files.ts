import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { builtFile } from '../built-file.ts';

/** A file that the playground's page loads, held in memory. */
export interface PlaygroundFile {
  /** Where it is served. */
  readonly url: string;
  readonly contentType: string;
  readonly etag: string;
  readonly bytes: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Reads the playground from the built product: its page at `/`, everything else under `/assets/playground/`. */
export function readPlaygroundFiles(folder = builtFile('playground')): readonly PlaygroundFile[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const contentType = TYPES[path.extname(name)];
      if (contentType === undefined) return [];
      const bytes = readFileSync(path.join(folder, name));
      return {
        url: name === 'index.html' ? '/' : `/assets/playground/${name}`,
        contentType,
        etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
        bytes,
      };
    });
}
