#!/usr/bin/env node
// Compiles the trainer and runs it: npm run train -- --corpus DIR
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILER } from './build.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(root, '.cache', 'train');
mkdirSync(out, { recursive: true });
const config = path.join(out, 'tsconfig.json');
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
    include: [path.join(root, 'src/core'), path.join(root, 'scripts/train')],
    exclude: [path.join(root, '**/*.test.ts')],
  }),
);
const compiled = spawnSync(process.execPath, [COMPILER, '-p', config], { stdio: 'inherit' });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
const main = path.join(out, 'scripts', 'train', 'main.js');
const run = spawnSync(
  process.execPath,
  ['--max-old-space-size=12000', main, '--root', root, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exit(run.status ?? 1);
