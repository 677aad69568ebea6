import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageFetcher } from '../../src/fetching/fetch-page.ts';
import { listen } from '../hostile-upstream/hostile-upstream.ts';
import { outcomeOf, testFetcher, textOf } from './fetching-harness.ts';

const meta = (content: string) => `<!doctype html><meta http-equiv="refresh" content="${content}">`;
const TEXT = '<p>Rivers and bridges of the country, told at length.</p>'.repeat(20);
/** What the site answers by path: the page, and what goes with it. */
const PAGES: Record<string, { readonly body: string; readonly status?: number; readonly fields?: object }> = {
  '/page': { body: 'the page' },
  '/meta': { body: meta('0; url=/page#part') },
  '/field': { body: '', fields: { refresh: '0; url=/page' } },
  '/chain': { body: meta('2, /meta') },
  '/redirected': { body: '', status: 302, fields: { location: '/meta' } },
  '/loop': { body: meta('0; url=/pool') },
  '/pool': { body: meta('0; url=/loop') },
  '/itself': { body: meta('3') },
  '/later': { body: meta('11; url=/page') },
  '/text': { body: meta('0; url=/page') + TEXT },
  '/error': { body: meta('0; url=/page'), status: 404 },
  '/inside': { body: meta('0; url=http://10.0.0.1/') },
  '/user': { body: meta('0; url=http://a:b@site.example/') },
};
let requests: string[] = [];
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://x');
  requests.push(pathname);
  if (pathname === '/cookie') {
    if (request.headers.cookie === 'seen=1') return void response.end('the page');
    return void response
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=1; Path=/' })
      .end(meta('1'));
  }
  const { body, status = 200, fields } = PAGES[pathname]!;
  response.writeHead(status, { 'content-type': 'text/html', ...fields }).end(body);
});
let origin: string;
let fetcher: PageFetcher;

beforeAll(async () => {
  const port = await listen(server);
  origin = `http://127.0.0.1:${port}`;
  fetcher = testFetcher({ allow: [`127.0.0.1:${port}`] });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function got(path: string) {
  requests = [];
  return outcomeOf(fetcher.fetch({ url: origin + path }));
}

describe('a page that leads on by itself', () => {
  test.each(['/meta', '/field', '/chain', '/redirected'])('%s is followed', async (path) => {
    const { page } = await got(path);
    expect(textOf(page)).toBe('the page');
    expect(page?.finalUrl).toBe(`${origin}/page`);
    expect(page?.redirects.map(({ url }) => url.replace(origin, ''))).toEqual(requests.slice(0, -1));
  });

  test('names a fragment, and is told with its status', async () => {
    const { page } = await got('/meta');
    expect(page?.fragment).toBe('part');
    expect(page?.redirects).toEqual([{ status: 200, url: `${origin}/meta` }]);
  });

  test('gets its cookie back when it reloads itself', async () => {
    expect(textOf((await got('/cookie')).page)).toBe('the page');
    expect(requests).toEqual(['/cookie', '/cookie']);
  });

  test('ends as redirects do', async () => {
    expect((await got('/loop')).outcome).toBe('too_many_redirects');
    expect(requests).toHaveLength(11);
    expect((await got('/inside')).outcome).toBe('blocked_target');
    expect((await got('/user')).outcome).toBe('blocked_target');
  });
});

test.each(['/itself', '/later', '/text', '/error'])('%s stays where it is', async (path) => {
  const { page } = await got(path);
  expect(textOf(page)).toBe(PAGES[path]!.body);
  expect(requests).toEqual([path]);
});
