import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What decides which blocks stay: features, weights, cut and rules. */
const FOLDERS = ['src/core/page', 'src/core/units', 'src/core/select'];

/**
 * Digest of what decides which blocks stay, without comments and blanks: a table of figures that bears another one is out of
 * date.
 */
export function engineDigest(root: string): string {
  const hash = createHash('sha256');
  for (const folder of FOLDERS)
    for (const name of filesOf(path.join(root, folder)))
      if (name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
        hash.update(`${name}\n${codeOf(readFileSync(path.join(root, folder, name), 'utf8'))}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** All files below a folder, by names that are the same on every system. */
function filesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => name.replaceAll('\\', '/')).sort();
}

function codeOf(source: string): string {
  return source.replace(/^\s*(?:\/\*\*.*\*\/|\/\*\*|\*.*|\/\/.*)$/gm, '').replace(/\s+/g, ' ');
}
