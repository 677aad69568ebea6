#!/usr/bin/env node
// All rows from one command: node bench/run.mjs --corpus DIR
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
for (const script of [
  'markers.mjs',
  'determinism.mjs',
  'memory.mjs',
  'backslashes.mjs',
  'writer.mjs',
  'growth.mjs',
  'speed.mjs',
  'quality.mjs',
]) {
  const run = spawnSync(process.execPath, [path.join(here, script), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  if (run.status !== 0) process.exitCode = 1;
}
