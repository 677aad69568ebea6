#!/usr/bin/env node
// Compiles src/ to dist/ and copies the data files that the compiler does not carry.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const DATA_FILE = /\.(model\.json|table\.json|bin|css|svg|html|txt|sql)$/;

rmSync(path.join(root, 'dist'), { recursive: true, force: true });
// The playground is for browsers: the same compiler with their library.
for (const project of ['tsconfig.build.json', 'src/playground/tsconfig.json']) {
  const compiled = spawnSync(bin('tsc'), ['-p', project], { cwd: root, stdio: 'inherit' });
  if (compiled.status !== 0) process.exit(compiled.status ?? 1);
}

for (const entry of readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !DATA_FILE.test(entry.name)) continue;
  const from = path.join(entry.parentPath, entry.name);
  cpSync(from, path.join(root, 'dist', path.relative(path.join(root, 'src'), from)));
}

// The playground reads Markdown with this module as npm has it, served from the package.
const marked = path.join(root, 'node_modules', 'marked');
cpSync(path.join(marked, 'lib', 'marked.esm.js'), path.join(root, 'dist', 'playground', 'marked.js'));
cpSync(path.join(marked, 'LICENSE'), path.join(root, 'dist', 'playground', 'marked.LICENSE.txt'));
