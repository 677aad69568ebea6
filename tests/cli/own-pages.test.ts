import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { startDnsServer, type TestDnsServer } from '../support/dns-server.ts';
import { cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

const { dir, remove } = temporaryFolder();
let own: Upstream;
let other: Upstream;
let dns: TestDnsServer;
let env: NodeJS.ProcessEnv;
/** Fields of each request, by where it came: `own /path` or `other /path`. */
const heard = new Map<string, IncomingHttpHeaders>();

const hearing =
  (site: string, answer: (response: ServerResponse) => void = (response) => void page(response)) =>
  (request: IncomingMessage, response: ServerResponse) => {
    heard.set(`${site} ${request.url}`, request.headers);
    answer(response);
  };
const page = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE);
/** A name that is opened on a port of its own. */
const openedName = () => `opened.example.com:${new URL(own.url).port}`;
const moved = (to: () => string) => (response: ServerResponse) =>
  void response.writeHead(302, { location: to(), 'set-cookie': 'seen=1' }).end();

beforeAll(async () => {
  own = await startUpstream({
    '/page': hearing('own'),
    '/moved': hearing(
      'own',
      moved(() => '/page'),
    ),
    '/away': hearing(
      'own',
      moved(() => `${other.url}/page`),
    ),
    '/there-and-back': hearing(
      'own',
      moved(() => `${other.url}/back`),
    ),
    '/other-port': hearing(
      'own',
      moved(() => other.url),
    ),
    '/inside': hearing(
      'own',
      moved(() => 'http://10.0.0.1/'),
    ),
    '/app': hearing(
      'own',
      (response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<body><div id="root"></div><script type="module" src="/assets/index.js"></script>'),
    ),
  });
  other = await startUpstream({
    '/': hearing('other'),
    '/page': hearing('other'),
    '/back': hearing(
      'other',
      moved(() => `${own.url}/page`),
    ),
  });
  dns = await startDnsServer({ 'public.example.com': ['10.0.0.1'], 'opened.example.com': ['127.0.0.1'] });
  env = cleanEnv(dir, {
    PAGEMARK_FETCH_ALLOW: `${own.address},${other.address},${openedName()}`,
    PAGEMARK_DNS_SERVERS: dns.server,
    PAGEMARK_BROWSER: 'off',
  });
});
afterAll(async () => {
  await own.close();
  await other.close();
  await dns.close();
  remove();
});
beforeEach(() => heard.clear());

function cookieFile(...lines: readonly string[]): string {
  const file = path.join(dir, 'cookies.txt');
  writeFileSync(file, ['# Netscape HTTP Cookie File', '', ...lines].join('\n'));
  return file;
}
const cookie = (fields: { domain?: string; below?: string; path?: string; secure?: string; ends?: string }) =>
  [
    fields.domain ?? '127.0.0.1',
    fields.below ?? 'FALSE',
    fields.path ?? '/',
    fields.secure ?? 'FALSE',
    fields.ends ?? '0',
  ].join('\t');
const convert = (...args: readonly string[]) => runHere(['convert', ...args], env);

describe('--header and --cookie-file', () => {
  test('go to the site that they are for, over its own redirects, beside the cookies that it sets', async () => {
    const file = cookieFile(`${cookie({})}\tsid\ta=b`, `#HttpOnly_${cookie({ path: '/page' })}\tdeep\t1`);
    const fields = ['--header', 'Authorization: Bearer own', '--header', 'Cookie: typed=1'];
    const run = await convert(`${own.url}/moved`, ...fields, '--cookie-file', file);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('# Rivers and bridges');
    expect(heard.get('own /moved')).toMatchObject({
      authorization: 'Bearer own',
      cookie: 'typed=1; sid=a=b',
    });
    expect(heard.get('own /page')).toMatchObject({
      authorization: 'Bearer own',
      cookie: 'typed=1; sid=a=b; deep=1; seen=1',
    });
  });

  test('never go to another host or port, and are sent again only to their own', async () => {
    const file = cookieFile(`${cookie({})}\tsid\t1`);
    const fields = ['--header', 'X-Key: own', '--header', 'User-Agent: mine', '--cookie-file', file];
    for (const from of ['/away', '/other-port', '/there-and-back']) {
      expect((await convert(`${own.url}${from}`, ...fields)).code, from).toBe(0);
      expect(heard.get(`own ${from}`), from).toMatchObject({
        'x-key': 'own',
        'user-agent': 'mine',
        cookie: 'sid=1',
      });
    }
    const strangers = [...heard].filter(([place]) => place.startsWith('other '));
    expect(strangers.map(([place]) => place).sort()).toEqual(['other /', 'other /back', 'other /page']);
    for (const [place, headers] of strangers) {
      expect(headers, place).not.toHaveProperty('x-key');
      expect(headers['user-agent'], place).not.toBe('mine');
      // What the own site set on its way belongs to its host, which is this one: ports part no cookies (RFC 6265, 8.5).
      expect(headers.cookie ?? '', place).not.toContain('sid');
    }
    expect(heard.get('own /page')).toMatchObject({ 'x-key': 'own' });
  });

  test('of the cookies go those of the host and path, not over, and without TLS none that wants it', async () => {
    const file = cookieFile(
      `${cookie({})}\tgood\t1`,
      `${cookie({ ends: '4102444800' })}\tlater\t1`,
      `${cookie({ ends: '1' })}\tover\t1`,
      `${cookie({ secure: 'TRUE' })}\tsecure\t1`,
      `${cookie({ path: '/pages' })}\tbeside\t1`,
      `${cookie({ domain: '.0.0.1', below: 'TRUE' })}\ttail\t1`,
      `${cookie({ domain: 'other.example' })}\tforeign\t1`,
    );
    await convert(`${own.url}/page`, '--cookie-file', file);
    expect(heard.get('own /page')?.cookie).toBe('good=1; later=1');
  });

  test.each([
    [['--header', 'Host: other.example'], 'Leave the header "Host" out'],
    [['--header', 'Content-Length: 5'], 'Leave the header "Content-Length" out'],
    [['--header', 'Accept-Encoding: x'], 'Leave the header "Accept-Encoding" out'],
    [['--header', 'secret'], 'Give --header as "Name: value"'],
    [['--header', 'X: secret\r\nY: z'], 'Give --header as "Name: value"'],
    [['--header', 'X: secret\u0100'], 'Give --header as "Name: value"'],
    [['--header', 'X: secret', '--render', 'always'], 'Leave --render and --wait-for-selector out'],
    [['--header', 'X: secret', '--wait-for-selector', 'p'], 'Leave --render and --wait-for-selector out'],
    [['--cookie-file', 'none.txt'], 'Give --cookie-file a file that can be read'],
  ])('%j is refused before anything is sent, and no value is told', async (flags, message) => {
    const run = await convert(`${own.url}/page`, ...flags);
    expect(run).toMatchObject({ code: EXIT.usage, out: '' });
    expect(run.err).toContain(message);
    expect(run.err).not.toContain('secret');
    expect(heard.size).toBe(0);
  });

  test('a line of the file that is no cookie is told by its number alone', async () => {
    const run = await convert(`${own.url}/page`, '--cookie-file', cookieFile('secret=1; Path=/'));
    expect(run.err).toContain('line 3');
    expect(run.err).not.toContain('secret');
    expect(heard.size).toBe(0);
  });

  test('no file is asked for with them, and a page that needs a browser is to be saved', async () => {
    const file = path.join(dir, 'page.html');
    writeFileSync(file, ARTICLE);
    expect((await convert(file, '--header', 'X: 1')).err).toContain('Leave --header and --cookie-file out');
    const app = await convert(`${own.url}/app`, '--header', 'X: 1');
    expect(app.err).toContain('Save the page as your browser shows it');
    expect(app.code).toBe(EXIT.page);
  });

  test('explain sends them too', async () => {
    await runHere(['explain', `${own.url}/page`, '--text', 'Rivers', '--header', 'X-Key: own'], env);
    expect(heard.get('own /page')).toMatchObject({ 'x-key': 'own' });
  });
});

describe('an address without a scheme', () => {
  test('of this machine is asked over http', async () => {
    const run = await convert(`${own.address}/page`);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('# Rivers and bridges');
  });

  test('of another one is asked over https', async () => {
    const run = await convert('public.example.com/x', '--json');
    expect(JSON.parse(run.err)).toMatchObject({ error: { reason: 'blocked_target' } });
  });

  test('is a file where there is one, and a missing file is told as one', async () => {
    expect((await convert(path.join(dir, 'none.html'))).err).toContain('there is no such file');
    expect((await convert('report.pdf')).err).toContain('there is no such file');
  });
});

describe('a blocked address', () => {
  const strict = () => ({ ...env, PAGEMARK_FETCH_ALLOW: '' });

  test.each([
    ['127.0.0.1:9123', 'PAGEMARK_FETCH_ALLOW=127.0.0.1:9123'],
    ['http://10.0.0.1/', 'PAGEMARK_FETCH_ALLOW=10.0.0.1:80'],
    ['http://[::1]:9123/', 'PAGEMARK_FETCH_ALLOW=[::1]:9123'],
    ['localhost:9123', 'PAGEMARK_FETCH_ALLOW=localhost:9123'],
    ['https://wiki.lan/', 'PAGEMARK_FETCH_ALLOW=wiki.lan:443'],
    ['http://0x7f.1:9123/', 'PAGEMARK_FETCH_ALLOW=127.0.0.1:9123'],
  ])('%s names the setting that allows it', async (address, setting) => {
    const run = await runHere(['convert', address], strict());
    expect(run.code).toBe(EXIT.blocked);
    expect(run.err).toContain(`Set ${setting} `);
  });

  test('names beside it what is allowed already', async () => {
    const run = await runHere(['convert', '127.0.0.1:9123'], {
      ...env,
      PAGEMARK_FETCH_ALLOW: 'wiki.lan:443',
    });
    expect(run.err).toContain('Set PAGEMARK_FETCH_ALLOW=wiki.lan:443,127.0.0.1:9123 ');
  });

  test.each([
    ['http://127.0.0.1:6000/', 'Give another port than 6000: it is one of another protocol'],
    ['http://me:secret@127.0.0.1/', 'give --header "Authorization: Basic …"'],
    ['http://a.example:8081/', 'Set PAGEMARK_FETCH_PORTS=80,443,8080,8443,8081 '],
  ])('%s names the part of it that is refused, and no secret', async (address, said) => {
    const run = await runHere(['convert', address], strict());
    expect(run.code).toBe(EXIT.blocked);
    expect(run.err).toContain(said);
    expect(run.err).not.toContain('me:secret');
  });

  test.each([
    ['what a public name leads to', () => 'http://public.example.com/'],
    ['where a redirect leads', () => `${own.url}/inside`],
    ['where a redirect leads from a port that an entry opens', () => `http://${openedName()}/inside`],
    ['link-local addresses, which nothing opens', () => 'http://169.254.169.254/'],
  ])('stays opaque of %s', async (_, address) => {
    const run = await runHere(['convert', address(), '--json'], env);
    expect(JSON.parse(run.err)).toEqual({
      status: 'error',
      error: {
        reason: 'blocked_target',
        message: 'Use a public http or https address: the security policy blocks this target.',
      },
    });
  });
});

describe('--output', () => {
  test('writes what would be printed, and prints nothing', async () => {
    const file = path.join(dir, 'out.md');
    const printed = await convert(`${own.url}/page`);
    expect(await convert(`${own.url}/page`, '-o', file)).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(file, 'utf8')).toBe(printed.out);
    await convert(`${own.url}/page`, '--json', '--output', file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('metadata');
  });

  test('that cannot be written is named, and a page that fails leaves no file', async () => {
    const wrong = await convert(`${own.url}/page`, '-o', path.join(dir, 'none', 'out.md'));
    expect(wrong).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('Give --output a file') });
    const file = path.join(dir, 'failed.md');
    await convert(`${own.url}/none`, '-o', file);
    expect(existsSync(file)).toBe(false);
  });
});
