#!/usr/bin/env node
// Checks that every import of src/ keeps the floors of floors.table.mjs. Exits 1 with one line per violation.
// usage: node tools/floors.mjs [root]      root: folder that holds src/ (default: this project)
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADAPTER_READERS, ADAPTERS, FLOWS, ROOMS } from './floors.table.mjs';
import { importsOf, readSource } from './read-source.mjs';
import { sourceFiles } from './source-files.mjs';

/** Room of a path such as `src/core/html/parse.ts`, or undefined for a path in no room. */
const roomOf = (file) =>
  ROOMS.find(({ room }) => file === `src/${room}` || (room.endsWith('/') && file.startsWith(`src/${room}`)));

/** The rule of a flow that the import `from` → `to` breaks, or null. */
function counterFlow(from, to) {
  for (const { folder, order } of FLOWS) {
    const place = (file) => order.findIndex((part) => file.startsWith(`src/${folder}${part}`));
    const [here, there] = [place(from), place(to)];
    if (here >= 0 && there > here) return `${folder}${order[here]} comes before ${order[there]}`;
  }
  return null;
}

/** The rule that the import `from` → `to` breaks, or null. `to` is a path, or a package or builtin name. */
function violation(from, to, kind, isTypeOnly) {
  const here = roomOf(from);
  if (!here) return null; // reported once, as a module
  if (kind !== 'file') {
    if (!here.packages) return null;
    if (kind === 'computed') return `${here.room} names the modules that it imports`;
    if (kind === 'builtin') return `${here.room} runs anywhere: no node builtins`;
    if (isTypeOnly || here.packages.includes(to)) return null;
    return `${here.room} imports only these packages: ${here.packages.join(', ') || 'none'}`;
  }
  const there = roomOf(to);
  if (!there) return null;
  if (ADAPTERS.test(to) && !ADAPTER_READERS.test(from))
    return 'only app.ts and open-from-config.ts name storage adapters';
  if (!isTypeOnly && here.typesFrom?.includes(there.room))
    return `${here.room} takes types alone from ${there.room}`;
  const against = counterFlow(from, to);
  if (against) return against;
  if (there === here || there.floor < here.floor || here.also?.includes(there.room)) return null;
  return `${here.room} (floor ${here.floor}) may not import ${there.room} (floor ${there.floor})`;
}

/** What an import of `file` leads to: a path from the root on, or the name of a package or builtin. */
function targetOf(file, name) {
  if (name === null) return { kind: 'computed', to: 'an import computed at run time' };
  if (isBuiltin(name)) return { kind: 'builtin', to: name };
  if (name.startsWith('.'))
    return { kind: 'file', to: path.posix.normalize(`${path.posix.dirname(file)}/${name}`) };
  const parts = name.split('/');
  return { kind: 'package', to: parts.slice(0, name[0] === '@' ? 2 : 1).join('/') };
}

/** Every import of `root`/src, judged. */
export function checkFloors(root) {
  const files = sourceFiles(root);
  if (files.length === 0) throw new Error('floors: found no file; is this the root of the project?');
  const broken = [];
  for (const file of files) {
    if (!roomOf(file)) broken.push(`${file} is in no room: name it in tools/floors.table.mjs`);
    for (const { name, isTypeOnly } of importsOf(readSource(root, file).program)) {
      const { kind, to } = targetOf(file, name);
      const rule = violation(file, to, kind, isTypeOnly);
      if (rule) broken.push(`${file} → ${to}: ${rule}`);
    }
  }
  return { modules: files.length, broken };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  const { modules, broken } = checkFloors(root);
  for (const line of broken) console.error(`floors: ${line}`);
  console.log(`floors: ${modules} modules, ${broken.length} violations`);
  process.exit(broken.length ? 1 : 0);
}
