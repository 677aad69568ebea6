#!/usr/bin/env node
// Compiles src/ to dist/ and copies the data files that the compiler does not carry.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const DATA_FILE = /\.(model\.json|table\.json|bin|css|svg|html|txt|sql)$/;

/** The compiler as a module of Node: what npm links into `.bin` is a `.cmd` on Windows, which needs a shell. */
export const COMPILER = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Compiles src/; `more` are further arguments for a project's compiler. Returns the exit code. */
export function compile(more = () => []) {
  // The playground is for browsers: the same compiler with their library.
  for (const project of ['tsconfig.build.json', 'src/playground/tsconfig.json']) {
    const args = [COMPILER, '-p', project, ...more(project)];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

/** Copies to dist/ what is not compiled. */
export function copyData() {
  for (const entry of readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !DATA_FILE.test(entry.name)) continue;
    const from = path.join(entry.parentPath, entry.name);
    cpSync(from, path.join(root, 'dist', path.relative(path.join(root, 'src'), from)));
  }
  // The playground reads Markdown with this module as npm has it, served from the package.
  const marked = path.join(root, 'node_modules', 'marked');
  cpSync(path.join(marked, 'lib', 'marked.esm.js'), path.join(root, 'dist', 'playground', 'marked.js'));
  cpSync(path.join(marked, 'LICENSE'), path.join(root, 'dist', 'playground', 'marked.LICENSE.txt'));
}

/** Builds dist/ anew. Returns the exit code of the compiler. */
export function build() {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  const code = compile();
  if (code === 0) copyData();
  return code;
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exit(build());
