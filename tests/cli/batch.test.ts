import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { findRedis, startRedis, type TestServer } from '../storage/servers.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { BIN, cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';
import { createTurnstile } from '../support/turnstile.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

const PAGES = 40;
const PNG = Buffer.from('\x89PNG\r\n\x1a\nand more', 'latin1');
const GIF = Buffer.from('GIF89a and more');

let site: Upstream;
let folder: ReturnType<typeof temporaryFolder>;
const served = new Map<string, number>();
const started: ChildProcess[] = [];
let [open, mostOpen] = [0, 0];
/** What answers go through, numbered by how many pages were asked for until then. */
const answers = createTurnstile();

beforeAll(async () => {
  const page = (request: { url?: string | undefined }, response: import('node:http').ServerResponse) => {
    const name = request.url!;
    served.set(name, (served.get(name) ?? 0) + 1);
    mostOpen = Math.max(mostOpen, ++open);
    const number = served.size;
    setTimeout(async () => {
      await answers.pass(number);
      open--;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(ARTICLE.replaceAll('bridges', `bridges ${name}`));
    }, 30);
  };
  const picture =
    (type: string, bytes: Buffer): import('../support/upstream.ts').Page =>
    ({ url = '' }, response) => {
      served.set(url, (served.get(url) ?? 0) + 1);
      response.writeHead(200, { 'content-type': type }).end(bytes);
    };
  const images = [
    '/one.png',
    '/a%2F..%2F..%2Fetc/../passwd',
    '/drawing.svg',
    '/page.png',
    '/missing.png',
    '/big.png',
  ]
    .map(
      (src, i) => `<p><img src="${src}" alt="${['One', 'Two'][i] ?? 'More'}" width="400" height="300"></p>`,
    )
    .join('');
  const pictures: import('../support/upstream.ts').Page = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(
      ARTICLE.replace(
        '<ul>',
        `${images}<p><img src="http://10.0.0.1/a.png" alt="Inside" width="400" height="300">
        <p>Write <code>![One](${site.url}/one.png)</code>.</p><ul>`,
      ),
    );
  const changing: import('../support/upstream.ts').Page = ({ url = '' }, response) => {
    const times = (served.get(url) ?? 0) + 1;
    served.set(url, times);
    const picture = (alt: string) => `<p><img src="/one.png" alt="${alt}" width="400" height="300"></p>`;
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        ARTICLE.replaceAll('bridges', `bridges ${times}`).replace(
          '</article>',
          `${picture('First')}${'<p>The river below the town was bridged again in the spring, by masons.</p>'.repeat(20)}${picture('Last')}</article>`,
        ),
      );
  };
  site = await startUpstream({
    ...Object.fromEntries(Array.from({ length: PAGES }, (_, i) => [`/p/${i}`, page])),
    '/empty': '<!doctype html><title>Nothing</title><body></body>',
    '/busy': ({ url = '' }, response) => {
      const times = (served.get(url) ?? 0) + 1;
      served.set(url, times);
      if (times > 1) response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE);
      else response.writeHead(503, { 'retry-after': '1' }).end('<h1>Service unavailable</h1>');
    },
    '/pictures': pictures,
    '/changing': changing,
    '/one.png': picture('image/png', PNG),
    '/passwd': picture('text/plain', GIF),
    '/drawing.svg': picture(
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ),
    '/page.png': picture('image/png', Buffer.from('<script>alert(1)</script>')),
    '/big.png': picture('image/png', Buffer.concat([PNG, Buffer.alloc(300_000)])),
  });
});
afterAll(() => site?.close());
beforeEach(() => {
  folder = temporaryFolder();
  served.clear();
  mostOpen = 0;
  answers.letUpTo(Number.POSITIVE_INFINITY);
});
afterEach(() => {
  // One that a failed test left behind would ask the site of the next.
  for (const child of started.splice(0)) child.kill('SIGKILL');
  folder.remove();
});

const env = (extra: Record<string, string> = {}) =>
  cleanEnv(folder.dir, {
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_BROWSER: 'off',
    PAGEMARK_MAX_RESPONSE_BYTES: '200000',
    ...extra,
  });

function listOf(count: number, more: readonly string[] = []): string {
  const file = path.join(folder.dir, 'urls.txt');
  const urls = Array.from({ length: count }, (_, i) => `${site.url}/p/${i}`);
  writeFileSync(file, ['# a list', '', ...urls, urls[0], ...more].join('\n'));
  return file;
}

const recordsIn = (dir: string) =>
  readFileSync(path.join(dir, 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);

/** Starts a batch that a test ends. */
function startBatch(args: readonly string[], settings: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [BIN, 'batch', ...args], {
    env: settings,
    cwd: folder.dir,
    stdio: 'ignore',
  });
  started.push(child);
  return { child, ended: new Promise((resolve) => child.once('close', resolve)) };
}

describe('pagemark batch', () => {
  test('writes a line and a file per address, tells failures by reason, keeps a host from a crowd', async () => {
    const out = path.join(folder.dir, 'out');
    const list = listOf(10, [`${site.url}/missing`, 'http://10.0.0.1/']);
    const run = await runHere(['batch', list, '--out', out, '--per-host', '3', '--json'], env());
    expect(run.err).toBe('');
    expect(run.code).toBe(3);
    expect(JSON.parse(run.out)).toEqual({
      total: 12,
      converted: 10,
      failed: 2,
      by_reason: { blocked_target: 1, upstream_not_found: 1 },
    });
    expect(JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8'))).toEqual(JSON.parse(run.out));
    const records = recordsIn(out);
    expect(new Set(records.map(({ url }) => url)).size).toBe(12);
    expect(records).toHaveLength(12);
    for (const { status, file, url } of records) {
      if (status === 'success')
        expect(readFileSync(path.join(out, file!), 'utf8')).toContain(new URL(url!).pathname);
    }
    expect(mostOpen).toBeLessThanOrEqual(3);
    expect(existsSync(path.join(out, '.lock'))).toBe(false);
  });

  test('takes the options of convert: what is written, what is listed, parts, and their bounds', async () => {
    const out = path.join(folder.dir, 'out');
    const flags = [
      '--links',
      'none',
      '--exclude',
      'pre',
      '--list-links',
      '--metadata',
      '--max-tokens',
      '100',
    ];
    const run = await runHere(['batch', listOf(1), '--out', out, ...flags], env());
    expect(run).toMatchObject({ code: 0, err: '' });
    const [record] = recordsIn(out) as unknown as [
      { file: string; parts: number; tokens: number; links: object[]; metadata: object },
    ];
    expect(record).toMatchObject({ links: [{ text: 'a map' }], metadata: { byline: 'Ada Stream' } });
    expect(record.parts).toBeGreaterThan(1);
    expect(record.tokens).toBeGreaterThan(100);
    const files = Array.from({ length: record.parts }, (_, i) =>
      i === 0 ? record.file : record.file.replace(/md$/, `${i + 1}.md`),
    );
    const whole = files.map((file) => readFileSync(path.join(out, file), 'utf8')).join('');
    const same = await runHere(['convert', `${site.url}/p/0`, '--links', 'none', '--exclude', 'pre'], env());
    expect(whole.trim()).toBe(same.out.trim());
    const wrong = await runHere(['batch', listOf(1), '--out', out, '--max-tokens', '7'], env());
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/--max-tokens.*50/);
  });

  test('a line that is no address is told by its number, and the rest is converted', async () => {
    const out = path.join(folder.dir, 'out');
    const list = listOf(2, [
      'no address',
      site.url.replace('http://', '').concat('/p/2'),
      'ftp://a.example/',
    ]);
    const run = await runHere(['batch', list, '--out', out], env());
    expect(run.code).toBe(EXIT.page);
    expect(run.out).toContain('3 of 3 converted, 0 failed.');
    expect(run.out).toContain('Line 6 is no address: "no address"');
    const report = JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8'));
    expect(report).toMatchObject({
      converted: 3,
      wrong_lines: [
        { line: 6, text: 'no address' },
        { line: 8, text: 'ftp://a.example/' },
      ],
    });
    writeFileSync(list, 'nothing\n# but this\n');
    const none = await runHere(['batch', list, '--out', out], env());
    expect(none).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('line 1 is "nothing"') });
  });

  test('--no-strict writes what was found, with its outcome', async () => {
    const out = path.join(folder.dir, 'out');
    const list = listOf(0, [`${site.url}/empty`]);
    expect((await runHere(['batch', list, '--out', out], env())).code).toBe(EXIT.page);
    const second = path.join(folder.dir, 'second');
    expect((await runHere(['batch', list, '--out', second, '--no-strict'], env())).code).toBe(0);
    expect(recordsIn(second)).toMatchObject([{ status: 'success', outcome: 'empty_content' }]);
  });

  test('asks again for what is answered with 503, also with --no-strict', async () => {
    const out = path.join(folder.dir, 'out');
    const url = `${site.url}/busy#/docs`;
    const list = listOf(0, [url]);
    expect((await runHere(['batch', list, '--out', out, '--no-strict'], env())).code).toBe(0);
    expect(recordsIn(out)).toMatchObject([{ status: 'success', outcome: 'ok', final_url: url }]);
    expect(served.get('/busy')).toBe(2);
  });

  test('--frontmatter writes the title and the address ahead of the Markdown', async () => {
    const out = path.join(folder.dir, 'out');
    const run = await runHere(['batch', listOf(1), '--out', out, '--frontmatter'], env());
    expect(run).toMatchObject({ code: 0, err: '' });
    const note = readFileSync(path.join(out, recordsIn(out)[0]!.file!), 'utf8');
    expect(note).toMatch(/^---\ntitle: [^\n]+\nurl: /);
  });

  test('--assets writes the pictures beside the pages, each once, under names of ours', async () => {
    const out = path.join(folder.dir, 'out');
    const list = listOf(0, [`${site.url}/pictures`, `${site.url}/pictures?again`]);
    const run = await runHere(['batch', list, '--out', out, '--assets', '--json'], env());
    expect(run).toMatchObject({ code: 0, err: '' });
    const [record] = recordsIn(out) as unknown as [{ file: string; pictures: object }];
    expect(record.pictures).toEqual({ saved: 2, left: 5 });
    const note = readFileSync(path.join(out, record.file), 'utf8');
    const [, first = '', second = ''] = /!\[One\]\(([^)]+)\)[\s\S]*!\[Two\]\(([^)]+)\)/.exec(note) ?? [];
    expect(first).toMatch(/^assets\/one-[0-9a-f]{16}\.png$/);
    expect(second).toMatch(/^assets\/passwd-[0-9a-f]{16}\.gif$/);
    const beside = path.dirname(path.join(out, record.file));
    expect(readFileSync(path.join(beside, first))).toEqual(PNG);
    expect(readFileSync(path.join(beside, second))).toEqual(GIF);
    expect(readdirSync(path.join(beside, 'assets')).sort()).toEqual(
      [first, second].map((file) => path.basename(file)).sort(),
    );
    for (const left of ['/drawing.svg', '/page.png', '/missing.png', '/big.png', 'http://10.0.0.1/a.png'])
      expect(note, left).toContain(`${left})`);
    expect(note).toContain(`\`![One](${site.url}/one.png)\``);
    const wrong = await runHere(['batch', list, '--out', out, '--assets', '--text'], env());
    expect(wrong).toMatchObject({
      code: EXIT.usage,
      err: expect.stringContaining('Leave --text or --assets out'),
    });
  });

  test('a page in parts is fetched once, and so are its pictures, also where snapshots are off', async () => {
    const out = path.join(folder.dir, 'out');
    const url = `${site.url}/changing`;
    const flags = ['--out', out, '--assets', '--max-tokens', '100'];
    const run = await runHere(['batch', listOf(0, [url]), ...flags], env({ PAGEMARK_SNAPSHOT_TTL_S: '0' }));
    expect(run).toMatchObject({ code: 0, err: '' });
    const [record] = recordsIn(out) as unknown as [{ file: string; parts: number; pictures: object }];
    expect(record.parts).toBeGreaterThan(2);
    expect(record.pictures).toEqual({ saved: 1, left: 0 });
    expect([served.get('/changing'), served.get('/one.png')]).toEqual([1, 1]);
    const last = record.file.replace(/md$/, `${record.parts}.md`);
    expect(readFileSync(path.join(out, last), 'utf8')).toMatch(/!\[Last\]\(assets\/one-/);
  });

  test('goes on after kill -9 where it was: every address once, none converted twice without need', async () => {
    const out = path.join(folder.dir, 'out');
    const list = listOf(PAGES);
    const args = [list, '--out', out];
    answers.letUpTo(10);
    const first = startBatch(args, env());
    const results = path.join(out, 'results.jsonl');
    await expect.poll(() => existsSync(results) && recordsIn(out).length).toBe(10);
    first.child.kill('SIGKILL');
    await first.ended;
    answers.letUpTo(Number.POSITIVE_INFINITY);
    writeFileSync(results, '{"url":"http://torn', { flag: 'a' });
    const run = await runHere(['batch', ...args], env());
    expect(run.code).toBe(0);
    expect(run.out).toContain(`${PAGES} of ${PAGES} converted`);
    const records = recordsIn(out);
    expect(records.map(({ url }) => url).sort()).toEqual([...new Set(records.map(({ url }) => url))].sort());
    expect(records).toHaveLength(PAGES);
    const asked = [...served.values()].reduce((sum, count) => sum + count, 0);
    expect(asked).toBeLessThanOrEqual(PAGES + 2);
    const files = readdirSync(path.join(out, 'pages'), { recursive: true }).filter((name) =>
      String(name).endsWith('.md'),
    );
    expect(files).toHaveLength(PAGES);
  });

  test('ends in order at SIGTERM, and refuses a folder that another process writes to', async () => {
    const out = path.join(folder.dir, 'out');
    const args = [listOf(PAGES), '--out', out];
    answers.letUpTo(0);
    const first = startBatch(args, env());
    await expect.poll(() => served.size).toBeGreaterThanOrEqual(2);
    const second = await runHere(['batch', ...args], env());
    expect([second.code, second.err]).toEqual([2, expect.stringContaining('Choose another folder')]);
    first.child.kill('SIGTERM');
    // Nothing tells that the signal has arrived.
    await sleep(onThisMachine(300));
    answers.letUpTo(Number.POSITIVE_INFINITY);
    expect(await first.ended).toBe(6);
    expect(recordsIn(out).length).toBe(
      JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8')).converted,
    );
  });

  test('takes over a folder that a process of its own number left, as each in a container has', async () => {
    const out = path.join(folder.dir, 'out');
    mkdirSync(out);
    const lock = path.join(out, '.lock');
    writeFileSync(lock, String(process.pid));
    expect((await runHere(['batch', listOf(1), '--out', out], env())).err).toContain('Choose another folder');
    const before = new Date(Date.now() - 60_000);
    utimesSync(lock, before, before);
    expect(await runHere(['batch', listOf(1), '--out', out], env())).toMatchObject({ code: 0, err: '' });
    expect(existsSync(lock)).toBe(false);
  });
});

const redisProgram = findRedis();
if (redisProgram === null) {
  leftOut('batches shared by machines', 'apt-get install redis-server');
} else {
  describe('pagemark batch on two machines', () => {
    let redis: TestServer;
    beforeAll(async () => {
      redis = await startRedis(redisProgram);
    });
    afterAll(() => redis?.close());

    test('each address once in the result, also when one machine is killed', async () => {
      const list = listOf(PAGES);
      const shared = env({ PAGEMARK_REDIS_URL: redis.url });
      const [a, b] = [path.join(folder.dir, 'a'), path.join(folder.dir, 'b')];
      answers.letUpTo(6);
      const killed = startBatch([list, '--out', a], shared);
      // Each has two pages on their way that wait for their answers.
      await expect.poll(() => served.size).toBe(8);
      const other = runHere(['batch', list, '--out', b, '--json'], shared);
      await expect.poll(() => served.size).toBe(10);
      killed.child.kill('SIGKILL');
      await killed.ended;
      answers.letUpTo(Number.POSITIVE_INFINITY);
      const run = await other;
      expect(JSON.parse(run.out)).toMatchObject({ total: PAGES, converted: PAGES, failed: 0 });
      const again = await runHere(['batch', list, '--out', a, '--json'], shared);
      expect(JSON.parse(again.out)).toMatchObject({ total: PAGES, converted: PAGES });
      const records = recordsIn(b);
      expect(
        recordsIn(a)
          .map(({ url }) => url)
          .sort(),
      ).toEqual(records.map(({ url }) => url).sort());
      expect(new Set(records.map(({ url }) => url)).size).toBe(PAGES);
      expect(records).toHaveLength(PAGES);
      expect(new Set(records.map(({ machine }) => machine)).size).toBe(2);
      for (const { file } of records) {
        expect(existsSync(path.join(a, file!)) || existsSync(path.join(b, file!))).toBe(true);
      }
    });

    test('begins anew once its result is not kept any more', async () => {
      const shared = env({ PAGEMARK_REDIS_URL: redis.url });
      const list = listOf(3);
      const run = (name: string) =>
        runHere(['batch', list, '--out', path.join(folder.dir, name), '--json'], shared);
      expect(JSON.parse((await run('a')).out)).toMatchObject({ converted: 3 });
      expect(JSON.parse((await run('b')).out)).toMatchObject({ converted: 3 });
      expect([...served.values()]).toEqual([1, 1, 1]);
      const client = new Redis(redis.url);
      try {
        const kept = await client.keys('*:over');
        expect(kept.length).toBeGreaterThan(0);
        for (const key of kept) expect(await client.pttl(key)).toBeGreaterThan(0);
        await client.del(kept);
      } finally {
        client.disconnect();
      }
      mostOpen = 0;
      rmSync(path.join(folder.dir, 'a', 'pages'), { recursive: true });
      answers.letUpTo(0);
      const anew = run('a');
      await expect.poll(() => mostOpen).toBe(2);
      answers.letUpTo(Number.POSITIVE_INFINITY);
      expect(JSON.parse((await anew).out)).toMatchObject({ converted: 3 });
      expect([...served.values()]).toEqual([2, 2, 2]);
      for (const { file } of recordsIn(path.join(folder.dir, 'a')))
        expect(existsSync(path.join(folder.dir, 'a', file!))).toBe(true);
    });

    test('tells what was done where it is ended by a signal', async () => {
      const out = path.join(folder.dir, 'out');
      answers.letUpTo(1);
      const { child, ended } = startBatch(
        [listOf(PAGES), '--out', out],
        env({ PAGEMARK_REDIS_URL: redis.url }),
      );
      await expect.poll(() => served.size).toBe(3);
      child.kill('SIGTERM');
      // Nothing tells that the signal has arrived.
      await sleep(onThisMachine(300));
      answers.letUpTo(Number.POSITIVE_INFINITY);
      expect(await ended).toBe(EXIT.limit);
      const report = JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8'));
      expect(report.converted).toBeGreaterThanOrEqual(3);
      expect(recordsIn(out)).toHaveLength(report.converted);
    });
  });
}
