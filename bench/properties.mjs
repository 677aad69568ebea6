#!/usr/bin/env node
// The five properties of the egress rule with two million cases in all, new ones in every run:
//   node bench/properties.mjs [--cases 400000]
// Any address has one verdict in all its spellings, what is refused is refused in every IPv6 embedding, an address and
// its normal form have one verdict.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { option } from './options.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SUITES = ['src/fetching/address-policy/address-properties.test.ts', 'src/fetching/target-url.test.ts'];
const cases = option('cases', '400000');
const run = spawnSync(
  path.join(ROOT, 'node_modules', '.bin', 'vitest'),
  ['run', '--project', 'unit', '--testTimeout', '0', ...SUITES],
  { cwd: ROOT, env: { ...process.env, PROPERTY_RUNS: cases }, stdio: 'inherit' },
);
console.log(
  run.status === 0
    ? `held: ${Number(cases).toLocaleString('en')} cases of each property`
    : 'NOT held: see the counterexample above',
);
process.exitCode = run.status ?? 1;
