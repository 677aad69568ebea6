import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A package inside of the product, as the bundle tells it beside its licence. */
const INSIDE = /^(@?[a-z][a-z\d./-]+) \d+\.\d+\.\d+$/gm;

/**
 * The packages that the installed product of the current folder runs with, those inside of it too, as CycloneDX JSON. Read from
 * a copy of its manifest and lock file in which what lies inside is a dependency, and what only the development needs is not.
 */
export function billOfMaterials() {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-sbom-'));
  const npm = (...args) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const { devDependencies, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
    const names = [...readFileSync('dist/LICENSES.txt', 'utf8').matchAll(INSIDE)].map(([, name]) => name);
    for (const name of names.filter((one) => one in devDependencies))
      manifest.dependencies[name] = devDependencies[name];
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
    cpSync('package-lock.json', path.join(folder, 'package-lock.json'));
    npm('install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
    return npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
