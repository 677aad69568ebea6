import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inForm } from '../support/full-form.ts';
import { startTestService, type TestService, untilReady } from '../support/test-service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { SERVER_PAGES } from './server-pages.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-fake-browser-'));
const started = path.join(folder, 'started');
/** In the place of a browser: notes that it was started, and ends. */
const fakeBrowser = path.join(folder, 'browser');

let site: Upstream;
let service: TestService;
let key: string;
beforeAll(async () => {
  writeFileSync(fakeBrowser, `#!/bin/sh\ntouch ${started}\nexit 1\n`, { mode: 0o755 });
  site = await startUpstream({
    ...Object.fromEntries(SERVER_PAGES.map(({ id, html }) => [`/${id}`, html])),
    '/shell': '<body><div id="root"></div><script type="module" src="/assets/index.js"></script>',
    '/data': `<body><div id="root"></div><script type="application/ld+json">${JSON.stringify({
      '@type': 'Article',
      articleBody: 'A page that carries its content as data for search engines. '.repeat(10),
    })}</script><script type="module" src="/assets/index.js"></script>`,
  });
  service = await startTestService({ PAGEMARK_BROWSER: fakeBrowser, PAGEMARK_FETCH_ALLOW: site.address });
  await untilReady(service);
  key = await service.newKey();
});
afterAll(async () => {
  await service?.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const convert = async (name: string, more: Readonly<Record<string, unknown>> = {}) => {
  const response = await service.convert({ url: `${site.url}/${name}`, ...more }, key);
  return (await response.json()) as {
    data?: { content: string };
    error?: { reason: string; message: string };
  };
};

// The short form has each shape and each kind of content at least once.
test('none of 100 pages with their content in their markup starts a browser', async () => {
  expect(SERVER_PAGES.length).toBe(100);
  for (const { id, shows } of inForm(SERVER_PAGES, 7)) {
    const { data, error } = await convert(id);
    expect(error, id).toBeUndefined();
    expect(data?.content, id).toContain(shows);
  }
  expect(existsSync(started)).toBe(false);
});

test('nor does one that carries its content as data', async () => {
  expect((await convert('data')).data?.content).toContain('as data for search engines');
  expect(existsSync(started)).toBe(false);
});

test('nor does a request that says never', async () => {
  expect((await convert('shell', { render: 'never' })).error).toMatchObject({
    reason: 'js_required',
    message: expect.stringContaining('"render"'),
  });
  expect(existsSync(started)).toBe(false);
});

test.each([
  ['"wait_for_selector"', { render: 'never', wait_for_selector: 'p' }],
  ['"html"', { html: '<p>x</p>', render: 'always' }],
])('options that contradict each other are refused: %s', async (named, options) => {
  expect((await convert('shell', options)).error).toMatchObject({
    reason: 'invalid_request',
    message: expect.stringContaining(named),
  });
  expect(existsSync(started)).toBe(false);
});

test('a shell does, and a browser that does not start is told of', async () => {
  expect((await convert('shell')).error).toMatchObject({
    reason: 'js_required',
    message: expect.stringContaining('pagemark doctor'),
  });
  expect(existsSync(started)).toBe(true);
});
