import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const versionIn = (url) => JSON.parse(readFileSync(url, 'utf8')).version;

/** When, from which commit, with which versions, on what and under which load the figures were measured. */
export function provenance(converters) {
  const packages = [...new Set(converters.flatMap((converter) => converter.packages))].sort();
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  return {
    date: new Date().toISOString(),
    commit: git('rev-parse', 'HEAD'),
    isClean: git('status', '--porcelain', '--', 'src', 'bench', ':!bench/results') === '',
    node: process.version,
    machine: { cpu: os.cpus()[0]?.model ?? 'unknown', cores: os.cpus().length },
    versions: {
      pagemark: versionIn(new URL('../package.json', import.meta.url)),
      ...Object.fromEntries(
        packages.map((name) => [
          name,
          versionIn(new URL(`./node_modules/${name}/package.json`, import.meta.url)),
        ]),
      ),
    },
  };
}

/** Load averages over one, five and fifteen minutes. */
export function load() {
  return os.loadavg().map((value) => Math.round(value * 10) / 10);
}
