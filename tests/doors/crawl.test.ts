import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { onThisMachine } from '../support/machine-speed.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startTrapSite, type TrapSite } from '../support/trap-site.ts';
import { type Page, PROSE, startUpstream, type Upstream } from '../support/upstream.ts';

interface Status {
  readonly status: string;
  readonly total: number;
  readonly completed: number;
  readonly creditsUsed: number;
  readonly warning?: string;
  readonly reason?: string;
  readonly data: readonly { readonly markdown: string; readonly metadata: { readonly url: string } }[];
}

type Answer = Status & {
  readonly id: string;
  readonly url: string;
  readonly errors: readonly { readonly url: string; readonly code: string }[];
  readonly robotsBlocked: readonly string[];
  readonly crawls: readonly object[];
};

let site: Upstream;
let service: TestService;
let key: string;
const files: Record<string, Page> = {};
/** When each path was asked for, in the order of requests. */
let asked: [path: string, atMs: number][] = [];
let traps: TrapSite;
let folder: string;
const env = () => ({
  PAGEMARK_FETCH_ALLOW: `${site.address},${traps.address}`,
  PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'shared.db')}`,
  PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}',
  PAGEMARK_SNAPSHOT_TTL_S: '0',
});
beforeAll(async () => {
  site = await startUpstream(files);
  traps = await startTrapSite(80);
  folder = await mkdtemp(path.join(tmpdir(), 'pagemark-crawl-'));
  service = await startTestService(env());
  key = await service.newKey('test');
});
afterEach(() => {
  asked = [];
  for (const name of Object.keys(files)) delete files[name];
});
afterAll(async () => {
  await service?.close();
  await site?.close();
  await traps?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = async (method: string, at: string, body?: unknown, bearer = key) => {
  const answer = await fetch(at.startsWith('http') ? at : `${service.url}${at}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
};
/** Crawls until the job is over: its status, and the paths that documents are of. */
const crawled = async (body: object = {}, version = '/v2', base = service.url) => {
  const started = await call('POST', `${base}${version}/crawl`, { url: site.url, ...body });
  expect(started).toMatchObject({ status: 200, body: { success: true, id: expect.any(String) } });
  const at = `${base}${version}/crawl/${started.body.id}`;
  expect(started.body.url).toBe(at);
  await expect.poll(async () => (await call('GET', at)).body.status).not.toBe('scraping');
  const status = (await call('GET', at)).body as Status;
  const paths = status.data.map(({ metadata: { url } }) => new URL(url).pathname + new URL(url).search);
  const { errors, robotsBlocked } = (await call('GET', `${at}/errors`)).body;
  return { started: started.body, status, paths: paths.toSorted(), errors, robotsBlocked };
};

/** Pages by their paths, each of which leads to some. */
function serve(links: Readonly<Record<string, readonly string[]>>): void {
  for (const [path, to] of Object.entries(links))
    files[path] = (request, response) => {
      asked.push([request.url!, performance.now()]);
      const list = to.map(
        (href) => `<p>Who has crossed the river reads on at <a href="${href}">${href}</a>.</p>`,
      );
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<!doctype html><title>${request.url}</title><main><h1>${request.url}</h1>${PROSE}${list.join('')}</main>`,
        );
    };
}
const robots =
  (text: string): Page =>
  (_, response) =>
    void response.end(`User-agent: *\n${text}\n`);

describe('a crawl', () => {
  test('has every page of a site with traps once, and no other', async () => {
    // A page that a busy machine refuses after its fetch is kept until there is room.
    const keeping = await startTestService({ ...env(), PAGEMARK_SNAPSHOT_TTL_S: '3600' });
    const { status, paths } = await crawled({ url: traps.url, maxConcurrency: 8 }, '/v2', keeping.url);
    await keeping.close();
    expect(status.status).toBe('completed');
    for (const page of traps.pages)
      expect(
        paths.filter((each) => each === page),
        page,
      ).toHaveLength(1);
    expect(new Set(paths).size).toBe(paths.length);
    expect(status.completed).toBe(status.total);
    expect(status.creditsUsed).toBeGreaterThanOrEqual(paths.length);
    expect(status.warning).toMatch(/Left out: .*session \d/);
    expect([...traps.asked.keys()].filter((path) => path.startsWith('/private'))).toEqual([]);
    expect(Math.max(...traps.asked.values())).toBe(1);
  });

  test('is below its first address, unless the whole site is wanted', async () => {
    serve({ '/': [], '/docs': ['/docs/a', '/', '/blog'], '/docs/a': [], '/blog': [] });
    expect((await crawled({ url: `${site.url}/docs` })).paths).toEqual(['/docs', '/docs/a']);
    const all = ['/', '/blog', '/docs', '/docs/a'];
    expect((await crawled({ url: `${site.url}/docs`, crawlEntireDomain: true })).paths).toEqual(all);
    expect((await crawled({ url: `${site.url}/docs`, allowBackwardLinks: true }, '/v1')).paths).toEqual(all);
  });

  test('is below where its first address leads to, unless that is below the address itself', async () => {
    const to =
      (location: string): Page =>
      (_, response) =>
        void response.writeHead(302, { location }).end();
    serve({ '/new/': ['/new/a', '/new/a/b', '/other'], '/new/a': [], '/new/a/b': [], '/other': [] });
    files['/docs'] = to('/new/');
    files['/new'] = to('/new/a');
    expect((await crawled({ url: `${site.url}/docs` })).paths).toEqual(['/new/', '/new/a', '/new/a/b']);
    const shallow = await crawled({ url: `${site.url}/docs`, maxDepth: 1 }, '/v1');
    expect(shallow.paths).toEqual(['/new/', '/new/a']);
    serve({ '/new/a': ['/new/', '/other'] });
    expect((await crawled({ url: `${site.url}/new` })).paths).toContain('/new/');
  });

  test('has the bounds, patterns and sitemaps that it is asked for', async () => {
    serve({
      '/': ['/a', '/b/c', '/q?x=1', '/q?x=2'],
      '/a': ['/a/deep'],
      '/a/deep': [],
      '/b/c': [],
      '/q': [],
      '/listed': [],
    });
    files['/sitemap.xml'] = (_, response) =>
      void response.end(`<urlset><url><loc>${site.url}/listed</loc></url></urlset>`);
    const paths = async (body: object, version?: string) => (await crawled(body, version)).paths;
    const all = ['/', '/a', '/a/deep', '/b/c', '/listed', '/q?x=1', '/q?x=2'];
    expect(await paths({})).toEqual(all);
    expect(await paths({ limit: 2 })).toHaveLength(2);
    expect(await paths({ sitemap: 'only' })).toEqual(['/', '/listed']);
    expect(await paths({ ignoreSitemap: true }, '/v1')).toEqual(all.filter((path) => path !== '/listed'));
    expect(await paths({ maxDiscoveryDepth: 1, sitemap: 'skip' })).toEqual([
      '/',
      '/a',
      '/b/c',
      '/q?x=1',
      '/q?x=2',
    ]);
    expect(await paths({ maxDepth: 1 }, '/v1')).toEqual(['/', '/a', '/listed', '/q?x=1', '/q?x=2']);
    expect(await paths({ includePaths: ['^/a(/|$)'] })).toEqual(['/', '/a', '/a/deep']);
    expect(await paths({ excludePaths: ['deep', '/[bq]'] })).toEqual(['/', '/a', '/listed']);
    expect(await paths({ excludePaths: ['x=2$'], regexOnFullURL: true })).toEqual(all.slice(0, -1));
    expect(await paths({ ignoreQueryParameters: true })).toHaveLength(6);
  });

  test('options of its pages are those of a scrape', async () => {
    serve({ '/': [] });
    const { status } = await crawled({
      scrapeOptions: { formats: ['html', 'links'], maxAge: 0, mobile: true },
    });
    expect(Object.keys(status.data[0]!).toSorted()).toEqual(['html', 'links', 'metadata', 'warning']);
  });

  test('heeds robots.txt, and says what it disallows; keeps the delay that is asked for', async () => {
    serve({ '/': ['/private/x', '/open', '/other'], '/private/x': [], '/open': [], '/other': [] });
    files['/robots.txt'] = robots('Disallow: /private/\nCrawl-delay: 1');
    const { paths, robotsBlocked } = await crawled({ delay: 0.2 });
    expect(paths).toEqual(['/', '/open', '/other']);
    expect(robotsBlocked).toEqual([`${site.url}/private/x`]);
    const times = asked.map(([, atMs]) => atMs);
    expect(times[2]! - times[1]!).toBeGreaterThan(950);
  });

  test('has one page under way at a time where robots.txt asks for a delay', async () => {
    serve({ '/': ['/a', '/b', '/c'], '/a': [], '/b': [], '/c': [] });
    files['/robots.txt'] = robots('Crawl-delay: 0.1');
    let [underWay, most] = [0, 0];
    for (const path of ['/a', '/b', '/c']) {
      const answer = files[path] as Exclude<Page, string>;
      files[path] = (request, response) => {
        most = Math.max(most, ++underWay);
        // Longer than the delay, so that another page could go.
        setTimeout(() => {
          underWay--;
          answer(request, response);
        }, 500);
      };
    }
    expect((await crawled({ sitemap: 'skip' })).paths).toEqual(['/', '/a', '/b', '/c']);
    expect(most).toBe(1);
  });

  test('leaves the time of robots.txt ahead of sitemaps too', async () => {
    serve({ '/': [], '/listed': [] });
    const noted =
      (text: string): Page =>
      (request, response) => {
        asked.push([request.url!, performance.now()]);
        response.end(text);
      };
    files['/robots.txt'] = noted(
      `User-agent: *\nCrawl-delay: 1\nSitemap: ${site.url}/a.xml\nSitemap: ${site.url}/b.xml\n`,
    );
    files['/a.xml'] = noted(`<urlset><loc>${site.url}/listed</loc></urlset>`);
    files['/b.xml'] = noted('<urlset></urlset>');
    expect((await crawled()).paths).toEqual(['/', '/listed']);
    const after = asked.slice(-4);
    expect(after.map(([path]) => path)).toEqual(['/robots.txt', '/a.xml', '/b.xml', '/listed']);
    const gaps = after.slice(1).map(([, atMs], i) => atMs - after[i]![1]);
    expect(Math.min(...gaps)).toBeGreaterThan(950);
  });

  test.each(['cancelled', 'drained'])(
    'that is %s waits for no sitemap, and has the page that counted',
    async (how) => {
      serve({ '/': ['/a'], '/a': [] });
      let isRead = false;
      files['/robots.txt'] = (_, response) => {
        isRead = true;
        response.end(`User-agent: *\nCrawl-delay: 60\nSitemap: ${site.url}/s.xml\n`);
      };
      // Who takes the job over leaves the host alone for a minute: no other test may be its.
      const settings = { ...env(), PAGEMARK_DATABASE_URL: `file:${path.join(folder, `${how}.db`)}` };
      const [own, other] = [await startTestService(settings), await startTestService(settings)];
      const bearer = await own.newKey('test');
      const { body } = await call('POST', `${own.url}/v2/crawl`, { url: site.url }, bearer);
      await expect.poll(() => isRead).toBe(true);
      const from = performance.now();
      const at = `/v2/crawl/${body.id}`;
      const completed = async () => (await call('GET', other.url + at, undefined, bearer)).body.completed;
      if (how === 'drained') await own.drain();
      else await call('DELETE', own.url + at, undefined, bearer);
      await expect.poll(completed).toBe(1);
      expect(performance.now() - from).toBeLessThan(55_000);
      await call('DELETE', other.url + at, undefined, bearer);
      if (how === 'cancelled') await own.close();
      await other.close();
    },
  );

  test('of a key that waits has a place soon, whatever batches it has, where others have all of them', async () => {
    serve({ '/': ['/a', '/b'], '/a': [], '/b': [] });
    // Crawls wait for their host, so that one that gives its place up has nothing under way.
    files['/robots.txt'] = robots('Crawl-delay: 60');
    files['/held'] = () => undefined;
    const full = await startTestService({
      ...env(),
      PAGEMARK_DATABASE_URL: `file:${path.join(folder, 'full.db')}`,
    });
    const begin = async (at: string, body: object, bearer: string) =>
      (await call('POST', `${full.url}/v2/${at}`, body, bearer)).body.id;
    const slow: [bearer: string, id: string][] = [];
    for (const bearer of [await full.newKey('test'), await full.newKey('test')])
      for (let i = 0; i < 4; i++)
        slow.push([bearer, await begin('crawl', { url: site.url, sitemap: 'skip' }, bearer)]);
    const third = await full.newKey('test');
    for (let i = 0; i < 3; i++) await begin('batch/scrape', { urls: [`${site.url}/held`] }, third);
    const id = await begin('crawl', { url: traps.url, limit: 1, sitemap: 'skip' }, third);
    const status = async (of: string, bearer: string) =>
      (await call('GET', `${full.url}/v2/crawl/${of}`, undefined, bearer)).body.status;
    await expect.poll(() => status(id, third)).toBe('completed');
    const others = await Promise.all(slow.map(([bearer, of]) => status(of, bearer)));
    expect(others).toEqual(Array(8).fill('scraping'));
    await full.close();
  });

  test('of a host with a delay has no batch wait for it, nor a host whose sitemap it names', async () => {
    serve({ '/': ['/a'], '/a': [] });
    files['/robots.txt'] = robots(`Crawl-delay: 60\nSitemap: ${traps.url}/sitemap.xml`);
    const own = await startTestService(env());
    const from = performance.now();
    const { id } = (await call('POST', `${own.url}/v2/crawl`, { url: site.url })).body;
    const at = `${own.url}/v2/crawl/${id}`;
    await expect.poll(async () => (await call('GET', at)).body.completed).toBe(1);
    const jobs = [
      ['batch/scrape', { urls: [`${site.url}/a`] }],
      ['crawl', { url: traps.url, limit: 1, sitemap: 'skip' }],
    ] as const;
    for (const [path, body] of jobs) {
      const beside = (await call('POST', `${own.url}/v2/${path}`, body)).body.id;
      const status = async () => (await call('GET', `${own.url}/v2/${path}/${beside}`)).body.status;
      await expect.poll(status).toBe('completed');
    }
    expect(performance.now() - from).toBeLessThan(55_000);
    await call('DELETE', at);
    await own.close();
  });

  test('tells pages that failed as errors, and follows what they lead to', async () => {
    serve({ '/': ['/none', '/wall'], '/beyond': [] });
    files['/wall'] =
      '<!doctype html><title>Log in</title><body><h1>Log in to continue</h1><form><input type="email"><input type="password"><button>Log in</button></form><a href="/beyond">Beyond</a>';
    const { status, paths, errors } = await crawled();
    expect(status).toMatchObject({ status: 'completed', total: 4, completed: 4, creditsUsed: 4 });
    expect(paths).toEqual(['/', '/beyond']);
    expect(errors.map(({ url, code }) => `${new URL(url).pathname} ${code}`).toSorted()).toEqual([
      '/none UPSTREAM_NOT_FOUND',
      '/wall LOGIN_WALL',
    ]);
  });

  test('of a site that is not there is no success', async () => {
    const away = await startUpstream({});
    await away.close();
    const { status, errors } = await crawled({ url: `${site.url}/none` });
    expect(status).toMatchObject({ status: 'failed', reason: 'upstream_not_found', data: [] });
    expect(errors).toHaveLength(1);
    const blocked = await crawled({ url: 'http://10.0.0.1/' });
    expect(blocked.status).toMatchObject({ status: 'failed', reason: 'blocked_target', completed: 1 });
  });

  test('asks again for a page that says when, twice at most', async () => {
    serve({ '/': ['/busy', '/shut'] });
    const tries = { '/busy': 0, '/shut': 0 };
    const away =
      (path: keyof typeof tries, most: number, retryAfter: string): Page =>
      (_, response) => {
        if (tries[path]++ >= most)
          response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Open</h1>${PROSE}`);
        else response.writeHead(503, { 'retry-after': retryAfter }).end();
      };
    files['/busy'] = away('/busy', 1, '1');
    files['/shut'] = away('/shut', 9, '1');
    const { paths, errors } = await crawled({ maxConcurrency: 2 });
    expect(paths).toEqual(['/', '/busy']);
    expect(errors.map(({ code }) => code)).toEqual(['UPSTREAM_UNAVAILABLE']);
    expect([tries['/busy'], tries['/shut']]).toEqual([2, 3]);
  });

  test('is not over where robots.txt fails when another process takes it', async () => {
    serve({ '/': ['/a', '/b'], '/a': [], '/b': [] });
    let failed = 0;
    const first = await startTestService(env());
    const started = await call('POST', `${first.url}/v2/crawl`, {
      url: site.url,
      delay: 10,
      sitemap: 'skip',
    });
    const at = `/v2/crawl/${started.body.id}`;
    await expect.poll(async () => (await call('GET', at)).body.completed).toBe(1);
    files['/robots.txt'] = (_, response) => {
      failed++;
      response.writeHead(503).end();
    };
    await first.close();
    await expect.poll(() => failed).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await call('GET', at)).body).toMatchObject({ status: 'scraping', completed: 1 });
    expect((await call('DELETE', at)).status).toBe(200);
  });

  test('whose robots.txt cannot be read keeps its first page, which counted', async () => {
    serve({ '/': ['/a'], '/a': [] });
    files['/robots.txt'] = (_, response) => void response.destroy();
    const { status, paths } = await crawled();
    expect(status).toMatchObject({ status: 'failed', completed: 1, creditsUsed: 1 });
    expect(paths).toEqual(['/']);
  });

  test('with a pattern without end ends as failed, and holds nobody', async () => {
    serve({ '/': [`/${'a'.repeat(40)}!`] });
    const started = await call('POST', '/v2/crawl', { url: site.url, includePaths: ['^/(a+)+$'] });
    const mostMs = onThisMachine(2000);
    const from = performance.now();
    expect((await service.convert({ url: `${site.url}/` }, key)).status).toBe(200);
    expect(performance.now() - from).toBeLessThan(mostMs);
    const at = `/v2/crawl/${started.body.id}`;
    await expect.poll(async () => (await call('GET', at)).body.status).toBe('failed');
    expect((await call('GET', at)).body).toMatchObject({ reason: 'conversion_timeout' });
  });

  test('is listed while it is in work, and can be cancelled', async () => {
    serve({ '/': ['/a', '/b', '/c'], '/a': [], '/b': [], '/c': [] });
    const { body } = await call('POST', '/v2/crawl', { url: site.url, delay: 60 });
    const { body: active } = await call('GET', '/v2/crawl/active');
    expect(active).toMatchObject({ success: true, crawls: [{ id: body.id, url: `${site.url}/` }] });
    await expect.poll(async () => (await call('GET', `/v1/crawl/${body.id}`)).body.completed).toBe(1);
    expect((await call('DELETE', `/v2/crawl/${body.id}`)).body).toEqual({
      success: true,
      status: 'cancelled',
    });
    expect((await call('GET', `/v2/crawl/${body.id}`)).body).toMatchObject({
      status: 'cancelled',
      completed: 1,
    });
    expect((await call('GET', '/v1/crawl/ongoing')).body.crawls).toEqual([]);
  });

  test('goes on in another process where its own ends: every page once', async () => {
    serve({
      '/': ['/a', '/held', '/b'],
      '/a': ['/a/1'],
      '/a/1': ['/a/2'],
      '/a/2': [],
      '/b': [],
      '/after': [],
    });
    const held: (() => void)[] = [];
    files['/held'] = (request, response) => {
      asked.push([request.url!, performance.now()]);
      const html = `<title>Held</title><h1>Held</h1>${PROSE}<p>All go on at <a href="/after">the end</a>.</p>`;
      held.push(() => void response.writeHead(200, { 'content-type': 'text/html' }).end(html));
    };
    const first = await startTestService(env());
    const started = await call('POST', `${first.url}/v2/crawl`, { url: site.url, sitemap: 'skip' });
    const status = async (of = service) =>
      (await call('GET', `${of.url}/v2/crawl/${started.body.id}`)).body as Status;
    await expect.poll(async () => (await status(first)).completed).toBe(5);
    await expect.poll(() => held.length).toBe(1);
    await first.close();
    await expect.poll(() => held.length).toBe(2);
    held[1]!();
    await expect.poll(async () => (await status()).status).toBe('completed');
    const { data, total } = await status();
    const paths = data.map(({ metadata: { url } }) => new URL(url).pathname);
    expect(paths.toSorted()).toEqual(['/', '/a', '/a/1', '/a/2', '/after', '/b', '/held']);
    expect([total, asked.filter(([path]) => path === '/a')]).toMatchObject([7, [{}]]);
  });

  test('what it cannot do is refused by its name', async () => {
    for (const [body, name] of [
      [{ prompt: 'all prices' }, 'prompt'],
      [{ allowExternalLinks: true }, 'allowExternalLinks'],
      [{ allowSubdomains: true }, 'allowSubdomains'],
      [{ webhook: { url: 'https://a.example/' } }, 'webhook'],
      [{ zeroDataRetention: true }, 'zeroDataRetention'],
      [{ includePaths: ['*'] }, 'includePaths'],
      [{ scrapeOptions: { formats: ['screenshot'] } }, 'screenshot'],
      [{ scrapeOptions: { actions: [{ type: 'wait' }] } }, 'actions'],
      [{ delay: 61 }, 'delay'],
    ] as const) {
      const { status, body: said } = await call('POST', '/v2/crawl', { url: site.url, ...body });
      expect([status, said], name).toMatchObject([
        400,
        { success: false, error: expect.stringContaining(name) },
      ]);
    }
    serve({ '/': [] });
    const { started } = await crawled({
      deduplicateSimilarURLs: false,
      colour: 'red',
      allowSubdomains: false,
    });
    expect(started.warning).toMatch(/"deduplicateSimilarURLs".*"colour"/);
  });
});
