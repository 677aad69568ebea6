import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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
/** What the page imports besides its own folder: the client, and these. */
const SHARED = ['contract/ai-templates.js', 'contract/removal-steps.js'];

/** Browsers run no TypeScript: started from the sources, the built files are served. */
function builtFolder(): string {
  const here = import.meta.url;
  return fileURLToPath(here.endsWith('.ts') ? new URL('../../dist/', here) : new URL('../', here));
}

/**
 * Reads the playground from the built package: its page at `/`, everything else under `/assets/` with the layout of the
 * package, so that the modules' relative imports hold.
 */
export function readPlaygroundFiles(folder = builtFolder()): readonly PlaygroundFile[] {
  const listed = ['playground', 'client'].flatMap((room) =>
    readdirSync(path.join(folder, room))
      .sort()
      .map((name) => `${room}/${name}`),
  );
  return [...listed, ...SHARED].flatMap((name) => {
    const contentType = TYPES[path.extname(name)];
    if (contentType === undefined) return [];
    const bytes = readFileSync(path.join(folder, name));
    return {
      url: name === 'playground/index.html' ? '/' : `/assets/${name}`,
      contentType,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      bytes,
    };
  });
}
