import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FetchRequest, PageFetcher } from '../../src/fetching/fetch-page.ts';
import { listen } from '../hostile-upstream/hostile-upstream.ts';
import { outcomeOf, testFetcher, textOf } from './fetching-harness.ts';

/** What the upstream received, and a page with validators that it stands by. */
const received: {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  raw: string[];
}[] = [];
const server = createServer((request, response) => {
  received.push({
    method: request.method,
    url: request.url,
    headers: request.headers,
    raw: request.rawHeaders,
  });
  const { pathname } = new URL(request.url ?? '/', 'http://x');
  if (pathname === '/moved')
    return void response.writeHead(302, { location: '/page', etag: '"moved"' }).end();
  if (pathname === '/always-304') return void response.writeHead(304).end();
  if (request.headers['if-none-match'] === '"v1"')
    return void response.writeHead(304, { etag: '"v1"' }).end();
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      etag: '"v1"',
      'last-modified': 'Sat, 01 Jan 2022 00:00:00 GMT',
      'set-cookie': 'session=secret',
      link: '</a>; rel=canonical',
      'x-private': 'not kept',
    })
    .end('the page');
});
let origin: string;
let fetcher: PageFetcher;

beforeAll(async () => {
  const port = await listen(server);
  origin = `http://127.0.0.1:${port}`;
  fetcher = testFetcher({ allow: [`127.0.0.1:${port}`] });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const fetchPage = (path: string, request: Partial<FetchRequest> = {}) =>
  outcomeOf(fetcher.fetch({ url: `${origin}${path}`, ...request }));
const last = () => received.at(-1)!;

describe('a request', () => {
  test('says who it is and what it takes, and nothing else', async () => {
    await fetchPage('/page?q=1#part');
    expect(last()).toMatchObject({ method: 'GET', url: '/page?q=1' });
    expect(last().headers).toEqual({
      host: new URL(origin).host,
      connection: 'keep-alive',
      'user-agent': 'pagemark-test/1',
      accept: expect.stringMatching(/^text\/markdown, text\/html;q=0\.9/),
      'accept-encoding': expect.stringMatching(/^gzip, deflate, br(, zstd)?$/),
      'accept-language': '*',
    });
  });

  test.each([
    ['de', 'de, *;q=0.5'],
    ['de-CH', 'de-CH, de;q=0.9, *;q=0.5'],
    ['zh-Hant-TW', 'zh-Hant-TW, zh;q=0.9, *;q=0.5'],
  ])('asks for the language %s', async (language, expected) => {
    await fetchPage('/page', { language });
    expect(last().headers['accept-language']).toBe(expected);
  });

  test.each(['', 'de_CH', 'de\r\nX: 1', 'x'.repeat(9), 'de, en', '*'])(
    'refuses %j as a language',
    async (language) => {
      const before = received.length;
      expect((await fetchPage('/page', { language })).outcome).toBe('invalid_request');
      expect(received.length).toBe(before);
    },
  );
});

describe('a page', () => {
  test('carries its fields, its final address and its redirects', async () => {
    const { page } = await fetchPage('/moved');
    expect(page).toMatchObject({
      finalUrl: `${origin}/page`,
      status: 200,
      notModified: false,
      contentType: 'text/html; charset=utf-8',
      redirects: [{ status: 302, url: `${origin}/moved` }],
    });
    expect(page?.caching).toEqual({ etag: '"v1"', lastModified: 'Sat, 01 Jan 2022 00:00:00 GMT' });
    expect(textOf(page)).toBe('the page');
  });
});

describe('a revalidation', () => {
  const validators = () => ({
    url: `${origin}/page`,
    etag: '"v1"',
    lastModified: 'Sat, 01 Jan 2022 00:00:00 GMT',
  });

  test('is answered as not modified', async () => {
    const { page } = await fetchPage('/page', { validators: validators() });
    expect(page).toMatchObject({ status: 304, notModified: true, finalUrl: `${origin}/page` });
    expect(page?.bytes.byteLength).toBe(0);
    expect(last().headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': validators().lastModified,
    });
  });

  test('sends its validators to the final address only', async () => {
    const before = received.length;
    const { page } = await fetchPage('/moved', { validators: validators() });
    expect(page?.notModified).toBe(true);
    expect(received.slice(before).map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"v1"',
    ]);
    await fetchPage('/page?other', { validators: validators() });
    expect(last().headers['if-none-match']).toBeUndefined();
  });

  test('gets the new page when it has changed', async () => {
    const { page } = await fetchPage('/page', { validators: { ...validators(), etag: '"v0"' } });
    expect(page).toMatchObject({ status: 200, notModified: false });
  });

  test('leaves out validators that could not stand in a header', async () => {
    const { outcome } = await fetchPage('/page', {
      validators: { ...validators(), etag: '"a"\r\nX-Evil: 1' },
    });
    expect(outcome).toBe('page');
    expect(last().raw.join()).not.toMatch(/evil/i);
  });

  test('304 without having asked is malformed', async () => {
    expect((await fetchPage('/always-304')).outcome).toBe('malformed_response');
  });
});
