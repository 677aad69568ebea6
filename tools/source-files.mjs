import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Files under src/ that only tests read; tsconfig.build.json leaves them out too. */
const TEST_MATERIAL = /\.(test|fixture|d)\.ts$|(^|\/)constructs\//;

/** Paths of the TypeScript files of `root`/src without test material, from `root` on, with slashes, in order. */
export function sourceFiles(root) {
  return readdirSync(path.join(root, 'src'), { recursive: true })
    .map((name) => `src/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => name.endsWith('.ts') && !TEST_MATERIAL.test(name))
    .sort();
}
