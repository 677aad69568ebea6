#!/usr/bin/env node
// Prepares a release, all but its last step: .github/workflows/release.yml publishes what this leaves in its folder.
// usage, in the folder of the project: node scripts/release.mjs [TAG] [--skip-check]     leaves release/
// Without a tag it is a rehearsal for the next version, which runs the gate first unless it is told to skip it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { billOfMaterials } from './release/bill-of-materials.mjs';
import { notesOf } from './release/changelog.mjs';
import { releaseProblems } from './release/problems.mjs';
import { takingFiles } from './release/taking-files.mjs';

const OUT = 'release';
const read = (file) => readFileSync(file, 'utf8');
/** Runs npm in sight; a failure, which it has told of, ends this process. */
const npm = (...args) => {
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
};

const { values, positionals } = parseArgs({
  options: { 'skip-check': { type: 'boolean' } },
  allowPositionals: true,
});
const [tag = null] = positionals;
const { version } = JSON.parse(read('package.json'));

const problems = releaseProblems(read, tag, takingFiles());
if (problems.length > 0) {
  for (const problem of problems) console.error(`release: ${problem}`);
  process.exit(1);
}
if (tag === null && !values['skip-check']) npm('run', 'check');

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
// `prepare` would build dist/ anew, which was built and tested.
npm('pack', '--ignore-scripts', '--silent', '--pack-destination', OUT);
writeFileSync(path.join(OUT, 'pagemark.cdx.json'), billOfMaterials());
const sums = readdirSync(OUT).map((name) => {
  const digest = createHash('sha256').update(readFileSync(path.join(OUT, name)));
  return `${digest.digest('hex')}  ${name}\n`;
});
writeFileSync(path.join(OUT, 'SHA256SUMS'), sums.join(''));
writeFileSync(
  path.join(OUT, 'notes.md'),
  `${notesOf(read('CHANGELOG.md'), tag === null ? 'Unreleased' : version)}\n`,
);
npm('publish', `./${OUT}/pagemark-${version}.tgz`, '--dry-run', '--ignore-scripts', '--access', 'public');
console.log(`release: ${tag ?? `${version}, a rehearsal`}: ${readdirSync(OUT).join(', ')} in ${OUT}/`);
