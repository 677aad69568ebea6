import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTRIES, PROGRAMS } from '../../scripts/bundle.mjs';
import { inForm, isFull } from '../support/full-form.ts';
import { leftOut } from '../support/left-out.ts';
import { ARTICLE_PAGE, PROJECT, temporaryFolder } from '../support/run-pagemark.ts';

const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;
const exec = promisify(execFile);
const { dir, remove } = temporaryFolder();
let tarball: string;

beforeAll(async () => {
  // `prepare` would build dist/ anew under the feet of other tests; it is built already.
  const { stdout } = await exec('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', dir], {
    cwd: PROJECT,
  });
  const [packed] = Object.values(JSON.parse(stdout)) as { filename: string }[];
  tarball = path.join(dir, packed!.filename);
});
afterAll(remove);

test('publint finds nothing in the packed tarball', async () => {
  const bytes = readFileSync(tarball);
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(bytes).buffer },
    strict: true,
  });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

/** What a module imports or requires as soon as it is loaded. */
const LOADED = /^(?:(?:import|export)\b[^'"]*?|\w+ [^\n=]+ = require\()["']([^'"]+)["']\)?;?$/gm;

/** What a file of dist/ loads at once, with all that this loads in turn: packages, and paths in dist/. */
function importedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const text = readFileSync(path.join(PROJECT, 'dist', file), 'utf8');
  for (const [, name = ''] of text.matchAll(LOADED)) {
    const target = name.startsWith('.') ? path.join(path.dirname(file), name) : name;
    if (seen.has(target)) continue;
    seen.add(target);
    if (target !== name) importedBy(target, seen);
  }
  return seen;
}

test('no entry of the product imports a package that an installation leaves out', () => {
  const { peerDependencies } = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const files = [
    ...ENTRIES.map((name) => `${name}.js`),
    ...PROGRAMS.map((name) => `${path.basename(name)}.cjs`),
  ];
  for (const entry of files) {
    const imported = importedBy(entry);
    for (const name of Object.keys(peerDependencies!)) expect([...imported], entry).not.toContain(name);
  }
  expect([...importedBy('open-postgres-stores.cjs')]).toContain('pg');
});

/** The oldest release of the compiler that the types are for. */
const OLDEST_TYPESCRIPT = 'typescript@5.0.4';
const TSCONFIG = `{
  "compilerOptions": {
    "strict": true, "skipLibCheck": false, "target": "es2022", "lib": ["es2022", "dom"], "types": []
  },
  "files": ["consumer.ts"]
}`;
const CONSUMER = `
import { convertHtml, type Conversion } from 'pagemark';
import { createClient, PagemarkError, type PagemarkClient } from 'pagemark/client';
const page: Conversion = convertHtml('<h1>Hello</h1><p>Some <b>bold</b> text.</p>', { url: 'https://a.example/' });
const client: PagemarkClient = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
export const linksOf = async (url: string): Promise<readonly { url: string }[]> =>
  (await client.convert({ url, include_links: true, include_selectors: ['main'] })).links;
export const unasked = async (file: Uint8Array): Promise<string> => {
  const { links, content, info } = await client.convertFile(file, { scope: 'full' });
  // @ts-expect-error links that were not asked for may be missing
  links.length;
  // @ts-expect-error internals of a conversion are none of its fields
  page.document;
  return content + info.engine;
};
const reason: string = await client.health().then(() => 'none', (error: PagemarkError) => error.reason);
console.log(JSON.stringify([page.markdown, reason]));
`;

test('the tarball works in an empty project: library, client, types and command line', async (context) => {
  writeFileSync(path.join(dir, 'package.json'), '{"name":"consumer","type":"module","private":true}');
  writeFileSync(path.join(dir, 'page.html'), ARTICLE_PAGE);
  writeFileSync(path.join(dir, 'consumer.ts'), CONSUMER);
  writeFileSync(path.join(dir, 'tsconfig.json'), TSCONFIG);
  const inDir = (command: string, args: readonly string[]) => exec(command, args, { cwd: dir });
  const packages = [tarball, ...(isFull ? [OLDEST_TYPESCRIPT] : [])];
  try {
    await inDir('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages]);
  } catch (error) {
    if (process.env.CI === 'true' || !OFFLINE.test(String((error as { stderr?: string }).stderr)))
      throw error;
    leftOut('install of the tarball', 'npm test, where a package registry is reached');
    return context.skip();
  }
  const compilers = [PROJECT, ...(isFull ? [dir] : [])].map((one) =>
    path.join(one, 'node_modules/typescript/bin/tsc'),
  );
  // The types resolve as a bundler looks for them, and as Node does; no library of Node's is needed, nor zod.
  const resolutions = [
    ['--module', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ];
  rmSync(path.join(dir, 'node_modules/zod'), { recursive: true, force: true });
  for (const resolution of inForm(resolutions, 2))
    for (const compiler of compilers)
      await inDir(process.execPath, [compiler, '-p', 'tsconfig.json', ...resolution]);
  const { stdout } = await inDir(process.execPath, ['consumer.js']);
  expect(JSON.parse(stdout)).toEqual(['# Hello\n\nSome **bold** text.', 'client_network']);
  const cli = await inDir(path.join(dir, 'node_modules/.bin/pagemark'), ['convert', 'page.html']);
  expect(cli.stdout).toContain('# Rivers of the north');
});

/** Bytes that `pagemark/core` may have over a network, compressed as servers of static files do. */
const CORE_BYTES = 350 * 1024;
const read = (file: string) => readFileSync(path.join(PROJECT, 'dist', file));

/** What a module imports, at once or later. */
function importsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, source } = node as { type?: string; source?: { value?: unknown } | null };
    if (/^(?:Import|Export)\w*(?:Declaration|Expression)$/.test(type ?? '') && source)
      found.push(String(source.value));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(read(file).toString('utf8')));
  return found;
}

describe('the library', () => {
  test('is one file, beside what Node has', () => {
    expect(importsOf('index.js').filter((name) => !isBuiltin(name))).toEqual([]);
    expect(importsOf('cli/main.js').filter((name) => !isBuiltin(name))).toContainEqual(
      expect.stringMatching(/code-cache/),
    );
  });

  test('needs nothing of Node as pagemark/core', () => {
    expect(importsOf('core.js')).toEqual([]);
  });

  test.each(['index.js', 'core.js'])('runs no text as code, which pages forbid: %s', (file) => {
    expect(read(file).toString('utf8')).not.toMatch(/\beval\s*\(|\bnew Function\b/);
  });

  // The best compression takes seconds.
  test.runIf(isFull)('is small over a network', () => {
    expect(brotliCompressSync(read('core.js')).length).toBeLessThanOrEqual(CORE_BYTES);
  });
});

test('the types are one file for the library and one for its client, with what they say of each field', () => {
  const [library, client] = ['index.d.ts', 'client/index.d.ts'].map((file) => read(file).toString('utf8'));
  for (const types of [library!, client!]) expect(types).not.toMatch(/^import|\bfrom '|import\(/m);
  expect(library).not.toMatch(/HtmlDocument|ConvertContext|Budget/);
  expect(client).toMatch(
    /\/\*\* Put dates, author, .* Default: `false`\. \*\/\n\s+readonly include_extended\?: boolean/,
  );
});

test('licences of the packages inside go with the product', () => {
  const licences = read('LICENSES.txt').toString('utf8');
  for (const name of ['parse5', 'entities', '@exodus/bytes', 'zod', 'commander', 'marked'])
    expect(licences).toMatch(
      new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n\\n[^]{0,80}(?:Copyright|License)`, 'm'),
    );
});
