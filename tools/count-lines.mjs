#!/usr/bin/env node
// Prints files and lines of src/ by room, and in all: TypeScript without tests, fixtures, data tables and what the build
// generates.
// usage: node tools/count-lines.mjs [root]      root: folder that holds src/ (default: this project)
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceFiles } from './source-files.mjs';

const root = path.resolve(process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const rooms = new Map();
for (const file of sourceFiles(root)) {
  if (/\.(table|generated)\.ts$/.test(file)) continue;
  const [, room, ...within] = file.split('/');
  const name = within.length === 0 ? '(files of src/)' : room;
  const { files, lines } = rooms.get(name) ?? { files: 0, lines: 0 };
  const own = readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
  rooms.set(name, { files: files + 1, lines: lines + own });
}
const row = (name, { files, lines }) =>
  console.log(`${name.padEnd(16)} ${String(files).padStart(4)} files ${String(lines).padStart(6)} lines`);
for (const [name, sum] of rooms) row(name, sum);
const add = (a, b) => ({ files: a.files + b.files, lines: a.lines + b.lines });
row('all', [...rooms.values()].reduce(add, { files: 0, lines: 0 }));
