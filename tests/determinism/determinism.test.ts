import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCases } from '../constructs/read-cases.ts';
import { findTestBrowser } from '../support/browser.ts';
import { isFull } from '../support/full-form.ts';

const BENCH = fileURLToPath(new URL('../../bench/determinism.mjs', import.meta.url));
const LIBRARY = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
const CASES = fileURLToPath(new URL('../constructs/', import.meta.url));
const RUNS = isFull ? '4' : '2';
const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-determinism-'));

beforeAll(() => {
  const pages = path.join(folder, 'pages', 'cases');
  mkdirSync(pages, { recursive: true });
  const files = readdirSync(CASES).filter((name) => name.endsWith('.cases'));
  const cases = files.flatMap((file) => readCases(readFileSync(path.join(CASES, file), 'utf8')));
  for (const [i, { html }] of cases.entries()) {
    writeFileSync(path.join(pages, `${i}.json`), JSON.stringify({ url: `https://example.com/${i}` }));
    writeFileSync(path.join(pages, `${i}.html.gz`), gzipSync(html));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function compare(...args: readonly string[]) {
  const fixed = [BENCH, '--corpus', folder, '--datasets', 'cases'];
  return promisify(execFile)(process.execPath, [...fixed, ...args]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

test('every construct converts to the same bytes in two processes, in any order, cold and warm', async () => {
  const { code, stdout } = await compare(
    '--pages',
    isFull ? 'all' : '30',
    '--runs',
    RUNS,
    '--processes',
    '2',
  );
  expect(stdout).toMatch(/^\d+ inputs, \d shuffled passes, 2 processes: 0 differ/m);
  expect(code).toBe(0);
});

const browser = await findTestBrowser();
test.skipIf(browser === null)('pagemark/core writes them in a browser too', async () => {
  const { code, stdout } = await compare(
    ...['--pages', isFull ? 'all' : '30', '--runs', '1', '--processes', '1', '--browser', browser!],
  );
  expect(stdout).toMatch(/^Chromium \S+: \d+ inputs, 1 pass$/m);
  expect(stdout).toMatch(/: 0 differ, digest/);
  expect(code).toBe(0);
});

test('a conversion that depends on what came before it, or on its process, is found', async () => {
  const library = path.join(folder, 'library.mjs');
  const write = (extra: string) =>
    writeFileSync(
      library,
      `import { convertHtml as convert } from ${JSON.stringify(pathToFileURL(LIBRARY).href)};
let calls = 0;
export function convertHtml(html, options) {
  const { text, metadata, outcome, markdown } = convert(html, options);
  return { text, metadata, outcome, markdown: markdown + ${extra} };
}`,
    );
  write('(calls++ === 12 ? "x" : "")');
  expect((await compare('--pages', '12', '--runs', '2', '--processes', '1', '--library', library)).code).toBe(
    1,
  );
  write('process.pid');
  const { code, stdout } = await compare(
    '--pages',
    '12',
    '--runs',
    '2',
    '--processes',
    '2',
    '--library',
    library,
  );
  expect(code).toBe(1);
  expect(stdout).toContain('0 differ within');
});
