#!/usr/bin/env node
// Checks the ties of the modules of src/: circles of imports, exports that nothing takes, and who reads the class or the style
// of an element. What is so today stands in structure.table.mjs, exactly. Exits 1 with one line per fault; long files and functions
// are warnings.
// usage: node tools/structure.mjs [--report] [root]      root: folder that holds src/ (default: this project)
//        --report: counts how often the core asks what it has found before (structure-report.mjs)
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importsOf, readSource, walk } from './read-source.mjs';
import { sourceFiles } from './source-files.mjs';
import { CIRCLES, UNUSED_EXPORTS } from './structure.table.mjs';
import { structureReport } from './structure-report.mjs';

const MAX_FILE_LINES = 250;
/** Of a function, without the functions that stand in it. */
const MAX_FUNCTION_LINES = 45;
/** Folders beside src/ whose files take modules of it, or of its build. */
const USERS = ['tests', 'scripts', 'tools', 'bench'];
const isTable = (file) => file.endsWith('.table.ts');
const isTest = (file) => /\.(test|fixture)\.ts$|^tests\//.test(file);

/** The functions of a file that are too long: `file name`, and lines. */
function longFunctions(file, text, program) {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset) => starts.findLastIndex((start) => start <= offset) + 1;
  const functions = [];
  walk(program, (node, name) => {
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      functions.push({ name, first: lineOf(node.start), last: lineOf(node.end), node });
  });
  return functions.flatMap(({ name, first, last, node }) => {
    const inner = new Set();
    for (const other of functions)
      if (other.node !== node && other.node.start >= node.start && other.node.end <= node.end)
        for (let line = other.first + 1; line <= other.last; line++) inner.add(line);
    const lines = last - first + 1 - inner.size;
    return lines > MAX_FUNCTION_LINES ? [[`${file} ${name}`, lines]] : [];
  });
}

/** The module of src/ that an import leads to, or null; one of the build stands for its source. */
function moduleOf(file, name) {
  if (!name?.startsWith('.')) return null;
  const to = path.posix.normalize(`${path.posix.dirname(file)}/${name}`);
  return to.replace(/^build\/(.*)\.js$/, 'src/$1.ts');
}

/** Groups of modules that import each other, types too (Tarjan's strongly connected components), each in order. */
function circles(imports) {
  const found = [];
  const order = new Map();
  const low = new Map();
  const stack = [];
  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.get(file));
    stack.push(file);
    for (const to of imports.get(file)) {
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) low.set(file, Math.min(low.get(file), low.get(to)));
    }
    if (low.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group.sort().join(' '));
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found;
}

/** Files that may take exports of src/: its own, and those of the folders beside it. */
function userFiles(root) {
  const within = (folder) => {
    try {
      return readdirSync(path.join(root, folder), { recursive: true }).map(
        (name) => `${folder}/${name.replaceAll(path.sep, '/')}`,
      );
    } catch {
      return [];
    }
  };
  return ['src', ...USERS]
    .flatMap(within)
    .filter(
      (file) =>
        /\.(ts|mjs)$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file) && !file.endsWith('.d.ts'),
    );
}

/** What files take of the modules of src/: who takes `module name`; the name `*` is all of it. `sources`: files as read. */
function takers(sources) {
  const taken = new Map();
  for (const [file, { program }] of sources) {
    const take = (source, name) => {
      const key = `${moduleOf(file, source)} ${name}`;
      taken.set(key, [...(taken.get(key) ?? []), file]);
    };
    walk(program, (node) => {
      const source = node.source?.value ?? node.argument?.literal?.value;
      if (typeof source !== 'string') return;
      const names = (node.specifiers ?? []).map(({ imported, local, type }) =>
        type === 'ImportNamespaceSpecifier' ? '*' : (imported ?? local).name,
      );
      for (const name of node.specifiers === undefined ? ['*'] : names) take(source, name);
    });
  }
  return (module, name) => [...(taken.get(`${module} ${name}`) ?? []), ...(taken.get(`${module} *`) ?? [])];
}

/** Exports that no other file takes, or that tests alone take and their own file does not use. */
function unusedExports(file, program, takersOf) {
  const names = program.body.flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return [];
    return declaration.declarations?.map(({ id }) => id.name) ?? [declaration.id?.name];
  });
  const uses = new Map();
  walk(program, ({ type, name }) => {
    if (type === 'Identifier') uses.set(name, (uses.get(name) ?? 0) + 1);
  });
  return names.filter((name) => {
    const by = takersOf(file, name).filter((taker) => taker !== file);
    return by.length === 0 || (by.every(isTest) && uses.get(name) === 1 && !isTable(file));
  });
}

/** The attributes of names and looks, which src/core/page/ alone reads for the rest of the core. */
const LOOKS = new Set(['class', 'style']);

/** Whether a file of the core asks elements for their class or style by itself. */
function readsLooks(file, program) {
  if (!file.startsWith('src/core/') || file.startsWith('src/core/page/')) return false;
  let reads = false;
  walk(program, ({ type, callee, arguments: args, operator, left, right }) => {
    if (type === 'CallExpression' && callee.name === 'attr') reads ||= LOOKS.has(args[1]?.value);
    if (type === 'BinaryExpression' && /^[!=]==$/.test(operator))
      reads ||= left.name === 'name' && LOOKS.has(right.value);
  });
  return reads;
}

/** Everything that is wrong with the modules of `root`/src. */
export function checkStructure(root) {
  const files = sourceFiles(root);
  if (files.length === 0) throw new Error('structure: found no file; is this the root of the project?');
  const sources = new Map(userFiles(root).map((file) => [file, readSource(root, file)]));
  const takersOf = takers(sources);
  const [long, functions, unused, looks] = [[], [], [], []];
  const imports = new Map();
  for (const file of files) {
    const { text, program } = sources.get(file);
    const lines = text.split('\n').length - 1;
    if (lines > MAX_FILE_LINES && !isTable(file)) long.push([file, lines]);
    if (!isTable(file)) functions.push(...longFunctions(file, text, program));
    unused.push(...unusedExports(file, program, takersOf).map((name) => `${file} ${name}`));
    if (readsLooks(file, program)) looks.push(file);
    const to = importsOf(program).map(({ name }) => moduleOf(file, name));
    imports.set(
      file,
      [...new Set(to)].filter((module) => files.includes(module)),
    );
  }
  const listed = (found, table, fault) => [
    ...found.filter((one) => !table.includes(one)).map((one) => `${one}: ${fault}`),
    ...table.filter((one) => !found.includes(one)).map((one) => `${one}: take it out of structure.table.mjs`),
  ];
  return {
    modules: files.length,
    warnings: [
      ...long.map(([name, lines]) => `${name}: a file of ${lines} lines; is it one thought?`),
      ...functions.map(([name, lines]) => `${name}: a function of ${lines} lines; is it one step?`),
    ],
    faults: [
      ...listed(circles(imports), CIRCLES, 'break this circle of imports'),
      ...listed(
        looks,
        [],
        'ask page/roles.ts, page/style-of.ts or page/visibility for what a class or style means',
      ),
      ...listed(unused, UNUSED_EXPORTS, 'remove this export, nothing but a test takes it'),
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { report: { type: 'boolean' } },
    allowPositionals: true,
  });
  const root = path.resolve(positionals[0] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  if (values.report)
    for (const [what, count] of structureReport(root)) console.log(`${String(count).padStart(6)} ${what}`);
  else {
    const { modules, warnings, faults } = checkStructure(root);
    for (const line of [...warnings.map((warning) => `warning: ${warning}`), ...faults])
      console.error(`structure: ${line}`);
    console.log(`structure: ${modules} modules, ${faults.length} faults, ${warnings.length} warnings`);
    process.exit(faults.length ? 1 : 0);
  }
}
