import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type * as FindBrowser from '../../src/rendering/find-browser.ts';

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
