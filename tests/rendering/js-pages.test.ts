import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { startTestService, type TestService, untilReady } from '../support/test-service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { JS_PAGES } from './js-pages.ts';
import { WHOLE_BROWSER as BROWSER } from './rendering-harness.ts';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
};

/** What the short form plays, one after the other in one browser: each way in which content comes late or elsewhere. */
const ALWAYS = new Set(
  'vue-cloak fetched-json infinite-scroll-slowly shadow-closed frame-within-frames consent-made'.split(' '),
);

/** One host per page, so that all of them can have the same paths. */
let sites: readonly Upstream[];
let service: TestService;
let key: string;

beforeAll(async () => {
  sites = await Promise.all(
    JS_PAGES.map(({ files }) =>
      startUpstream(
        Object.fromEntries(
          Object.entries(files).map(([path, body]) => [
            path,
            (_request, response) =>
              response
                .writeHead(200, {
                  'content-type': TYPES[path.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8',
                })
                .end(body),
          ]),
        ),
      ),
    ),
  );
  service = await startTestService({
    PAGEMARK_BROWSER: BROWSER ?? 'off',
    PAGEMARK_FETCH_ALLOW: sites.map(({ address }) => address).join(','),
  });
  await untilReady(service);
  key = await service.newKey();
});
afterAll(async () => {
  await service?.close();
  await Promise.all(sites.map((site) => site.close()));
});

test('there are 30 pages and more', () => {
  expect(JS_PAGES.length).toBeGreaterThanOrEqual(30);
  expect(new Set(JS_PAGES.map(({ id }) => id)).size).toBe(JS_PAGES.length);
});

describe.skipIf(BROWSER === null)(
  'a page that only scripts make converts with its content:',
  { concurrent: isFull },
  () => {
    test.each(
      JS_PAGES.map((page, at) => [page.id, page, at] as const).filter(([id]) => isFull || ALWAYS.has(id)),
    )('%s', async (_id, page, at) => {
      const response = await service.convert(
        {
          url: `${sites[at]!.url}/`,
          include_diagnostics: true,
          ...(page.waitForSelector === undefined ? {} : { wait_for_selector: page.waitForSelector }),
        },
        key,
      );
      const body = (await response.json()) as { data: { content: string } };
      expect(body).toMatchObject({ status: 'success', data: { diagnostics: { view: 'rendered' } } });
      for (const text of page.shows) expect(body.data.content).toContain(text);
      for (const text of page.lacks ?? []) expect(body.data.content).not.toContain(text);
    });
  },
);

describe('the same pages without a browser', () => {
  test.each(
    JS_PAGES.filter(({ waitForSelector }) => waitForSelector === undefined).map(
      (page) => [page.id, page] as const,
    ),
  )('%s says that it needs JavaScript', async (_id, { files }) => {
    const { convertHtml } = await import('../../src/core/convert-html.ts');
    expect(convertHtml(files['/']!, { url: 'https://example.com/' }).outcome).toBe('js_required');
  });
});
