#!/usr/bin/env node
// `npm start`: the service of the built product, or what to do where it is not built.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NOT_BUILT } from './not-built.mjs';

const program = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(program)) {
  // As if it had been started itself: its hints name the program.
  process.argv.splice(1, 1, fileURLToPath(program), 'serve');
  await import(program.href);
} else {
  console.error(NOT_BUILT);
  process.exitCode = 1;
}
