// Compiles the programs of scripts/ that are TypeScript, with the core they work on, and runs one of them.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILER } from './build.mjs';
import { compilePhrases } from './phrases.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** Folders of modules that are no TypeScript: those that cases of the tests share with the benchmarks, and readers' labels. */
const CASES_SHARED = 'tests/support';
const READERS = 'bench/readers';
/** Folders of cases that a program reads. */
const CASES = { ablate: ['tests/constructs', 'tests/extraction'], 'train-outcomes': ['tests/outcomes'] };
/** Heap in MiB: the trees of all pages are held at once. */
const MAX_HEAP_MIB = 12_000;

/** Runs `scripts/<folder>/main.ts` with the arguments of this process, and exits as it does. */
export function runCompiled(folder) {
  const out = path.join(root, '.cache', folder);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  compilePhrases();
  const config = path.join(out, 'tsconfig.json');
  const cases = CASES[folder] ?? [];
  const sources = ['src/core', 'scripts/train', `scripts/${folder}`, ...cases];
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        rootDir: root,
        outDir: out,
        noEmit: false,
        types: ['node'],
        typeRoots: [path.join(root, 'node_modules', '@types')],
      },
      include: sources.map((source) => path.join(root, source)),
      exclude: [path.join(root, '**/*.test.ts')],
    }),
  );
  const compiled = spawnSync(process.execPath, [COMPILER, '-p', config], { stdio: 'inherit' });
  if (compiled.status !== 0) process.exit(compiled.status ?? 1);
  for (const shared of cases.length > 0 ? [READERS, CASES_SHARED] : [READERS])
    for (const file of readdirSync(path.join(root, shared)))
      if (file.endsWith('.mjs')) cpSync(path.join(root, shared, file), path.join(out, shared, file));
  const main = path.join(out, 'scripts', folder, 'main.js');
  const args = [`--max-old-space-size=${MAX_HEAP_MIB}`, main, '--root', root, ...process.argv.slice(2)];
  const run = spawnSync(process.execPath, args, { stdio: 'inherit' });
  process.exit(run.status ?? 1);
}
