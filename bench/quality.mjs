#!/usr/bin/env node
// Scores pagemark (cross-validated) and its npm peers with the corpus's own scorer, one table each:
//   node bench/quality.mjs --corpus DIR [--only pagemark] [--json DIR]
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { option } from './corpus.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const corpus = path.resolve(option('corpus', '../shared/corpus'));
const only = option('only')?.split(',');
const json = option('json');
let failed = false;
for (const name of only ?? ['pagemark', 'readability', 'defuddle', 'mdream']) {
  console.log(`\n== ${name}`);
  const args = [
    path.join(corpus, 'score.mjs'),
    '--module',
    path.join(here, 'adapters', `${name}.mjs`),
    '--jobs',
    option('jobs', '2'),
  ];
  if (json) args.push('--json', path.join(path.resolve(json), `${name}.scores.json`));
  const run = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    cwd: here,
    env: { ...process.env, QUALITY_DEPS: here },
  });
  failed ||= run.status !== 0;
}
process.exitCode = failed ? 1 : 0;
