#!/usr/bin/env node
// The gate. Runs its parts, two at a time; says what it ran and how long each took, and prints the output of what failed.
// usage: node tools/check.mjs [--ci | --full [--corpus DIR] | part …] [--built]
//        without: the gate of a change: static checks, unit tests, cases
//        --ci:    that and every suite in its short form, each within its budget
//        --full:  everything in its full form, nothing remembered; figures and CPU compared, with `--corpus DIR` on its pages
//        --built: build/ and dist/ are of these sources, as after `npm ci` in a clone
//        part …:  these parts alone, such as `lint` or `types`; `format` writes the formatting that `lint` wants
// Ends with one line `N passed, N failed`: tests of all suites, and the other parts. Exits 1 when anything failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { contention } from './contention.mjs';
import { isInstalled, isLocked } from './installed.mjs';
import { OF_THE_GATE, SUITES } from './suites.table.mjs';
import { sumReports } from './sum-reports.mjs';

const TOOLS = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.dirname(TOOLS);
const AT_A_TIME = 2;
const { values, positionals: names } = parseArgs({
  options: {
    ci: { type: 'boolean' },
    full: { type: 'boolean' },
    built: { type: 'boolean' },
    corpus: { type: 'string' },
  },
  allowPositionals: true,
});
const isCi = values.ci === true;
const isFull = values.full === true;

const node = (...args) => [process.execPath, ...args];
const tool = (file, ...args) => node(path.join(TOOLS, 'node_modules', file), ...args);
const ours = (file, ...args) => node(path.join(ROOT, 'node_modules', file), ...args);
const npm = (...args) => ['npm', ...args];

const reports = mkdtempSync(path.join(tmpdir(), 'pagemark-check-'));
const reportOf = (name) => path.join(reports, `${name}.json`);
const projectsOf = (names) => [
  ...new Set(SUITES.filter(({ name }) => names.includes(name)).map(({ project }) => project)),
];
/** Packages of their own, by the part that installs them: once, and again when what they name changes. */
const PACKAGES = new Map(
  ['tools', ...SUITES.flatMap(({ needs }) => needs ?? [])].map((folder) => [path.basename(folder), folder]),
);
/** A run of Vitest over some suites, with its report, after the build and the packages that it needs. */
const tests = (name, suites, packages) => ({
  name,
  after: ['build', ...packages],
  report: reportOf(name),
  commands: [
    ours(
      'vitest/vitest.mjs',
      'run',
      ...projectsOf(suites).flatMap((project) => ['--project', project]),
      '--reporter=json',
      '--reporter=default',
      '--reporter=./tools/suites-reporter.mjs',
      `--outputFile.json=${reportOf(name)}`,
    ),
  ],
});

/** The gate of a change, the dearest first. `after`: parts that must have ended well, where they run. */
const STATIC = [
  // In CI the suites refuse to begin while packages are missing.
  tests('tests', OF_THE_GATE, PACKAGES.keys()),
  {
    name: 'regexes',
    after: ['tools'],
    commands: [node(path.join(TOOLS, 'regexes.mjs'), ...(isFull ? ['--fresh'] : []))],
  },
  { name: 'lint', after: ['tools'], commands: [tool('@biomejs/biome/bin/biome', 'check', '.')] },
  {
    // Tests import the package by its name. One thread, because another part has the second core and threads repeat work.
    name: 'types',
    commands: [
      'tsconfig.json',
      'src/playground/tsconfig.json',
      'src/admin/tsconfig.json',
      'src/site/browser/tsconfig.json',
    ].map((project) => ours('typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p', project)),
    // Of the packages that tests name, too.
    after: ['build', ...PACKAGES.keys()],
  },
  { name: 'dead', after: ['tools', 'build'], commands: [tool('knip/bin/knip.js', '--no-progress')] },
  { name: 'floors', after: ['tools'], commands: [node(path.join(TOOLS, 'floors.mjs'))] },
  { name: 'structure', after: ['tools'], commands: [node(path.join(TOOLS, 'structure.mjs'))] },
  { name: 'phrases', after: ['build'], commands: [node(path.join(TOOLS, 'phrases.mjs'))] },
  { name: 'docs', after: ['build'], commands: [node('scripts/docs.mjs', '--check')] },
  { name: 'dependencies', after: ['build'], commands: [node(path.join(TOOLS, 'dependencies.mjs'))] },
];
const BUILD = { name: 'build', commands: [node('scripts/build.mjs', '--no-check')] };
/** Alone, because it uses every core. */
const GROWTH = {
  name: 'growth',
  after: ['build'],
  commands: [node(path.join(TOOLS, 'growth.mjs'), ...(isFull ? [] : ['--short']))],
};
/** What documents say and what a conversion costs, beside this build; alone, because the cost is timed. */
const COMPARED = ['figures', 'baseline'].map((name) => ({
  name,
  isShown: true,
  commands: [
    node(path.join(ROOT, 'bench', `${name}.mjs`), ...(values.corpus ? ['--corpus', values.corpus] : [])),
  ],
}));
const FORMAT = {
  name: 'format',
  after: ['tools'],
  commands: [tool('@biomejs/biome/bin/biome', 'check', '--write', '.')],
};
const SYSTEM = tests(
  'suites',
  SUITES.map(({ name }) => name).filter((name) => !OF_THE_GATE.includes(name)),
  PACKAGES.keys(),
);

/** Runs a command; resolves to its exit code and, unless it is shown at once, what it printed. */
function run([program, ...args], isShown = false) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, PAGEMARK_TEST_BUILD: '1', ...(isFull ? { PAGEMARK_FULL: '1' } : {}) },
      stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && program === 'npm',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs the commands of a part in turn, until one fails. */
async function runPart({ name, commands, report, isShown }) {
  const began = performance.now();
  let failed = null;
  for (const command of commands) {
    const { code, output } = await run(command, isShown);
    if (code === 0) continue;
    failed = `${output}check: ${name} failed: ${path.basename(command[1])} ${command.slice(2).join(' ')}`;
    break;
  }
  const seconds = (performance.now() - began) / 1000;
  if (failed === null) console.log(`check: ${name}, ${seconds.toFixed(1)} s`);
  else console.error(failed);
  return { name, report, seconds, isOk: failed === null };
}

/**
 * Runs parts, some at a time and beside them those that mostly wait for the network (`waits`). One begins when those that it comes
 * after have ended, and is left out when they failed.
 */
async function runParts(parts) {
  const queue = [...parts];
  const running = new Map();
  const ended = new Map(parts.map(({ name }) => [name, undefined]));
  const isReady = ({ after = [] }) =>
    after.every((name) => !ended.has(name) || ended.get(name) !== undefined);
  const hasRoom = ({ waits }) =>
    waits || [...running.keys()].filter((part) => !part.waits).length < AT_A_TIME;
  const begin = async (part) => {
    const isLeftOut = (part.after ?? []).some((name) => ended.get(name)?.isOk === false);
    ended.set(part.name, isLeftOut ? { isLeftOut, isOk: false } : await runPart(part));
  };
  for (;;) {
    const at = queue.findIndex((part) => isReady(part) && hasRoom(part));
    if (at >= 0) {
      const [part] = queue.splice(at, 1);
      running.set(
        part,
        begin(part).then(() => running.delete(part)),
      );
    } else if (running.size > 0) await Promise.race(running.values());
    else return [...ended.values()].filter(({ isLeftOut }) => !isLeftOut);
  }
}

/** Prints a table of the parts and suites; gives the sums of what passed and failed. */
function sum(parts, slower) {
  const found = parts.flatMap(({ report }) => report ?? []);
  const { suites, failures, ...tests } = sumReports(found, { root: ROOT, suites: SUITES, slower });
  const over = isFull ? [] : suites.filter(({ isOver }) => isOver);
  // A run of tests can fail outside of any test (an unhandled error): it is never reported as green.
  const others = parts.filter(({ report, isOk }) => report === undefined || (!isOk && tests.failed === 0));
  const failed = others.filter(({ isOk }) => !isOk).length;
  for (const { name, seconds, isOk } of parts)
    console.log(`${isOk ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s`);
  for (const { name, files, seconds, budgetS } of suites)
    console.log(
      `       ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s in ${files} files, budget ${budgetS} s`,
    );
  for (const failure of failures) console.error(`check: failed: ${failure}`);
  for (const { name, seconds, budgetS } of over)
    console.error(
      `check: suite "${name}" took ${seconds.toFixed(0)} s, its budget is ${budgetS} s (machine ${slower.toFixed(1)} times slower than alone): shorten its short form, or say in tools/suites.table.mjs why it is worth more`,
    );
  return {
    passed: tests.passed + others.length - failed,
    failed: tests.failed + failed + over.length,
  };
}

const began = performance.now();
const slower = [contention()];
const wanted =
  names.length === 0 ? STATIC : [...STATIC, GROWTH, FORMAT].filter(({ name }) => names.includes(name));
if (wanted.length < names.length)
  throw new Error(`Name parts of: ${STATIC.map(({ name }) => name).join(', ')}, growth, format`);
const isWanted = (name) => isCi || isFull || wanted.some(({ after }) => after?.includes(name));
const installing = [...PACKAGES]
  .filter(([name, folder]) => isWanted(name) && !isInstalled(path.join(ROOT, folder)))
  .map(([name, folder]) => ({
    name,
    waits: true,
    commands: [
      npm(
        isLocked(path.join(ROOT, folder)) ? 'ci' : 'install',
        '--prefix',
        folder,
        '--no-audit',
        '--no-fund',
      ),
    ],
  }));
const needsBuild = values.built !== true && wanted.some(({ after }) => after?.includes('build'));
const building = needsBuild ? [BUILD] : [];
const parts = await runParts([...building, ...installing, ...wanted]);
slower.push(contention());
if (isCi || isFull) parts.push(await runPart(GROWTH));
if (isFull) for (const part of COMPARED) parts.push(await runPart(part));
if (isCi || (isFull && parts.every(({ isOk }) => isOk)))
  parts.push(await runPart({ ...SYSTEM, isShown: true }));
if (isCi || isFull) slower.push(contention());
const { passed, failed } = sum(parts, Math.max(...slower));
rmSync(reports, { recursive: true, force: true });
console.log(`check: ${((performance.now() - began) / 1000).toFixed(0)} s in all`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
