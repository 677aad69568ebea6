import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { convertHtml } from '../../src/core/convert-html.ts';
import type { PageFetcher } from '../../src/fetching/fetch-page.ts';
import { listen } from '../hostile-upstream/hostile-upstream.ts';
import { testFetcher, textOf } from './fetching-harness.ts';

const PROSE = '<p>The old mill stands by the river, and people come there every spring to see it.</p>'.repeat(
  4,
);
const set = (frames: string, more = '') =>
  `<html><head><title>Mill</title></head><frameset cols="20%,*">${frames}${more}</frameset></html>`;
const MAIN = `<html><head><title>Main</title></head><body><h1>Mill</h1>${PROSE}<p>See <a href="weir">the "weir" &amp; more</a>.</p></body></html>`;
const PAGES: Record<string, string> = {
  '/': set('<frame src="/menu"><frame name=main src="in/main">'),
  '/one': set('<FRAME SRC="/in/main">'),
  '/based': set('<frame src="main">').replace('<title>', '<base href="/in/"><title>'),
  '/nested': set('<frame src="/menu"><frameset rows="*"><frame src="/in/main"></frameset>'),
  '/moved': set('<frame src="/leads">'),
  '/partly': set('<frame src="/gone"><frame src="http://other.example/"><frame src="/in/main">'),
  '/foreign': set(
    '<frame src="http://10.0.0.1/"><frame src="http://other.example/">',
    `<noframes>${PROSE}</noframes>`,
  ),
  '/nothing': set('<frame src="/gone"><frame src="javascript:1"><frame>', `<noframes>${PROSE}</noframes>`),
  '/about': `<html><body>${PROSE}<pre>&lt;frameset></pre><frameset><frame src="/in/main"></frameset></body></html>`,
  '/menu': '<html><body><a href="/a">A</a> <a href="/b">B</a></body></html>',
  '/in/main': MAIN,
};
let requests: string[] = [];
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://x');
  requests.push(pathname);
  if (pathname === '/leads') return void response.writeHead(302, { location: '/in/main' }).end();
  const page = PAGES[pathname];
  response
    .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html', etag: '"a"' })
    .end(page ?? '404');
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
  const page = await fetcher.fetch({ url: origin + path });
  const { contentType = '', finalUrl: url } = page;
  return { page, ...convertHtml(textOf(page), { contentType, url }) };
}

test.each(['/', '/one', '/based', '/nested', '/moved', '/partly'])(
  '%s: frames of the site are read',
  async (path) => {
    const { page, markdown, metadata } = await got(path);
    expect(markdown).toContain('The old mill stands by the river');
    expect(markdown).toContain(`[the "weir" & more](${origin}/in/weir)`);
    expect(metadata.title).toBe('Mill');
    expect(page.finalUrl).toBe(origin + path);
    // A change of a frame would be missed.
    expect(page.caching.etag).toBeUndefined();
  },
);

test.each(['/foreign', '/nothing'])('%s: without frames of the site its own words are read', async (path) => {
  const { page, markdown } = await got(path);
  expect(textOf(page)).toBe(PAGES[path]);
  expect(markdown).toContain('The old mill stands by the river');
  expect(requests.filter((one) => one !== '/gone')).toEqual([path]);
});

test('a page that has no set of frames is left as it is', async () => {
  expect(textOf((await got('/about')).page)).toBe(PAGES['/about']);
  expect(requests).toEqual(['/about']);
});
