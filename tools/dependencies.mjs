#!/usr/bin/env node
// Checks the tables of docs/dependencies.md against package.json and package-lock.json: a row for each dependency and none
// more, its version, licence and packages, and the sum of all within the budget that the document states. Exits 1 with one line
// per fault. With --write it writes all of a row but its last column, which is written by hand.
// usage: node tools/dependencies.mjs [root] [--write]      root: folder of package.json (default: this project)
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file takes whole blocks of the disk, of this many bytes. */
const BLOCK_BYTES = 4096;
/** Packages of one platform are counted as npm installs them there, whatever machine counts. */
const PLATFORM = { os: 'linux', cpu: 'x64' };

/**
 * What an installation of a project brings, by its package-lock.json: neither dev dependencies nor optional peers.
 * `packages`, `bytes`: of all dependencies, the bytes with the files that the project packs itself. A dependency's own are
 * those that would go with it; what several share is in the sum alone. Sizes are those of `node_modules`; what is not there
 * counts as nothing.
 */
function readLock(root) {
  const { packages: locked } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const names = Object.keys(manifest.dependencies ?? {});
  const all = reach(locked, names, withPeers);
  const sizes = new Map([...all].map((at) => [at, bytesUnder(path.join(root, at))]));
  const sizeOf = (places) => places.reduce((sum, at) => sum + sizes.get(at), 0);
  const dependencies = names.map((name) => {
    const others = names.filter((other) => other !== name);
    const rest = reach(locked, others, withoutPeers);
    const own = [...reach(locked, [name], withoutPeers)].filter((at) => !rest.has(at));
    const { version, license } = locked[`node_modules/${name}`];
    return { name, version, license, packages: own.length, bytes: sizeOf(own) };
  });
  const packed = (manifest.files ?? []).reduce((sum, file) => sum + bytesUnder(path.join(root, file)), 0);
  const optionalPeers = Object.keys(manifest.peerDependenciesMeta ?? {}).map((name) => ({
    name,
    range: manifest.peerDependencies[name],
    license: locked[`node_modules/${name}`]?.license ?? 'not installed by tests',
  }));
  return { packages: all.size, bytes: sizeOf([...all]) + packed, dependencies, optionalPeers };
}

/** What a package brings. */
const withoutPeers = ({ dependencies, optionalDependencies }) =>
  Object.keys({ ...dependencies, ...optionalDependencies });
/** And what it wants beside itself, which npm installs where it is missing. */
const withPeers = (locked) => [
  ...withoutPeers(locked),
  ...Object.keys(locked.peerDependencies ?? {}).filter(
    (name) => !locked.peerDependenciesMeta?.[name]?.optional,
  ),
];

/** Places in node_modules of the named packages and of all that these need (`namesOf` an entry of the lock), on one platform. */
function reach(locked, names, namesOf) {
  const found = new Set();
  const queue = names.map((name) => place(locked, '', name));
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at === null || found.has(at) || !fits(locked[at])) continue;
    found.add(at);
    for (const name of namesOf(locked[at])) queue.push(place(locked, at, name));
  }
  return found;
}

const fits = ({ os = [PLATFORM.os], cpu = [PLATFORM.cpu] }) =>
  os.includes(PLATFORM.os) && cpu.includes(PLATFORM.cpu);

/** Where Node finds a package that is imported from `from`: in the nearest node_modules from there up; null: nowhere. */
function place(locked, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const at = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (at in locked) return at;
    if (folder === '') return null;
  }
}

/** Bytes on the disk of a file, or of a folder without the packages inside of it. */
function bytesUnder(at) {
  if (!existsSync(at)) return 0;
  const stat = statSync(at);
  const own = Math.ceil(stat.size / BLOCK_BYTES) * BLOCK_BYTES;
  if (!stat.isDirectory()) return own;
  return readdirSync(at).reduce(
    (sum, name) => (name === 'node_modules' ? sum : sum + bytesUnder(path.join(at, name))),
    own,
  );
}

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
