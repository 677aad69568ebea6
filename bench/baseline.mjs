#!/usr/bin/env node
// CPU of this build over that of the baseline (`baseline.json`): node bench/baseline.mjs [--corpus DIR]
// The baseline is built in a folder of its own, which goes afterwards, with the packages at hand. Five processes each, in turns, over
// 120 pages of the corpus, eight times each. Fails when the lower bound of the ratio is above 1.03. Then names the pages of the
// whole corpus that come out otherwise. Without a corpus it times the small pages of this repository.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { eachPage } from './corpus.mjs';
import { option } from './options.mjs';
import { load } from './provenance.mjs';
import { mean } from './score.mjs';
import { drawPages, ownPages, takeTurns } from './turns.mjs';

/** What is compared of a conversion. */
const FIELDS = ['markdown', 'text', 'extended', 'metadata', 'outcome'];

/** `{ pages, changed }`: number of pages, and for each that differs its id with the names of the fields. Two built index.js. */
async function changedPages(corpus, ...builds) {
  const [one, other] = await Promise.all(builds.map((file) => import(file)));
  const changed = [];
  let pages = 0;
  for (const { id, url, html } of eachPage({ corpus })) {
    pages++;
    const [now, before] = [one, other].map(({ convertHtml }) => convertHtml(html, { url }));
    const fields = FIELDS.filter((field) => !isDeepStrictEqual(now[field], before[field]));
    if (fields.length > 0) changed.push(`${id} (${fields.join(', ')})`);
  }
  return { pages, changed };
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const BUILT = new URL('../dist/index.js', import.meta.url);
const PROCESSES = 5;
const PAGES = 120;
/** Largest lower bound of the ratio; a change that costs more has a record, which moves the baseline. */
const MOST = 1.03;
/** Student's t of 4 degrees of freedom, for a bound that the true ratio is above in 95 of 100 runs. */
const STUDENT_T = 2.132;

/** Ratio of two lists of CPU measured in pairs: its geometric mean, and the bound below. */
export function ratioOf(times, baseTimes) {
  const logs = times.map((time, i) => Math.log(time / baseTimes[i]));
  const centre = mean(logs);
  const variance = logs.reduce((sum, log) => sum + (log - centre) ** 2, 0) / (logs.length - 1);
  const margin = STUDENT_T * Math.sqrt(variance / logs.length);
  return { ratio: Math.exp(centre), lower: Math.exp(centre - margin) };
}

/** Builds a commit in an empty folder; throws where the clone does not have it, or it does not build. */
function buildCommit(commit, folder) {
  const run = (advice, command, args, options) => {
    const { status, stdout, stderr } = spawnSync(command, args, { maxBuffer: 2 ** 29, ...options });
    if (status !== 0) throw new Error(`${advice}: "${command} ${args.join(' ')}" failed: ${stderr}${stdout}`);
    return stdout;
  };
  const archive = run('Fetch the baseline (git fetch --unshallow)', 'git', ['archive', commit], {
    cwd: ROOT,
  });
  run('Look at the archive of the baseline', 'tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  run(
    'Move the baseline to a commit that builds with the packages at hand',
    process.execPath,
    ['scripts/build.mjs', '--no-check'],
    { cwd: folder },
  );
}

async function main() {
  const { commit } = JSON.parse(readFileSync(new URL('baseline.json', import.meta.url), 'utf8'));
  const corpus = option('corpus');
  if (corpus === undefined)
    console.log(
      'baseline: NO CORPUS: CPU is timed on small pages of this repository, where some changes do not show, and no page is compared. With one: npm run check:full -- --corpus DIR',
    );
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-baseline-'));
  try {
    buildCommit(commit, folder);
    const pages = corpus === undefined ? ownPages() : drawPages(corpus, PAGES);
    const against = path.join(folder, 'dist', 'index.js');
    const runs = await takeTurns({ names: ['pagemark', 'against'], processes: PROCESSES, pages, against });
    const spent = (name) => runs.get(name).map(({ rounds }) => rounds.reduce((sum, ms) => sum + ms, 0));
    const { ratio, lower } = ratioOf(spent('pagemark'), spent('against'));
    console.log(
      `baseline: ${ratio.toFixed(3)} times the CPU of ${commit} on ${pages.length} pages, at least ${lower.toFixed(3)}; load average ${load()[0]}`,
    );
    if (corpus !== undefined) {
      const { pages: all, changed } = await changedPages(corpus, fileURLToPath(BUILT), against);
      console.log(`baseline: ${changed.length} of ${all} pages come out otherwise than from ${commit}`);
      for (const page of changed) console.log(`  ${page}`);
    }
    if (lower <= MOST) return;
    console.error(
      `baseline: make this build cheaper, or move the baseline in bench/baseline.json with a record that says why: ${lower.toFixed(3)} is above ${MOST}`,
    );
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
