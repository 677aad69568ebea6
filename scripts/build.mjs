#!/usr/bin/env node
// Builds the product: the compiler writes src/ module by module to build/, the bundler makes dist/ of it (`bundle.mjs`).
// usage: node scripts/build.mjs [--no-check]     --no-check: without a look at the types, which the gate checks by itself
import { spawnSync } from 'node:child_process';
import { realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { compilePhrases } from './phrases.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The compiler as a module of Node: what npm links into `.bin` is a `.cmd` on Windows, which needs a shell. */
export const COMPILER = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Compiles phrases and src/ to build/; `more` are further arguments for a project's compiler. Returns the exit code. */
export function compile(more = () => []) {
  compilePhrases();
  // What is for browsers: the same compiler with their library.
  for (const project of [
    'tsconfig.build.json',
    'src/playground/tsconfig.json',
    'src/admin/tsconfig.json',
    'src/site/browser/tsconfig.json',
  ]) {
    const args = [COMPILER, '-p', project, ...more(project)];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

/** Builds both folders anew; `more` as for `compile`. Resolves to the exit code of the compiler, or of what runs the product. */
export async function build(more = () => []) {
  rmSync(path.join(root, 'build'), { recursive: true, force: true });
  const code = compile(more);
  if (code !== 0) return code;
  await bundle();
  const args = [path.join(root, 'scripts', 'code-cache.mjs')];
  return spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status ?? 1;
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const isUnchecked = process.argv.includes('--no-check');
  process.exit(await build(() => (isUnchecked ? ['--noCheck'] : [])));
}
