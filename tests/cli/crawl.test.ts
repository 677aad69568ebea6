import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { findRedis, startRedis, type TestServer } from '../storage/servers.ts';
import { isFull } from '../support/full-form.ts';
import { leftOut } from '../support/left-out.ts';
import { BIN, cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';
import { startTrapSite, type TrapSite } from '../support/trap-site.ts';

const PAGES = isFull ? 2000 : 80;
/** Pages of the traps that may come, however large the site is. */
const MOST_OF_TRAPS = 250;

let site: TrapSite;
let folder: ReturnType<typeof temporaryFolder>;
const started: ChildProcess[] = [];

beforeAll(async () => {
  site = await startTrapSite(PAGES);
});
afterAll(() => site?.close());
beforeEach(() => {
  folder = temporaryFolder();
  site.asked.clear();
  site.answers.letUpTo(Number.POSITIVE_INFINITY);
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  folder.remove();
});

const env = (extra: Record<string, string> = {}, of = site) =>
  cleanEnv(folder.dir, { PAGEMARK_FETCH_ALLOW: of.address, PAGEMARK_BROWSER: 'off', ...extra });

const recordsIn = (dir: string) =>
  readFileSync(path.join(dir, 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
const reportIn = (dir: string) => JSON.parse(readFileSync(path.join(dir, 'report.json'), 'utf8'));

function startCrawl(args: readonly string[], settings: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [BIN, 'crawl', ...args], {
    env: settings,
    cwd: folder.dir,
    stdio: 'ignore',
  });
  started.push(child);
  return { child, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** What holds of the result of every crawl of the whole site, whatever happened on the way. */
function expectWhole(out: string, dirs: readonly string[] = [out]): void {
  const records = recordsIn(out);
  const urls = records.map(({ url }) => url!.slice(site.url.length));
  expect(urls.length).toBe(new Set(urls).size);
  const converted = records.filter(({ status }) => status === 'success');
  const owned = new Set(converted.map(({ url }) => url!.slice(site.url.length)));
  expect(site.pages.filter((each) => !owned.has(each) && !owned.has(`/print${each}`))).toEqual([]);
  // No content twice, and none of a trap that repeats one.
  const titles = converted.map(({ title }) => title);
  expect(titles.length).toBe(new Set(titles).size);
  expect(records.length).toBeLessThan(1.2 * site.pages.length + MOST_OF_TRAPS);
  for (const { file } of converted)
    expect(
      dirs.some((dir) => existsSync(path.join(dir, file!))),
      file,
    ).toBe(true);
  const files = dirs.flatMap((dir) => readdirSync(path.join(dir, 'pages'), { recursive: true }).map(String));
  expect(files.filter((name) => name.endsWith('.md')).length).toBe(converted.length);
}

describe('pagemark crawl', () => {
  test('has every page once, keeps out of the traps, and names what it left out', async () => {
    const out = path.join(folder.dir, 'out');
    const run = await runHere(['crawl', site.url, '--out', out, '--concurrency', '8'], env());
    expect(run.code).toBe(0);
    expectWhole(out);
    const report = reportIn(out);
    expect(report).toMatchObject({ complete: true, failed_sitemaps: [{ reason: 'status 404' }] });
    const kinds = 'session loop calendar query repeats duplicate robots other_site nofollow media paging';
    for (const kind of kinds.split(' ')) {
      expect(report.left_out[kind], kind).toBeGreaterThan(0);
      expect(run.out, kind).toMatch(new RegExp(`^${kind} +${report.left_out[kind]} `, 'm'));
    }
    expect(report.by_reason.soft_404).toBeGreaterThan(0);
    expect([...site.asked].filter(([url, times]) => times > 1 && url !== '/robots.txt')).toEqual([]);
    expect([...site.asked.keys()].filter((url) => url.startsWith('/private'))).toEqual([]);
  });

  test('goes on after kill -9 where it was, and a folder is of one crawl', async () => {
    const out = path.join(folder.dir, 'out');
    const args = [site.url, '--out', out, '--concurrency', '4'];
    for (const share of [0.1, 0.4]) {
      site.answers.letUpTo(PAGES * share);
      const killed = startCrawl(args, env());
      await expect.poll(() => site.asked.size).toBeGreaterThan(PAGES * share);
      killed.child.kill('SIGKILL');
      await killed.ended;
      writeFileSync(path.join(out, 'crawl.jsonl'), '{"target":{"url":"http://torn', { flag: 'a' });
    }
    expect(recordsIn(out).length).toBeGreaterThan(0);
    site.answers.letUpTo(Number.POSITIVE_INFINITY);
    const run = await runHere(['crawl', ...args], env());
    expect(run.code).toBe(0);
    expectWhole(out);
    const twice = [...site.asked].filter(([url, times]) => times > 1 && !/robots|sitemap|\.xml/.test(url));
    expect(twice.length).toBeLessThanOrEqual(2 * 4);
    const other = await runHere(['crawl', ...args, '--limit', '5'], env());
    expect(other).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('Choose another --out') });
  });

  test('takes no more pages than --limit, links of the content first, and those of the patterns', async () => {
    const out = path.join(folder.dir, 'out');
    const run = await runHere(
      ['crawl', site.url, '--out', out, '--limit', '12', '--concurrency', '1'],
      env(),
    );
    expect(run.code).toBe(0);
    const paths = recordsIn(out).map(({ url }) => url!.slice(site.url.length));
    expect(paths.slice(0, 4)).toEqual(['/', '/chain/0', '/item/0', '/list?page=1']);
    expect(paths).toHaveLength(12);
    expect(paths.every((each) => /^\/(?:$|list|chain|item)/.test(each))).toBe(true);
    expect(reportIn(out).left_out.limit).toBeGreaterThan(PAGES / 4);
    const some = path.join(folder.dir, 'some');
    await runHere(
      [
        'crawl',
        site.url,
        '--out',
        some,
        '--include',
        '/chain/',
        '--exclude',
        '*1$',
        '--exclude',
        '*visitno=',
        '--depth',
        '2',
        '--json',
      ],
      env(),
    );
    expect(recordsIn(some).map(({ url }) => url!.slice(site.url.length))).toEqual(['/', '/chain/0']);
    expect(reportIn(some).left_out.excluded).toBeGreaterThan(1);
  });

  test('leaves the time between pages that robots.txt asks for', async () => {
    const slow = await startTrapSite(8, 'Crawl-delay: 0.2');
    try {
      const out = path.join(folder.dir, 'out');
      const startedAt = performance.now();
      await runHere(['crawl', slow.url, '--out', out, '--limit', '6', '--concurrency', '8'], env({}, slow));
      expect(performance.now() - startedAt).toBeGreaterThan(5 * 200);
    } finally {
      await slow.close();
    }
  });
});

describe('pagemark map', () => {
  test('prints what the first page leads to and the sitemaps list, each once', async () => {
    const run = await runHere(['map', site.url], env());
    expect(run.code).toBe(0);
    const lines = run.out.trim().split('\n');
    expect(lines).toHaveLength(new Set(lines).size);
    const paths = lines.map((line) => line.slice(site.url.length));
    expect(paths.slice(0, 4)).toEqual(['/', '/chain/0', '/item/0', '/list?page=1']);
    for (const each of site.pages.filter((page) => /^\/(?:only-listed|nav)\//.test(page)))
      expect(paths, each).toContain(each);
    expect(paths).not.toContain('/private/account');
    expect(run.err).toMatch(/^robots +1 /m);
    const json = await runHere(['map', site.url, '--json', '--limit', '3'], env());
    expect(JSON.parse(json.out).urls).toHaveLength(3);
  });
});

/** Machines that wait for a job of a queue. */
async function waitingForWork(redisUrl: string): Promise<number> {
  const redis = new Redis(redisUrl);
  try {
    return Number(/^blocked_clients:(\d+)/m.exec(await redis.info('clients'))?.[1]);
  } finally {
    redis.disconnect();
  }
}

const redisProgram = findRedis();
if (redisProgram === null) {
  leftOut('crawls shared by machines', 'apt-get install redis-server');
} else {
  describe('pagemark crawl on two machines', () => {
    let redis: TestServer;
    beforeAll(async () => {
      redis = await startRedis(redisProgram);
    });
    afterAll(() => redis?.close());

    test('has every page once, also when the machine that leads is killed', async () => {
      const shared = env({ PAGEMARK_REDIS_URL: redis.url });
      const [a, b] = [path.join(folder.dir, 'a'), path.join(folder.dir, 'b')];
      const args = (out: string) => [site.url, '--out', out, '--concurrency', '4'];
      site.answers.letUpTo(0);
      const killed = startCrawl(args(a), shared);
      // Who asks for the first page leads.
      await expect.poll(() => site.asked.size).toBe(1);
      const other = runHere(['crawl', ...args(b), '--json'], shared);
      await expect.poll(() => waitingForWork(redis.url)).toBe(2);
      site.answers.letUpTo(PAGES * 0.3);
      await expect.poll(() => site.asked.size).toBeGreaterThan(PAGES * 0.3);
      killed.child.kill('SIGKILL');
      await killed.ended;
      site.answers.letUpTo(Number.POSITIVE_INFINITY);
      const run = await other;
      expect(JSON.parse(run.out)).toMatchObject({ complete: true });
      expectWhole(b, [a, b]);
      expect(new Set(recordsIn(b).map(({ machine }) => machine)).size).toBe(2);
      const again = await runHere(['crawl', ...args(a), '--json'], shared);
      expect(JSON.parse(again.out)).toEqual(JSON.parse(run.out));
    });
  });
}
