import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type * as FindBrowser from '../../src/rendering/find-browser.ts';
import { PROJECT } from '../support/run-pagemark.ts';

const BUILD = fileURLToPath(new URL('../../build/', import.meta.url));
const FIND_BROWSER = 'rendering/find-browser.js';
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** An installation, with these files of packages beside it, on a system without a browser. */
async function findWith(packages: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-find-browser-'));
  folders.push(folder);
  for (const [name, text] of Object.entries({ ...packages, 'package.json': '{"type":"module"}' })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  for (const file of [FIND_BROWSER, 'executable-file.js'])
    cpSync(path.join(BUILD, file), path.join(folder, file));
  const built = pathToFileURL(path.join(folder, FIND_BROWSER));
  const { findBrowser } = (await import(/* @vite-ignore */ `${built}`)) as typeof FindBrowser;
  return findBrowser({ mode: 'auto' }, []);
}

test('without a browser of the system, the one of an installed @sparticuz/chromium is taken', async () => {
  const carrier = 'node_modules/@sparticuz/chromium';
  const found = await findWith({
    [`${carrier}/package.json`]: '{"type":"module","exports":"./index.js"}',
    [`${carrier}/index.js`]: 'export default { executablePath: async () => "/tmp/carried" };',
  });
  expect(found?.from).toBe('@sparticuz/chromium');
  expect(await found?.executablePath()).toBe('/tmp/carried');
});

test('without that package either there is none', async () => {
  expect(await findWith({})).toBeNull();
});

/** The modules after whose import, one after the other, the browser's driver is loaded. */
function loadingDriver(modules: readonly string[]): readonly string[] {
  const code = `const { cache } = (await import('node:module')).createRequire(process.cwd() + '/x.js');
const loading = [];
for (const module of ${JSON.stringify(modules)}) {
  await import(module);
  if (Object.keys(cache).some((file) => file.includes('playwright-core'))) loading.push(module);
}
console.log(JSON.stringify(loading));`;
  const args = ['--input-type=module', '-e', code, 'pagemark', '--version'];
  const out = execFileSync(process.execPath, args, {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  return JSON.parse(out.trim().split('\n').at(-1)!) as readonly string[];
}

test("the browser's driver is loaded by no module of ours, and would be seen", () => {
  const ours = ['./dist/index.js', './dist/main.cjs', './dist/cli/main.js', './build/rendering/renderer.js'];
  expect(loadingDriver([...ours, 'playwright-core'])).toEqual(['playwright-core']);
});
