#!/usr/bin/env node
// Runs after `npm ci` in a clone: leaves a built package. A production install, which has no compiler, is told what is missing.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, COMPILER } from './build.mjs';
import { NOT_BUILT } from './not-built.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
// The gate looks at the types.
if (existsSync(COMPILER)) process.exit(await build(() => ['--noCheck']));
if (!existsSync(path.join(root, 'dist', 'cli', 'main.js'))) console.error(NOT_BUILT);
