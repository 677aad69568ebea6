import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Whether the package in a folder has a lock file. */
export const isLocked = (folder) => existsSync(path.join(folder, 'package-lock.json'));

/** Whether a package is installed as its lock file says; without one, in the exact versions that its package.json names. */
export function isInstalled(folder) {
  const read = (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  if (!existsSync(path.join(folder, 'node_modules', '.package-lock.json'))) return false;
  const { packages: have } = read('node_modules/.package-lock.json');
  if (isLocked(folder)) {
    const { packages: wanted } = read('package-lock.json');
    return Object.entries(have).every(([name, { version }]) => wanted[name]?.version === version);
  }
  // An alias names its version last: `npm:name@1.2.3`.
  return Object.entries(read('package.json').dependencies).every(
    ([name, wanted]) => have[`node_modules/${name}`]?.version === wanted.split('@').at(-1),
  );
}
