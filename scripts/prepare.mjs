#!/usr/bin/env node
// Runs after `npm ci`: leaves a built package. Does nothing where the compiler is absent (production installs).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
if (existsSync(path.join(root, 'node_modules', '.bin', 'tsc')) && existsSync(path.join(root, 'src'))) {
  await import('./build.mjs');
}
