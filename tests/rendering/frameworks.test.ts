import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import VALLEY from '../../fixtures/stories/valley.json' with { type: 'json' };
import { inForm, isFull } from '../support/full-form.ts';
import { startTestService, type TestService, untilReady } from '../support/test-service.ts';
import { type Page, startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER } from './rendering-harness.ts';

const { consent: CONSENT, ...STORY } = VALLEY;
/** A folder for each framework with its bundle and its pages, as `fixtures/makers/frameworks` makes them. */
const MADE = fileURLToPath(new URL('../../fixtures/made/frameworks/', import.meta.url));
const FRAMEWORKS: readonly string[] = readdirSync(MADE);
/** The frameworks whose applications know every way to their content. */
const FULL = ['react', 'vue', 'svelte', 'solid', 'angular'];
/** In the bundle; asked for; section by section at its end; under a dialog; in a shadow root; in a written shell. */
const WAYS = ['client', 'fetched', 'endless', 'consent', 'shadow', 'shell'] as const;
const PAGES: readonly string[] = [
  ...FULL.flatMap((name) => WAYS.map((way) => `${name}/${way}`)),
  ...['preact', 'lit'].flatMap((name) => [`${name}/client`, `${name}/fetched`]),
  'preact/endless',
  'react/frame',
  'vue/frame',
];
const STORY_TAKES_MS = 700;

/** The story as a person would write it in HTML. */
const BY_HAND = `<!doctype html><html lang="en"><head><title>Valley notes</title></head><body><nav><a href="/">Home</a></nav>
<main><article><h1>${STORY.title}</h1>${STORY.sections
  .map(
    ({ heading, paragraphs, points, head, rows }) =>
      `<section><h2>${heading}</h2>${each('p', paragraphs)}${points.length > 0 ? `<ul>${each('li', points)}</ul>` : ''}
${
  rows.length > 0
    ? `<table><tr>${each('th', head)}</tr>${each(
        'tr',
        rows.map((row) => each('td', row)),
      )}</table>`
    : ''
}</section>`,
  )
  .join('')}</article></main></body></html>`;

function each(element: string, all: readonly string[]): string {
  return all.map((inside) => `<${element}>${inside}</${element}>`).join('');
}

let site: Upstream;
let service: TestService;
let key: string;
let markdown: string;
beforeAll(async () => {
  site = await startUpstream(siteFiles());
  service = await startTestService({
    PAGEMARK_BROWSER: BROWSER ?? 'off',
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_PLANS: '{"wide":{"perMinute":999,"perHour":999}}',
  });
  await untilReady(service);
  key = await service.newKey('wide');
  markdown = (await convert(service, key, 'by-hand')).data!.content;
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

function siteFiles() {
  const files: Record<string, Page> = {
    '/by-hand': BY_HAND,
    '/api/story.json': (_request, response) =>
      void setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(STORY));
      }, STORY_TAKES_MS),
  };
  for (const name of FRAMEWORKS) {
    const read = (file: string) => readFileSync(path.join(MADE, name, file), 'utf8');
    const script = read('client.js');
    files[`/${name}/assets/index.js`] = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
    for (const way of WAYS) files[`/${name}/${way}`] = read('page.html');
    files[`/${name}/frame`] =
      `<!doctype html><title>Valley notes</title><iframe src="/${name}/client" style="width:100%;height:900px"></iframe>`;
    if (!FULL.includes(name)) continue;
    files[`/${name}/shell`] = read('server-shell.html');
    files[`/${name}/hydrated`] = read('server-hydrated.html');
  }
  return files;
}

async function convert(from: TestService, bearer: string, page: string, more: object = {}) {
  const response = await from.convert(
    { url: `${site.url}/${page}`, include_diagnostics: true, ...more },
    bearer,
  );
  return (await response.json()) as {
    data?: { content: string; diagnostics: { view: string } };
    error?: { reason: string };
  };
}

test('the story written by hand has all of its words', () => {
  for (const { heading, paragraphs, points, rows } of STORY.sections)
    for (const text of [heading.slice(3), ...paragraphs, ...points, ...rows.flat()])
      expect(markdown).toContain(text);
});

test('there are 30 pages and more, of five frameworks and more', () => {
  expect(new Set(PAGES).size).toBeGreaterThanOrEqual(30);
  expect(FRAMEWORKS.length).toBeGreaterThanOrEqual(5);
});

// One after the other in the short form, so that they share one browser.
describe.skipIf(BROWSER === null)(
  'a page of a real framework converts as if written by hand:',
  { concurrent: isFull },
  () => {
    test.each(inForm(PAGES, 19))('%s', async (page) => {
      const { data, error } = await convert(service, key, page);
      expect(error).toBeUndefined();
      expect(data!.diagnostics.view).toBe('rendered');
      expect(data!.content).toBe(markdown);
      expect(data!.content).not.toContain(CONSENT.heading);
    });

    test.each(inForm(FULL, 5))('%s/hydrated, in a browser all the same', async (name) => {
      const { data } = await convert(service, key, `${name}/hydrated`, { render: 'always' });
      expect(data!.diagnostics.view).toBe('rendered');
      expect(data!.content).toBe(markdown);
    });
  },
);

describe('without a browser', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-fake-browser-'));
  const started = path.join(folder, 'started');
  let bare: TestService;
  let bareKey: string;
  beforeAll(async () => {
    // In the place of a browser: notes that it was started, and ends.
    const fake = path.join(folder, 'browser');
    writeFileSync(fake, `#!/bin/sh\ntouch ${started}\nexit 1\n`, { mode: 0o755 });
    bare = await startTestService({
      PAGEMARK_BROWSER: fake,
      PAGEMARK_FETCH_ALLOW: site.address,
      PAGEMARK_PLANS: '{"wide":{"perMinute":999,"perHour":999}}',
    });
    bareKey = await bare.newKey('wide');
  });
  afterAll(async () => {
    await bare?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(FULL)('what a server of %s wrote converts as if by hand, and starts none', async (name) => {
    const { data, error } = await convert(bare, bareKey, `${name}/hydrated`);
    expect(error).toBeUndefined();
    expect(data!.diagnostics.view).toBe('source');
    expect(data!.content).toBe(markdown);
    expect(existsSync(started)).toBe(false);
  });

  test.each(inForm(PAGES, 4))('%s says that it needs JavaScript', async (page) => {
    const { error } = await convert(bare, bareKey, page, { render: 'never' });
    expect(error?.reason).toBe('js_required');
  });
});
