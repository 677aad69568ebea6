import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../hostile-upstream/hostile-upstream.ts';
import { outcomeOf, testFetcher, textOf } from './fetching-harness.ts';

let robots: { status: number; body: string } | 'reset';
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers.cookie ?? ''}`.trim());
  if (request.url === '/robots.txt') {
    if (robots === 'reset') return void request.socket.destroy();
    return void response.writeHead(robots.status).end(robots.body);
  }
  if (request.url === '/to-private') return void response.writeHead(302, { location: '/private' }).end();
  if (request.url === '/cookie-wall' && request.headers.cookie !== 'seen=1') {
    return void response.writeHead(302, { location: '/cookie-wall', 'set-cookie': 'seen=1; Path=/' }).end();
  }
  response.end('page');
});
let origin: string;
let port: number;

beforeAll(async () => {
  port = await listen(server);
  origin = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  robots = { status: 200, body: 'User-agent: *\nDisallow: /private' };
  asked.length = 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const polite = (robotsSetting = true) => testFetcher({ allow: [`127.0.0.1:${port}`], robots: robotsSetting });

describe('with PAGEMARK_ROBOTS on', () => {
  test('a page that robots.txt disallows is refused unseen, also behind a redirect', async () => {
    const fetcher = polite();
    expect((await outcomeOf(fetcher.fetch({ url: `${origin}/private` }))).outcome).toBe('blocked_target');
    expect((await outcomeOf(fetcher.fetch({ url: `${origin}/to-private` }))).outcome).toBe('blocked_target');
    expect(asked).toEqual(['/robots.txt', '/to-private']);
  });

  test('other pages are fetched, and the rules are asked for once', async () => {
    const fetcher = polite();
    for (const path of ['/a', '/b'])
      expect(textOf((await outcomeOf(fetcher.fetch({ url: origin + path }))).page)).toBe('page');
    expect(asked).toEqual(['/robots.txt', '/a', '/b']);
  });

  test('what stands behind the first 500 KiB of a robots.txt is not read', async () => {
    robots = { status: 200, body: `User-agent: *\nDisallow: /private\n#${'-'.repeat(600_000)}\nDisallow: /` };
    const fetcher = testFetcher({ allow: [`127.0.0.1:${port}`], robots: true, maxResponseBytes: 2 ** 20 });
    for (const [path, outcome] of [
      ['/private', 'blocked_target'],
      ['/a', 'page'],
    ])
      expect((await outcomeOf(fetcher.fetch({ url: origin + path }))).outcome).toBe(outcome);
  });

  test('robots.txt itself is judged by none', async () => {
    robots = { status: 503, body: 'Down' };
    const { page } = await outcomeOf(polite().fetch({ url: `${origin}/robots.txt` }));
    expect([page?.status, asked]).toEqual([503, ['/robots.txt']]);
  });

  test.each([
    [404, 'page'],
    [403, 'page'],
    [204, 'page'],
    [500, 'blocked_target'],
    [503, 'blocked_target'],
  ])('a robots.txt of status %d ends as %s', async (status, expected) => {
    robots = { status, body: '' };
    expect((await outcomeOf(polite().fetch({ url: `${origin}/private` }))).outcome).toBe(expected);
  });

  test('a robots.txt that is too large or cannot be had is decided, not fatal', async () => {
    robots = { status: 200, body: '#'.repeat(600_000) };
    expect((await outcomeOf(polite().fetch({ url: `${origin}/private` }))).outcome).toBe('page');
    robots = 'reset';
    expect((await outcomeOf(polite().fetch({ url: `${origin}/private` }))).outcome).toBe(
      'upstream_unreachable',
    );
  });
});

test('without PAGEMARK_ROBOTS no robots.txt is asked for', async () => {
  expect((await outcomeOf(polite(false).fetch({ url: `${origin}/private` }))).outcome).toBe('page');
  expect(asked).toEqual(['/private']);
});

test('a site that redirects until its cookie comes back is reached', async () => {
  expect((await outcomeOf(polite(false).fetch({ url: `${origin}/cookie-wall` }))).outcome).toBe('page');
  expect(asked).toEqual(['/cookie-wall', '/cookie-wall seen=1']);
  await polite(false).fetch({ url: `${origin}/cookie-wall` });
  expect(asked.slice(2)).toEqual(['/cookie-wall', '/cookie-wall seen=1']);
});
