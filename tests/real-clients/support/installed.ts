import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package of these tests. */
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

const require = createRequire(import.meta.url);

/** The program that an installed package offers under a name. */
export function programOf(packageName: string, name = packageName): string {
  const folder = path.join(PACKAGE, 'node_modules', packageName);
  const { bin } = require(path.join(folder, 'package.json')) as { bin: string | Record<string, string> };
  return path.join(folder, typeof bin === 'string' ? bin : bin[name]!);
}
