import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { findRedis, startRedis, type TestServer } from '../storage/servers.ts';
import { leftOut } from '../support/left-out.ts';
import { BIN, cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';
import { type Page, PROSE, startUpstream, type Upstream } from '../support/upstream.ts';

let site: Upstream;
let other: Upstream;
let folder: ReturnType<typeof temporaryFolder>;
/** When each path was asked for, in the order of requests. */
let asked: [path: string, atMs: number][];
const files: Record<string, Page> = {};
const otherFiles: Record<string, Page> = {};

beforeEach(async () => {
  folder = temporaryFolder();
  asked = [];
  for (const each of [files, otherFiles]) for (const name of Object.keys(each)) delete each[name];
  [site, other] = [await startUpstream(files), await startUpstream(otherFiles)];
});
afterEach(async () => {
  folder.remove();
  await site.close();
  await other.close();
});

const env = (extra: Record<string, string> = {}) =>
  cleanEnv(folder.dir, {
    PAGEMARK_FETCH_ALLOW: `${site.address},${other.address}`,
    PAGEMARK_BROWSER: 'off',
    ...extra,
  });
const out = () => path.join(folder.dir, 'out');
const crawl = (args: readonly string[] = [], extra: Record<string, string> = {}) =>
  runHere(['crawl', site.url, '--out', out(), ...args], env(extra));
const records = () =>
  readFileSync(path.join(out(), 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
const statusOf = (name: string) => records().find(({ url }) => new URL(url!).pathname === name);

const page = (title: string, content = ''): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1>${PROSE}${content}</main>`;
/** Serves a page with a status and fields, and notes when. */
const noted =
  (body: string | Uint8Array, status = 200, fields: Readonly<Record<string, string>> = {}): Page =>
  (request, response) => {
    asked.push([request.url!, performance.now()]);
    response.writeHead(status, { 'content-type': 'text/html', ...fields }).end(body);
  };
/** Fails so many times, and serves a page then. */
function busyFor(times: number, body: string, fields: Readonly<Record<string, string>> = {}): Page {
  let left = times;
  return (request, response) => {
    const answer = left-- > 0 ? noted('<h1>Busy</h1>', 503, fields) : noted(body);
    (answer as Exclude<Page, string>)(request, response);
  };
}
const timesOf = (name: string) => asked.filter(([each]) => each === name).map(([, atMs]) => atMs);
/** A picture that is one by its first bytes. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Crawls a site whose sitemap never comes, and stops that while it is waited for, behind the first page. */
async function stoppedWhileListing(extra: Record<string, string> = {}): Promise<void> {
  files['/'] = noted(page('Home'));
  let isListing = false;
  files['/sitemap.xml'] = () => {
    isListing = true;
  };
  const child = spawn(process.execPath, [BIN, 'crawl', site.url, '--out', out()], {
    env: env(extra),
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  await expect.poll(() => isListing).toBe(true);
  child.kill('SIGINT');
  expect(await ended).toEqual([EXIT.limit, null]);
}

describe('pagemark crawl', () => {
  test('asks a busy site again when it wants to be, and says where it has not got a page', async () => {
    files['/'] = noted(
      page('Home', '<a href="/busy">Busy</a> <a href="/down">Down</a> <a href="/gone">Gone</a>'),
    );
    files['/busy'] = busyFor(1, page('Not busy any more'), { 'retry-after': '2' });
    files['/down'] = busyFor(99, '');
    const run = await crawl();
    expect(statusOf('/busy')).toMatchObject({ status: 'success' });
    const [first = 0, second = 0] = timesOf('/busy');
    expect(second - first).toBeGreaterThan(1990);
    expect(timesOf('/down')).toHaveLength(3);
    expect(statusOf('/down')).toMatchObject({ status: 'error', reason: 'upstream_unavailable' });
    expect(run.code).toBe(EXIT.page);
  });

  test('leaves the time of robots.txt also ahead of retries and pictures', async () => {
    files['/robots.txt'] = 'User-agent: *\nCrawl-delay: 0.7';
    files['/'] = noted(
      page(
        'Home',
        '<p>See <img src="/a.png" alt="A bridge"> and <img src="/b.png" alt="A river"></p><a href="/busy">Busy</a>',
      ),
    );
    for (const name of ['/a.png', '/b.png']) files[name] = noted(PNG, 200, { 'content-type': 'image/png' });
    files['/busy'] = busyFor(1, page('Not busy any more'));
    expect((await crawl(['--assets', '--concurrency', '8'])).code).toBe(0);
    const times = asked.map(([, atMs]) => atMs);
    expect(asked.map(([name]) => name).toSorted()).toEqual(['/', '/a.png', '/b.png', '/busy', '/busy']);
    const gaps = times.slice(1).map((atMs, i) => atMs - times[i]!);
    // Waiting at one end and being answered at the other are some milliseconds apart.
    expect(Math.min(...gaps)).toBeGreaterThan(650);
  });

  test('leaves the time of robots.txt ahead of sitemaps too', async () => {
    files['/robots.txt'] = noted(
      `User-agent: *\nCrawl-delay: 0.7\nSitemap: ${site.url}/a.xml\nSitemap: ${site.url}/b.xml`,
    );
    files['/'] = noted(page('Home'));
    files['/a.xml'] = noted(`<urlset><loc>${site.url}/a</loc></urlset>`);
    files['/b.xml'] = noted('<urlset></urlset>');
    files['/a'] = noted(page('A'));
    expect((await crawl()).code).toBe(0);
    // Ahead of that, nothing has told of the delay.
    const after = asked.slice(-4);
    expect(after.map(([name]) => name)).toEqual(['/robots.txt', '/a.xml', '/b.xml', '/a']);
    const times = after.map(([, atMs]) => atMs);
    const gaps = times.slice(1).map((atMs, i) => atMs - times[i]!);
    expect(Math.min(...gaps)).toBeGreaterThan(650);
  });

  test('speaks of its own options, whose --include is of addresses; a map of none', async () => {
    files['/'] = noted(page('Home'));
    await crawl(['--include-selector', 'p[']);
    expect(statusOf('/')).toMatchObject({ reason: 'invalid_request' });
    expect(statusOf('/')!.message).toMatch(/ It is in --include-selector\.$/);
    const wrong = await crawl(['--exclude-selector', 'p'.repeat(10_000)]);
    expect(wrong.err).toContain('--exclude-selector');
    files['/'] = noted('<title>Just a moment...</title><h1>Checking your browser</h1>', 403);
    const map = await runHere(['map', site.url], env());
    expect(map.err).toContain('Save the page as your browser shows it');
  });

  test('asks for robots.txt once ahead of its first page, and once to read it', async () => {
    files['/robots.txt'] = noted('User-agent: *');
    files['/'] = noted(page('Home', '<p><img src="/a.png" alt="A bridge"></p>'));
    files['/a.png'] = noted(PNG, 200, { 'content-type': 'image/png' });
    files['/sitemap.xml'] = noted('<urlset></urlset>');
    expect((await crawl(['--assets'])).code).toBe(0);
    const names = ['/robots.txt', '/', '/robots.txt', '/a.png', '/sitemap.xml'];
    expect(asked.map(([name]) => name)).toEqual(names);
    asked = [];
    expect((await runHere(['map', site.url], env())).code).toBe(0);
    expect(asked.map(([name]) => name)).toEqual(names.filter((name) => name !== '/a.png'));
  });

  test('reads robots.txt again where that failed once', async () => {
    let times = 0;
    const robots = noted('User-agent: *\nDisallow: /private') as Exclude<Page, string>;
    files['/robots.txt'] = (request, response) => {
      if (++times === 2) request.socket.destroy();
      else robots(request, response);
    };
    files['/'] = noted(page('Home', '<a href="/private">Private</a>'));
    expect((await crawl()).code).toBe(0);
    expect(asked.map(([name]) => name)).toEqual(['/robots.txt', '/', '/', '/robots.txt']);
  });

  test('has no long line in its journal, whatever a sitemap lists, and goes on from it', async () => {
    const listed = Array.from({ length: 2500 }, (_, i) => `${site.url}/${i}`);
    files['/'] = noted(page('Home'));
    files['/sitemap.xml'] = noted(`<urlset>${listed.map((url) => `<loc>${url}</loc>`).join('')}</urlset>`);
    const few = ['--include', '/249*'];
    for (let i = 2490; i < 2500; i++) files[`/${i}`] = noted(page(`Page ${i}`));
    expect((await crawl(few)).code).toBe(0);
    const journal = path.join(out(), 'crawl.jsonl');
    const lines = readFileSync(journal, 'utf8').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(listed.join('').length / 2);
    // As if its process had ended behind the sitemaps.
    writeFileSync(journal, `${lines.slice(0, 5).join('\n')}\n`);
    const results = path.join(out(), 'results.jsonl');
    writeFileSync(results, `${readFileSync(results, 'utf8').split('\n')[0]}\n`);
    asked = [];
    expect((await crawl(few)).code).toBe(0);
    expect(asked.map(([name]) => name).toSorted()).toEqual(
      listed.slice(2490).map((url) => new URL(url).pathname),
    );
    // `/249` too, which is not there.
    expect(records()).toHaveLength(12);
  });

  test('counts again what an earlier run left out', async () => {
    files['/'] = noted(page('Home', '<a href="/a">A</a> <a href="/b">B</a>'));
    for (const name of ['/a', '/b']) files[name] = noted(page('The same'));
    for (const requests of [3, 3]) {
      expect((await crawl()).code).toBe(0);
      expect(asked).toHaveLength(requests);
      const report = JSON.parse(readFileSync(path.join(out(), 'report.json'), 'utf8'));
      expect(report.left_out).toEqual({ duplicate: 1 });
    }
  });

  test('keeps its first page where it is stopped while it reads sitemaps, and goes on from it', async () => {
    await stoppedWhileListing();
    expect(statusOf('/')).toMatchObject({ status: 'success' });
    files['/sitemap.xml'] = noted(`<urlset><loc>${site.url}/a</loc></urlset>`);
    files['/a'] = noted(page('A'));
    expect((await crawl()).code).toBe(0);
    expect(asked.map(([name]) => name)).toEqual(['/', '/sitemap.xml', '/a']);
    expect(records()).toHaveLength(2);
  });

  test.each(['crawl', 'batch'])(
    'a %s ends at once where it is stopped while a page waits for its next try',
    async (command) => {
      files['/'] = noted(page('Home', '<a href="/busy">Busy</a>'));
      files['/busy'] = busyFor(99, '', { 'retry-after': '60' });
      const list = path.join(folder.dir, 'list');
      writeFileSync(list, `${site.url}/busy\n`);
      const of = command === 'batch' ? list : site.url;
      const child = spawn(process.execPath, [BIN, command, of, '--out', out()], {
        env: env(),
        stdio: 'ignore',
      });
      const ended = once(child, 'close');
      await expect.poll(() => timesOf('/busy').length).toBe(1);
      // It is told of nothing: its answer has to come back, and to be judged.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const from = performance.now();
      child.kill('SIGINT');
      expect(await ended).toEqual([EXIT.limit, null]);
      expect(performance.now() - from).toBeLessThan(30_000);
      expect(timesOf('/busy')).toHaveLength(1);
      const report = JSON.parse(readFileSync(path.join(out(), 'report.json'), 'utf8'));
      expect(report).toMatchObject({ converted: command === 'batch' ? 0 : 1, failed: 0 });
    },
  );

  test('asks the site that its first page leads to for robots.txt and sitemaps; so does a map', async () => {
    files['/robots.txt'] = `User-agent: *\nDisallow: /open\nSitemap: ${other.url}/wrong.xml`;
    files['/'] = noted('', 302, { location: `${other.url}/home` });
    otherFiles['/robots.txt'] = `User-agent: *\nDisallow: /private\nSitemap: ${other.url}/s.xml`;
    otherFiles['/s.xml'] = noted(`<urlset><loc>${other.url}/listed</loc></urlset>`);
    otherFiles['/wrong.xml'] = noted(`<urlset><loc>${other.url}/wrong</loc></urlset>`);
    otherFiles['/home'] = noted(page('Home', '<a href="/open">Open</a> <a href="/private">Private</a>'));
    for (const name of ['/open', '/private', '/listed', '/wrong']) otherFiles[name] = noted(page(name));
    expect((await crawl()).code).toBe(0);
    const paths = records().map(({ url }) => new URL(url!).pathname);
    expect(paths.toSorted()).toEqual(['/', '/listed', '/open']);
    const map = await runHere(['map', site.url, '--json'], env());
    const { urls, left_out } = JSON.parse(map.out);
    expect(urls.toSorted()).toEqual([`${other.url}/listed`, `${other.url}/open`, `${site.url}/`].toSorted());
    expect(left_out).toEqual({ robots: 1 });
  });

  test.each([
    [404, 'upstream_not_found'],
    [503, 'upstream_unavailable'],
  ])(
    'a map of an address that is answered with %d says so, and has what sitemaps list',
    async (status, reason) => {
      files['/'] = noted(page('Nothing', '<a href="/a">A</a>'), status);
      files['/sitemap.xml'] = noted(`<urlset><loc>${site.url}/b</loc></urlset>`);
      const run = await runHere(['map', site.url], env());
      expect(run).toMatchObject({ code: EXIT.upstream, out: `${site.url}/\n${site.url}/b\n` });
      expect(run.err).toContain(reason);
    },
  );

  test('a folder is of one work, and one that cannot be read is not begun anew', async () => {
    files['/'] = noted(page('Home'));
    expect((await crawl()).code).toBe(0);
    const list = path.join(folder.dir, 'list');
    writeFileSync(list, `${site.url}/\n`);
    const batch = await runHere(['batch', list, '--out', out()], env());
    expect(batch).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('has another crawl') });
    const batchDir = path.join(folder.dir, 'batch');
    expect((await runHere(['batch', list, '--out', batchDir], env())).code).toBe(0);
    const mixed = await runHere(['crawl', site.url, '--out', batchDir], env());
    expect(mixed).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('has another batch') });
    const texts = await runHere(['batch', list, '--out', batchDir, '--text'], env());
    expect(texts).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('options of before') });
    const torn = path.join(folder.dir, 'torn');
    mkdirSync(path.join(torn, 'results.jsonl'), { recursive: true });
    const unread = await runHere(['crawl', site.url, '--out', torn], env());
    expect(unread).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('EISDIR') });
  });
});

const redisProgram = findRedis();
if (redisProgram === null) {
  leftOut('faults of crawls shared by machines', 'apt-get install redis-server');
} else {
  describe('pagemark crawl over Redis', () => {
    let redis: TestServer;
    beforeAll(async () => {
      redis = await startRedis(redisProgram);
    });
    afterAll(() => redis?.close());

    test('gives its result to who comes late, and begins anew when that has gone', async () => {
      files['/'] = noted(page('Home', '<a href="/a">A</a>'));
      files['/a'] = noted(page('A'));
      const shared = { PAGEMARK_REDIS_URL: redis.url };
      expect((await crawl([], shared)).code).toBe(0);
      expect((await crawl([], shared)).code).toBe(0);
      expect(asked.map(([name]) => name)).toEqual(['/', '/a']);
      const client = new Redis(redis.url);
      try {
        const [over = ''] = await client.keys('*:over');
        expect(await client.pttl(over)).toBeGreaterThan(0);
        await client.del(over);
      } finally {
        client.disconnect();
      }
      expect((await crawl([], shared)).code).toBe(0);
      expect(asked.map(([name]) => name)).toEqual(['/', '/a', '/', '/a']);
      expect(records()).toHaveLength(2);
      const otherCrawl = await crawl(['--limit', '1'], shared);
      expect(otherCrawl).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('Choose another') });
    });

    test('who had lost the lead counts what others added meanwhile', async () => {
      let answerHome: (() => void) | undefined;
      files['/'] = (request, response) => {
        answerHome = () =>
          (noted(page('Home', '<a href="/a">A</a>')) as Exclude<Page, string>)(request, response);
      };
      for (const name of ['/a', '/x']) files[name] = noted(page(name));
      const client = new Redis(redis.url, { maxRetriesPerRequest: null });
      await client.flushall();
      const run = crawl(['--limit', '2', '--concurrency', '1'], { PAGEMARK_REDIS_URL: redis.url });
      await expect.poll(() => client.keys('*:leader')).toHaveLength(1);
      const leader = await client.keys('*:leader');
      await expect.poll(() => answerHome).toBeDefined();
      await client.set(leader[0]!, 'another', 'PX', 3000);
      const [, name = ''] = /^\{pagemark-batch\}:(\w+):/.exec(leader[0]!) ?? [];
      const queue = new Queue(name, { connection: client, prefix: '{pagemark-batch}' });
      await queue.add('page', { url: `${site.url}/x`, rank: 'link', depth: 1, row: 0 });
      answerHome!();
      expect((await run).code).toBe(0);
      expect(asked.map(([each]) => each)).toEqual(['/', '/x']);
      await queue.close();
      client.disconnect();
    });

    test('who leads says so while it reads sitemaps, and another machine that joins changes nothing', async () => {
      files['/'] = noted(page('Home'));
      let answer: (() => void) | undefined;
      files['/sitemap.xml'] = (_, response) => {
        answer = () => response.end(`<urlset><loc>${site.url}/a</loc></urlset>`);
      };
      let openPage: (() => void) | undefined;
      files['/a'] = (request, response) => {
        openPage = () => (noted(page('A')) as Exclude<Page, string>)(request, response);
      };
      const client = new Redis(redis.url, { maxRetriesPerRequest: null });
      await client.flushall();
      const shared = { PAGEMARK_REDIS_URL: redis.url };
      const first = crawl(['--concurrency', '3'], shared);
      await expect.poll(() => answer).toBeDefined();
      const [leader = ''] = await client.keys('*:leader');
      // It goes down from 10 s until it is renewed, however late that is seen.
      let last = await client.pttl(leader);
      await expect
        .poll(async () => {
          const before = last;
          last = await client.pttl(leader);
          return last > before;
        })
        .toBe(true);
      answer!();
      await expect.poll(() => openPage).toBeDefined();
      const [listed = ''] = await client.keys('*:listed');
      expect(await client.lrange(listed, 0, -1)).toEqual([JSON.stringify([`${site.url}/a`])]);
      const [, name = ''] = /^\{pagemark-batch\}:(\w+):/.exec(leader) ?? [];
      const queue = new Queue(name, { connection: client, prefix: '{pagemark-batch}' });
      expect(await queue.getGlobalConcurrency()).toBe(3);
      const args = ['crawl', site.url, '--out', path.join(folder.dir, 'second'), '--concurrency', '7'];
      const second = runHere(args, env(shared));
      await expect.poll(async () => (await queue.getWorkers()).length).toBe(2);
      expect(await queue.getGlobalConcurrency()).toBe(3);
      openPage!();
      expect([(await first).code, (await second).code]).toEqual([0, 0]);
      await queue.close();
      client.disconnect();
    });

    test('another machine goes on with pages that were read, and not while robots.txt fails', async () => {
      files['/'] = noted(page('Home'));
      files['/a'] = noted(page('A'));
      files['/sitemap.xml'] = `<urlset><loc>${site.url}/a</loc></urlset>`;
      const client = new Redis(redis.url, { maxRetriesPerRequest: null });
      onTestFinished(() => client.disconnect());
      await client.flushall();
      const shared = { PAGEMARK_REDIS_URL: redis.url };
      expect((await crawl([], shared)).code).toBe(0);
      // As if its machine had ended ahead of the end.
      const keys = await client.keys('*');
      await client.del(keys.filter((name) => /:(?:over|ended|leader)$/.test(name)));
      files['/robots.txt'] = noted('', 503);
      const down = await crawl([], shared);
      expect(down).toMatchObject({ code: EXIT.upstream, err: expect.stringContaining('robots.txt') });
      delete files['/robots.txt'];
      await client.del(keys.filter((name) => name.endsWith(':leader')));
      expect((await crawl([], shared)).code).toBe(0);
      expect(asked.map(([name]) => name).filter((name) => name !== '/robots.txt')).toEqual(['/', '/a']);
      expect(records()).toHaveLength(2);
    });

    test.each(['crawl', 'batch'])(
      'a %s ends where the disk takes nothing, and asks for no page again and again',
      async (command) => {
        files['/'] = noted(page('Home'));
        const list = path.join(folder.dir, 'list');
        writeFileSync(list, `${site.url}/\n`);
        mkdirSync(out(), { recursive: true });
        writeFileSync(path.join(out(), 'pages'), 'no folder');
        const shared = env({ PAGEMARK_REDIS_URL: redis.url });
        const run = await runHere([command, command === 'batch' ? list : site.url, '--out', out()], shared);
        expect(run.code).toBe(EXIT.internal);
        expect(timesOf('/').length).toBeLessThanOrEqual(2);
      },
    );

    test.each(['crawl', 'batch'])(
      'a %s that was stopped says that the disk took nothing of what was under way',
      async (command) => {
        let answer: (() => void) | undefined;
        files['/'] = noted(page('Home', '<a href="/a">A</a>'));
        files['/a'] = (request, response) => {
          answer = () => (noted(page('A')) as Exclude<Page, string>)(request, response);
        };
        const list = path.join(folder.dir, 'list');
        writeFileSync(list, `${site.url}/a\n`);
        const of = command === 'batch' ? list : site.url;
        const settings = env({ PAGEMARK_REDIS_URL: redis.url });
        const child = spawn(process.execPath, [BIN, command, of, '--out', out()], {
          env: settings,
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        let told = '';
        child.stderr.on('data', (text) => {
          told += text;
        });
        const ended = once(child, 'close');
        await expect.poll(() => answer).toBeDefined();
        rmSync(path.join(out(), 'pages'), { recursive: true, force: true });
        writeFileSync(path.join(out(), 'pages'), 'no folder');
        child.kill('SIGINT');
        // It waits for the page, and says nothing of the signal.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        answer!();
        expect(await ended).toEqual([EXIT.internal, null]);
        expect(told).toContain('internal');
      },
    );

    test('a crawl that was stopped tells what was done', async () => {
      await stoppedWhileListing({ PAGEMARK_REDIS_URL: redis.url });
      expect(records()).toHaveLength(1);
      const report = JSON.parse(readFileSync(path.join(out(), 'report.json'), 'utf8'));
      expect(report).toMatchObject({ total: 1, converted: 1, complete: false });
    });

    test('a crawl that was stopped while it read sitemaps says that the disk took nothing of what was under way', async () => {
      let answer: (() => void) | undefined;
      files['/'] = noted(page('Home'));
      let listing: Socket | undefined;
      files['/sitemap.xml'] = ({ socket }) => {
        listing = socket;
      };
      files['/x'] = (request, response) => {
        answer = () => (noted(page('X')) as Exclude<Page, string>)(request, response);
      };
      const client = new Redis(redis.url, { maxRetriesPerRequest: null });
      onTestFinished(() => client.disconnect());
      await client.flushall();
      const child = spawn(process.execPath, [BIN, 'crawl', site.url, '--out', out()], {
        env: env({ PAGEMARK_REDIS_URL: redis.url }),
        stdio: 'ignore',
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = once(child, 'close');
      await expect.poll(() => listing).toBeDefined();
      // Another machine, which had the lead before, has added it.
      const [leader = ''] = await client.keys('*:leader');
      const [, name = ''] = /^\{pagemark-batch\}:(\w+):/.exec(leader) ?? [];
      const queue = new Queue(name, { connection: client, prefix: '{pagemark-batch}' });
      onTestFinished(() => queue.close());
      await queue.add('page', { url: `${site.url}/x`, rank: 'link', depth: 1, row: 0 });
      await expect.poll(() => answer).toBeDefined();
      rmSync(path.join(out(), 'pages'), { recursive: true });
      writeFileSync(path.join(out(), 'pages'), 'no folder');
      const givenUp = once(listing!, 'close');
      child.kill('SIGINT');
      await givenUp;
      answer!();
      expect(await ended).toEqual([EXIT.internal, null]);
    });
  });
}
