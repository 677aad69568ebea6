// Makes dist/, which is packed and run, of the modules in build/: the library in one file, for Node (`index.js`) and for every
// other platform (`core.js`); client, command line, service and threads in few files with what they share in chunks beside
// them; the types of library and client; the pages (decisions/101-the-product-is-bundled.md).
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const MODULES = path.join(root, 'build');
const DIST = path.join(root, 'dist');

/** What is imported or started by its name, each `NAME.js`: library, client, command line, service, threads. */
export const ENTRIES = [
  'index',
  'client/index',
  'cli/main',
  'main',
  'conversion/worker',
  'storage/sqlite/snapshot-thread',
];
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
  const product = Object.fromEntries(
    ENTRIES.filter((name) => !(name in library)).map((name) => [name, name]),
  );
  const onNode = { platform: 'node', external: isOutside };
  const packages = [
    await write(library, onNode),
    await write(product, onNode),
    await write({ core: 'index' }, { platform: 'browser', resolve: { alias: OF_THE_PLATFORM } }, true),
    await write({ 'playground/main': 'playground/main' }, { platform: 'browser' }, true),
  ];
  writeLicences(new Set(packages.flat()));
  for (const name of TYPED) copyTypes(`${name}.d.ts`);
  for (const folder of ['site', 'playground']) copyPageFiles(folder);
  copyReference();
}

/** Whether an import is left to Node: of a package outside, but for what a package inside brings. */
function isOutside(id, importer) {
  return (
    !importer?.includes('node_modules') && OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`))
  );
}

/** Decoders that every platform but Node has complete: 300 KB of tables less. */
const OF_THE_PLATFORM = { '@exodus/bytes/encoding.js': '@exodus/bytes/encoding-browser.js' };

/**
 * Bundles entries, each under its name in dist/, with what they import; returns the folders of the packages inside. Chunks
 * lie in dist/ itself, which `src/built-file.ts` counts on, and without a digest in their names, so that the names in a stack
 * stay; for that, code is not minified where it is not sent over a network.
 */
async function write(entries, options, minify = false) {
  // Loaded here: a production install has no bundler and builds nothing.
  const { rolldown } = await import('rolldown');
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, module]) => [name, path.join(MODULES, `${module}.js`)]),
  );
  const made = await rolldown({ ...options, input, cwd: root });
  const { output } = await made.write({
    dir: DIST,
    minify,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
  await made.close();
  const modules = output.flatMap(({ modules: inside }) => Object.keys(inside ?? {}));
  return modules.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []);
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

/** Copies the declarations of a module, and those that they name. */
function copyTypes(file) {
  const target = path.join(DIST, file);
  if (existsSync(target)) return;
  cpSync(path.join(MODULES, file), target);
  for (const [, name] of readFileSync(target, 'utf8').matchAll(
    /\b(?:from|import\()\s*['"](\.[^'"]+)\.ts['"]/g,
  ))
    copyTypes(path.join(path.dirname(file), `${name}.d.ts`));
}

/** Copies what a browser loads beside code: `site` is what every page of the service shares. */
function copyPageFiles(folder) {
  const from = path.join(root, 'src', folder);
  const to = path.join(DIST, folder);
  for (const name of readdirSync(from))
    if (PAGE_FILE.test(name)) cpSync(path.join(from, name), path.join(to, name));
}

/** Swagger UI as the page of the API reference loads it; its licence is named in NOTICE. */
function copyReference() {
  const from = path.dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css')));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    cpSync(path.join(from, name), path.join(DIST, 'reference', name));
}
