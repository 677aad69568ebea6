// Makes dist/, which is packed and run, of the modules in build/: few files with what they share in chunks beside them, the
// types of the library and the client, and the pages. Packages stay imports (decisions/101-the-product-is-bundled.md).
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** What stands beside the playground's code. */
const PAGE_FILE = /\.(css|svg|html|txt)$/;

/** Writes dist/ anew. */
export async function bundle() {
  rmSync(DIST, { recursive: true, force: true });
  // A package's name is lower case: what begins otherwise is a path.
  await write(ENTRIES, { platform: 'node', external: /^[a-z@]/ });
  for (const name of TYPED) copyTypes(`${name}.d.ts`);
  await write(['playground/main'], { platform: 'browser' });
  copyPage();
  copyReference();
}

/**
 * Bundles entries with what they import. Code is not minified, so that a stack can be read. Chunks lie in dist/ itself, which
 * `src/built-file.ts` counts on, and without a digest in their names, so that the names in a stack stay.
 */
async function write(entries, options) {
  // Loaded here: a production install has no bundler and builds nothing.
  const { rolldown } = await import('rolldown');
  const input = Object.fromEntries(entries.map((name) => [name, path.join(MODULES, `${name}.js`)]));
  const made = await rolldown({ ...options, input, cwd: root });
  await made.write({ dir: DIST, entryFileNames: '[name].js', chunkFileNames: '[name].js' });
  await made.close();
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

function copyPage() {
  const from = path.join(root, 'src', 'playground');
  const to = path.join(DIST, 'playground');
  for (const name of readdirSync(from))
    if (PAGE_FILE.test(name)) cpSync(path.join(from, name), path.join(to, name));
  // Its package is part of the bundle.
  cpSync(path.join(root, 'node_modules', 'marked', 'LICENSE'), path.join(to, 'marked.LICENSE.txt'));
}

/** Swagger UI as the page of the API reference loads it; its licence is named in NOTICE. */
function copyReference() {
  const from = path.dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css')));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    cpSync(path.join(from, name), path.join(DIST, 'reference', name));
}
