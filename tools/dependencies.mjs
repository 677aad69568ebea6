#!/usr/bin/env node
// Checks the tables of docs/dependencies.md against package.json and package-lock.json: a row for each dependency and none
// more, its version, licence and packages, and the sum of all within the budget that the document states. Exits 1 with one line
// per fault. With --write it writes all of a row but its last column, which is written by hand.
// usage: node tools/dependencies.mjs [root] [--write]      root: folder of package.json (default: this project)
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLock } from './read-lock.mjs';

const DOCUMENT = 'docs/dependencies.md';
/** What the document says of the budget. */
const BUDGET = /at most (\d+) packages and (\d+) MB/;
/** The first cell of a row names a package, the last says why it is there; between them stand facts. */
const ROW = /^\| `([^`]+)` \|(.*)\| ([^|]*) \|$/;
/** Facts which the machine decides (files of its platform, read from `node_modules`) are the ones after a `~`. */
const withoutSizes = (facts) => facts.replace(/~[\d.]+/g, '~');

/** Faults of the project in `root`, one line each, and the document as it should be. */
function checkDependencies(root) {
  const lock = readLock(root);
  const facts = new Map([...lock.dependencies.map(required), ...lock.optionalPeers.map(optional)]);
  const faults = [];
  const seen = new Set();
  const lines = readFileSync(path.join(root, DOCUMENT), 'utf8').split('\n');
  const wanted = lines.flatMap((line) => {
    const [, name, was, why] = ROW.exec(line) ?? [];
    if (name === undefined) return [line];
    const is = facts.get(name);
    if (is === undefined) {
      faults.push(`"${name}" has a row and is no dependency: remove the row`);
      return [];
    }
    seen.add(name);
    if (why.trim() === '') faults.push(`"${name}" has no reason: write it into the last column`);
    if (withoutSizes(was) !== withoutSizes(is))
      faults.push(`"${name}" has a row with "${was.trim()}" for "${is.trim()}": run it with --write`);
    return [`| \`${name}\` |${is}| ${why} |`];
  });
  for (const name of facts.keys())
    if (!seen.has(name)) faults.push(`"${name}" has no row: add "| \`${name}\` | | why it is here |"`);
  const [, packages, megabytes] = BUDGET.exec(lines.join('\n')) ?? [];
  const sum = `${lock.packages} packages, ${megabytesOf(lock.bytes)} MB`;
  if (packages === undefined) faults.push(`the budget is missing: write "at most N packages and N MB"`);
  if (lock.packages > Number(packages)) faults.push(`${sum}: at most ${packages} packages are wanted`);
  if (lock.bytes > Number(megabytes) * 2 ** 20) faults.push(`${sum}: at most ${megabytes} MB are wanted`);
  return { faults, sum, document: wanted.join('\n') };
}

const megabytesOf = (bytes) => (bytes / 2 ** 20).toFixed(1);

function required({ name, version, license, packages, bytes }) {
  return [name, ` ${version} | ${license} | ${packages} | ~${megabytesOf(bytes)} `];
}

function optional({ name, range, license }) {
  return [name, ` ${range} | ${license} `];
}

const args = process.argv.slice(2);
const root =
  args.find((arg) => !arg.startsWith('--')) ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));
if (args.includes('--write')) writeFileSync(path.join(root, DOCUMENT), checkDependencies(root).document);
const { faults, sum } = checkDependencies(root);
for (const fault of faults) console.error(`dependencies: ${fault}`);
console.log(`dependencies: ${sum}, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
