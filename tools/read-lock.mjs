import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

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
export function readLock(root) {
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
