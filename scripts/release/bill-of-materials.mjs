import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The packages that the installed product of the current folder runs with, as CycloneDX JSON. Read from a copy of its manifest
 * and lock file without what only the development needs: npm would leave out a package that a tool needs too.
 */
export function billOfMaterials() {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-sbom-'));
  const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
  const write = (name, value) => writeFileSync(path.join(folder, name), JSON.stringify(value));
  try {
    const { devDependencies: _, ...manifest } = read('package.json');
    const lock = read('package-lock.json');
    const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => dev !== true));
    delete packages[''].devDependencies;
    write('package.json', manifest);
    write('package-lock.json', { ...lock, packages });
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
    return execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
