import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fail } from '../../src/contract/failure.ts';
import { convertHtml } from '../../src/core/convert-html.ts';
import type { PageFetcher } from '../../src/fetching/fetch-page.ts';
import { listen } from '../hostile-upstream/hostile-upstream.ts';
import { outcomeOf, testFetcher, textOf } from './fetching-harness.ts';

describe('a page that leads on', () => {
  const meta = (content: string) => `<!doctype html><meta http-equiv="refresh" content="${content}">`;
  const TEXT = '<p>Rivers and bridges of the country, told at length.</p>'.repeat(20);
  /** What the site answers by path: the page, and what goes with it. */
  const PAGES: Record<string, { readonly body: string; readonly status?: number; readonly fields?: object }> =
    {
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
    fetcher = testFetcher({ allow: [`127.0.0.1:${port}`, `localhost:${port}`] });
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
});

describe('a set of frames', () => {
  const PROSE =
    '<p>The old mill stands by the river, and people come there every spring to see it.</p>'.repeat(4);
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
    '/large': set(`<frame src="/in/main">${'<frame src="/huge">'.repeat(30)}`),
    '/huge': '<a>'.repeat(1_500_000),
    '/many': set('<frame src="/gone">'.repeat(30), '<frame src="/in/main">'),
    '/away': set('<frame src="/leaves">', `<noframes>${PROSE}</noframes>`),
    '/about': `<html><body>${PROSE}<pre>&lt;frameset></pre><frameset><frame src="/in/main"></frameset></body></html>`,
    '/menu': '<html><body><a href="/a">A</a> <a href="/b">B</a></body></html>',
    '/in/main': MAIN,
    '/personal': set('<frame src="/in/main"><frame src="/own">'),
    '/own': MAIN,
  };
  let requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    requests.push(pathname);
    if (pathname === '/leads') return void response.writeHead(302, { location: '/in/main' }).end();
    if (pathname === '/leaves')
      return void response
        .writeHead(302, { location: `${origin.replace('127.0.0.1', 'localhost')}/in/main` })
        .end();
    const page = PAGES[pathname];
    const fields = pathname === '/own' ? { 'cache-control': 'private, max-age=0' } : {};
    response
      .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html', etag: '"a"', ...fields })
      .end(page ?? '404');
  });
  let origin: string;
  let fetcher: PageFetcher;

  beforeAll(async () => {
    const port = await listen(server);
    origin = `http://127.0.0.1:${port}`;
    fetcher = testFetcher({ allow: [`127.0.0.1:${port}`, `localhost:${port}`] });
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

  test.each(['/foreign', '/nothing'])(
    '%s: without frames of the site its own words are read',
    async (path) => {
      const { page, markdown } = await got(path);
      expect(textOf(page)).toBe(PAGES[path]);
      expect(markdown).toContain('The old mill stands by the river');
      expect(requests.filter((one) => one !== '/gone')).toEqual([path]);
    },
  );

  test('frames that are too much are left out, and no more than ten are asked for', async () => {
    const { page, markdown } = await got('/large');
    expect(markdown).toContain('The old mill stands by the river');
    expect(page.bytes.byteLength).toBeLessThan(100_000);
    expect(requests).toHaveLength(11);
  });

  test('frames that do not come count among the ten, and none is sought on another site', async () => {
    await got('/many');
    expect(requests).toHaveLength(11);
    await got('/away');
    expect(requests).toEqual(['/away', '/leaves']);
  });

  test('what a frame says of keeping it is said of the page', async () => {
    expect((await got('/personal')).page.caching).toEqual({ cacheControl: 'private, max-age=0' });
    expect((await got('/')).page.caching).toEqual({ cacheControl: undefined });
  });

  test('a frame that finds no room ends the page, which is none without it', async () => {
    requests = [];
    const onBytes = () => {
      if (requests.includes('/in/main')) throw fail('concurrency_limited', 'no room');
    };
    const { outcome } = await outcomeOf(fetcher.fetch({ url: `${origin}/`, onBytes }));
    expect(outcome).toBe('concurrency_limited');
  });

  test('a page that has no set of frames is left as it is', async () => {
    expect(textOf((await got('/about')).page)).toBe(PAGES['/about']);
    expect(requests).toEqual(['/about']);
  });
});
