import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A package inside of the product, as the bundle tells it beside its licence. */
const INSIDE = /^(@?[a-z][a-z\d./-]+) (\d+\.\d+\.\d+)$/gm;

/**
 * The packages that the installed product of the current folder runs with, those inside of it too, as CycloneDX JSON. Read from
 * a copy of its manifest and lock file without what only the development needs: npm would leave out a package that a tool
 * needs too.
 */
export function billOfMaterials() {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-sbom-'));
  const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
  const write = (name, value) => writeFileSync(path.join(folder, name), JSON.stringify(value));
  try {
    const { devDependencies: _, ...manifest } = read('package.json');
    const lock = read('package-lock.json');
    const inside = new Map(
      [...readFileSync('dist/LICENSES.txt', 'utf8').matchAll(INSIDE)].map(([, name, version]) => [
        name,
        version,
      ]),
    );
    manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(inside) };
    const packages = Object.fromEntries(
      Object.entries(lock.packages)
        .filter(([at, { dev }]) => dev !== true || inside.has(at.replace('node_modules/', '')))
        .map(([at, { dev: _dev, ...rest }]) => [at, rest]),
    );
    packages[''] = { ...packages[''], dependencies: manifest.dependencies, devDependencies: undefined };
    write('package.json', manifest);
    write('package-lock.json', { ...lock, packages });
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
    return execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
