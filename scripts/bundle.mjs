// Makes dist/, which is packed and run, of the modules in build/: the library in one file, for Node (`index.js`) and for every
// other platform (`core.js`); client, command line, service and threads in few files with what they share in chunks beside
// them; the types of library and client; the pages (decisions/101-the-product-is-bundled.md).
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { manPage } from './man-page.mjs';
import { flatTypes } from './types.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const MODULES = path.join(root, 'build');
const DIST = path.join(root, 'dist');

/** What is imported or started by its name, each `NAME.js`: library, client, command line, threads, and who runs the product. */
export const ENTRIES = [
  'index',
  'client/index',
  'cli/main',
  'code-cache',
  'conversion/worker',
  'crawl/site-thread',
  'storage/sqlite/snapshot-thread',
];
/** What these run by V8's code cache, which Node 20 has for CommonJS alone: each `NAME.cjs`, in dist/ itself. */
export const PROGRAMS = ['cli/all-commands', 'cli/page-commands', 'main', 'conversion/worker-tasks'];
const TYPED = ['index', 'client/index'];

/**
 * Packages that are installed beside the product: the dependencies and optional peers of package.json. What else the product
 * imports lies inside of it, with all that it brings: a start opens few files then.
 */
const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const OUTSIDE = Object.keys({ ...dependencies, ...peerDependencies });

/** What a page loads beside code. */
const PAGE_FILE = /\.(css|svg|html|txt)$/;

/** Folder of a package in the path of its module. */
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Writes dist/ anew. */
export async function bundle() {
  rmSync(DIST, { recursive: true, force: true });
  const library = { index: 'index' };
  const started = Object.fromEntries(
    ENTRIES.filter((name) => !(name in library)).map((name) => [name, name]),
  );
  const programs = Object.fromEntries(PROGRAMS.map((name) => [path.basename(name), name]));
  const onNode = { platform: 'node', external: isOutside, plugins: [WITHOUT_UNUSED] };
  const packages = [
    await write(library, onNode),
    await write(started, onNode),
    await write(
      { core: 'index' },
      { platform: 'browser', resolve: { alias: OF_THE_PLATFORM } },
      { minify: true },
    ),
    // What is imported late is required then, as all else is: Node warns of `import()` in code from a cache.
    await write(programs, onNode, { format: 'cjs', extension: 'cjs', dynamicImportInCjs: false }),
    await write(
      { 'playground/main': 'playground/main' },
      { platform: 'browser' },
      // What it loads when it is wanted lies beside it.
      { minify: true, chunkFileNames: 'playground/[name].js' },
    ),
    await write({ 'admin/main': 'admin/main' }, { platform: 'browser' }, { minify: true }),
    await write({ 'site/docs': 'site/browser/docs' }, { platform: 'browser' }, { minify: true }),
  ];
  writeLicences(new Set(packages.flat()));
  for (const name of TYPED)
    writeFileSync(path.join(DIST, `${name}.d.ts`), await flatTypes(MODULES, `${name}.d.ts`));
  for (const folder of ['site', 'playground', 'admin']) copyPageFiles(folder);
  await writeGuides();
  writeFileSync(path.join(DIST, 'pagemark.1'), await manPage());
}

/** Whether an import is left to Node: of a package outside, but for what a package inside brings. */
function isOutside(id, importer) {
  return (
    !importer?.includes('node_modules') && OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`))
  );
}

/**
 * What Fastify loads where it is asked for: compilers of schemas, which `http/server.ts` gives it, and calls without a socket.
 * They are 660 KB that a start would parse.
 */
const UNUSED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];
const WITHOUT_UNUSED = {
  name: 'without-unused',
  resolveId: (id) => (UNUSED.includes(id) ? `\0${id}` : null),
  load: (id) =>
    id.startsWith('\0') && UNUSED.includes(id.slice(1))
      ? `throw new Error('${id.slice(1)} is not part of the product: scripts/bundle.mjs')`
      : null,
};

/** Columns of tables that the product reads, from the first on: the others say who writes a name and where that is documented. */
const READ_COLUMNS = [
  [/\/outcome\/known-[^/]+\.table\.js$/, 3],
  [/\/page\/lexicon\/(?:code|math|parts|visibility)\.table\.js$/, 2],
];
const WITHOUT_NOTES = {
  name: 'without-notes',
  async load(id) {
    const [, columns] = READ_COLUMNS.find(([file]) => file.test(id)) ?? [];
    if (columns === undefined) return null;
    // Asked for anew each time: `npm run dev` bundles again and again.
    const tables = await import(`${pathToFileURL(id)}?${Date.now()}`);
    const written = Object.entries(tables).map(([name, rows]) => {
      const read = rows.map((row) => row.slice(0, columns));
      return `export const ${name} = ${JSON.stringify(read)};\n`;
    });
    return written.join('');
  },
};

/** Decoders that every platform but Node has complete: 300 KB of tables less. */
const OF_THE_PLATFORM = { '@exodus/bytes/encoding.js': '@exodus/bytes/encoding-browser.js' };

/**
 * Bundles entries, each under its name in dist/, with what they import; returns the folders of the packages inside. Chunks
 * lie in dist/ itself, which `src/built-file.ts` counts on, and without a digest in their names, so that the names in a stack
 * stay; for that, code is not minified where it is not sent over a network.
 */
async function write(entries, options, { extension = 'js', ...output } = {}) {
  // Loaded here: a production install has no bundler and builds nothing.
  const { rolldown } = await import('rolldown');
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, module]) => [name, path.join(MODULES, `${module}.js`)]),
  );
  const plugins = [WITHOUT_NOTES, ...(options.plugins ?? [])];
  const made = await rolldown({ ...options, plugins, input, cwd: root });
  const written = await made.write({
    dir: DIST,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name].${extension}`,
    ...output,
  });
  await made.close();
  if (extension === 'cjs')
    for (const { fileName, code } of written.output) writeFileSync(path.join(DIST, fileName), inAscii(code));
  const modules = written.output.flatMap(({ modules: inside }) => Object.keys(inside ?? {}));
  return modules.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []);
}

/** A text with escapes for what is not ASCII: V8 keeps it in a byte a character, and nothing has to be decoded. */
function inAscii(code) {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) throw new Error('Write what is in String.raw in ASCII');
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes the licences of the packages inside, which their authors ask to go with every copy. */
function writeLicences(folders) {
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text =
      file === undefined ? `Licence: ${license}` : readFileSync(path.join(folder, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  writeFileSync(path.join(DIST, 'LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Copies what a browser loads beside code: `site` is what every page of the service shares. */
function copyPageFiles(folder) {
  const from = path.join(root, 'src', folder);
  const to = path.join(DIST, folder);
  for (const name of readdirSync(from))
    if (PAGE_FILE.test(name)) cpSync(path.join(from, name), path.join(to, name));
}

/** Writes the pages of the guides; beside them the guides as they are, and their plots. */
async function writeGuides() {
  const { guidePages } = await import('../build/guides/guide-pages.js');
  const from = path.join(root, 'docs');
  const read = (folder, ending) =>
    new Map(
      readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => [name, readFileSync(path.join(folder, name))]),
    );
  const [guides, plots] = [read(from, '.md'), read(path.join(from, 'plots'), '.svg')];
  const to = path.join(DIST, 'guides');
  mkdirSync(to);
  for (const [name, bytes] of [...guidePages(guides, plots), ...guides, ...plots])
    writeFileSync(path.join(to, name), bytes);
}
