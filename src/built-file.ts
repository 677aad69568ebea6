import { fileURLToPath } from 'node:url';

/**
 * Path of a file of the built product, such as `conversion/worker.js`. Threads and browsers run no TypeScript: from the
 * sources too they get the product's. This module stands one folder below the project's in src/, build/ and dist/.
 */
export function builtFile(name: string): string {
  return fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
}
