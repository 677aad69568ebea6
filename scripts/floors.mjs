#!/usr/bin/env node
// Checks that every import of src/ keeps the floors of floors.table.mjs. Exits 1 with one line per violation.
// usage: node scripts/floors.mjs [root]      root: folder that holds src/ (default: this project)
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { ADAPTER_READERS, ADAPTERS, FLOWS, ROOMS } from './floors.table.mjs';

/** Files under src/ that only tests read; tsconfig.build.json leaves them out too. */
const TEST_MATERIAL = /\.(test|fixture|d)\.ts$|(^|\/)constructs\//;

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

/** Every import of `root`/src, judged. Throws when the reader saw fewer modules than there are files. */
export async function checkFloors(root) {
  const isSource = (name) => name.endsWith('.ts') && !TEST_MATERIAL.test(name);
  const files = readdirSync(path.join(root, 'src'), { recursive: true }).filter(isSource);
  const { output } = await cruise(['src'], {
    baseDir: root,
    tsPreCompilationDeps: true,
    exclude: { path: '\\.(test|fixture)\\.ts$|/constructs/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  });
  const modules = output.modules.filter((m) => m.source.startsWith('src/') && isSource(m.source));
  if (modules.length !== files.length) {
    throw new Error(
      `floors: read ${modules.length} modules of ${files.length} files; check that the compiler alias is installed`,
    );
  }
  const broken = [];
  for (const { source, dependencies } of modules) {
    if (!roomOf(source)) broken.push(`${source} is in no room: name it in scripts/floors.table.mjs`);
    for (const dep of dependencies) {
      if (dep.resolved.endsWith('.json') || dep.resolved.includes('.test.')) continue;
      const kind = dep.coreModule ? 'builtin' : dep.resolved.startsWith('src/') ? 'file' : 'package';
      const name =
        kind === 'package'
          ? dep.module
              .split('/')
              .slice(0, dep.module[0] === '@' ? 2 : 1)
              .join('/')
          : dep.resolved;
      const rule = violation(source, name, kind, dep.dependencyTypes.includes('type-only'));
      if (rule) broken.push(`${source} → ${name}: ${rule}`);
    }
  }
  return { modules: modules.length, broken };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  process.chdir(root);
  const { modules, broken } = await checkFloors(root);
  for (const line of broken) console.error(`floors: ${line}`);
  console.log(`floors: ${modules} modules, ${broken.length} violations`);
  process.exit(broken.length ? 1 : 0);
}
