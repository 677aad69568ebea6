import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { convertRequest } from '../../src/contract/convert.ts';
import { ANSWER_FACTS, CALL_FIELDS, REQUEST_FIELDS } from '../../src/conversion/kept.table.ts';
import { MOST_RENDERS_BY_FRAGMENT } from '../../src/conversion/snapshots/counted-renders.ts';
import { isFull } from '../support/full-form.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { startTestService, type TestService, untilReady } from '../support/test-service.ts';
import { ARTICLE, type Page, PROSE, startUpstream, type Upstream } from '../support/upstream.ts';
import { BROWSER } from './rendering-harness.ts';

const MIB = 1024 * 1024;
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const LATE = `<main><h1>Tides</h1>${PROSE.repeat(4)}<p id="wait">Loading…</p></main>
<script>setTimeout(() => { document.querySelector('#wait').textContent = 'The tide table.' }, 3000)</script>`;
const ENDLESS =
  '<main><p>The harbour.</p><p>Loading…</p></main><script>setInterval(() => {}, 500); fetch("/never")</script>';

const seen: { readonly path: string; readonly isBrowser: boolean }[] = [];
let site: Upstream;
let service: TestService;

const sent =
  (headers: Record<string, string> = {}, status = 200, body = ARTICLE): Page =>
  (_, response) =>
    response.writeHead(status, { ...HTML, ...headers }).end(body);

beforeAll(async () => {
  const pages: Record<string, Page> = {
    '/page': sent(),
    '/other': sent(),
    '/slow': (_, response) => void setTimeout(() => response.writeHead(200, HTML).end(ARTICLE), 1000),
    '/203': sent({}, 203),
    '/500': sent({}, 500),
    '/private': sent({ 'cache-control': 'private' }),
    '/no-store': sent({ 'cache-control': 'no-store' }),
    '/no-cache': sent({ 'cache-control': 'no-cache, max-age=0' }),
    '/cookie': sent({ 'set-cookie': 'visit=1' }),
    '/vary': sent({ vary: '*' }),
    '/text': sent({ 'content-type': 'text/plain' }),
    '/tagged': sent({ etag: '"1"', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }),
    '/to': (request, response) =>
      response.writeHead(302, { location: `/page${request.url!.slice('/to'.length)}` }).end(),
    '/to-part': (request, response) =>
      response.writeHead(302, { location: `/page${request.url!.slice('/to-part'.length)}#part` }).end(),
    '/none': sent({}, 200, '<p></p>'),
    '/late': sent({}, 200, LATE),
    '/endless': sent({}, 200, ENDLESS),
    '/never': () => undefined,
    '/broken': (_, response) => void response.destroy(),
    '/heavy': (_, response) => void response.writeHead(200, HTML).write(' '.repeat(8 * MIB)),
    '/large': (_, response) =>
      void setTimeout(() => response.writeHead(200, HTML).end(ARTICLE.padEnd(8 * MIB)), 500),
  };
  const noted =
    (page: Page): Page =>
    (request, response) => {
      const isBrowser = request.headers['user-agent']?.startsWith('Mozilla/') === true;
      seen.push({ path: request.url!, isBrowser });
      if (typeof page === 'function') page(request, response);
    };
  site = await startUpstream(
    Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, noted(page)])),
  );
  service = await start();
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

async function start(env: Record<string, string> = {}): Promise<TestService> {
  const started = await startTestService({
    PAGEMARK_BROWSER: BROWSER ?? 'off',
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_PLANS: '{"wide":{"perMinute":9999,"perHour":9999}}',
    ...env,
  });
  await untilReady(started);
  return started;
}

interface Answer {
  readonly status: number;
  readonly content: string;
  readonly reason: string | undefined;
  readonly outcome: string | undefined;
  readonly cursor: string | undefined;
  readonly address: string | undefined;
  readonly cacheStatus: string;
}

interface Ask {
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly key?: string;
  readonly at?: TestService;
  readonly signal?: AbortSignal;
}

const newKey = (at = service) => at.newKey('wide');

/** Asks for a page, with a new key unless one is given. */
async function ask(
  path: string,
  { body = {}, headers = {}, key, at = service, signal }: Ask = {},
): Promise<Answer> {
  const asked = { url: `${site.url}${path}`, ...body };
  const answer = await at.convert(asked, key ?? (await newKey(at)), headers, signal);
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')!.startsWith('application/json');
  const { data, error } = isJson ? JSON.parse(text) : { data: { content: text } };
  return {
    status: answer.status,
    content: data?.content ?? '',
    reason: error?.reason,
    outcome: data?.outcome,
    cursor: data?.next_cursor,
    address: data?.metadata?.url.replace(site.url, ''),
    cacheStatus: answer.headers.get('cache-status') ?? '',
  };
}

/** The same by other doors. */
const doors = {
  async file(path: string): Promise<Answer> {
    const answer = await fetch(
      `${service.url}/v1/convert/file?url=${encodeURIComponent(`${site.url}${path}`)}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${await newKey()}`, 'content-type': 'text/html' },
        body: ARTICLE,
      },
    );
    const { data } = (await answer.json()) as { data: { content: string } };
    return { ...NO_ANSWER, content: data.content, cacheStatus: answer.headers.get('cache-status') ?? '' };
  },
  async firecrawl(path: string): Promise<Answer> {
    const answer = await fetch(`${service.url}/v2/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await newKey()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site.url}${path}`, formats: ['html'] }),
    });
    return { ...NO_ANSWER, status: answer.status, cacheStatus: answer.headers.get('cache-status') ?? '' };
  },
  async mcp(path: string): Promise<Answer> {
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await newKey()}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'webpage_to_markdown', arguments: { url: `${site.url}${path}` } },
      }),
    });
    const [, cacheStatus = ''] = /"cache_status":"([^"]*)"/.exec(await answer.text()) ?? [];
    return { ...NO_ANSWER, cacheStatus };
  },
};
const NO_ANSWER: Answer = {
  ...{ status: 200, content: '', reason: undefined, outcome: undefined },
  ...{ cursor: undefined, address: undefined, cacheStatus: '' },
};

const requests = (path: string) => seen.filter((one) => one.path === path).length;
const renders = (path: string) => seen.filter((one) => one.path === path && one.isBrowser).length;

/** What the second of two callers has of the first one's. */
interface Pair {
  readonly one?: Ask;
  readonly other: Ask | ((first: Answer, path: string) => Promise<Answer>);
  /** Asked for besides by both. */
  readonly both?: object;
  readonly needsBrowser?: boolean;
  readonly path?: string;
  /** Times that `other` has the site asked before. */
  readonly fetches?: number;
}

const differing = (body: object, both: object = {}): Pair => ({ other: { body }, both });

const REQUEST_PAIRS: Readonly<Record<keyof typeof REQUEST_FIELDS, Pair>> = {
  url: { other: (_, path) => ask(path.replace('/page', '/other')) },
  response_format: differing({ response_format: 'text' }),
  include_metadata: differing({ include_metadata: true }),
  html: differing({ html: ARTICLE }),
  scope: differing({ scope: 'full' }),
  links: differing({ links: 'reference' }),
  link_titles: differing({ link_titles: true }),
  same_page_links: differing({ same_page_links: 'relative' }),
  images: differing({ images: 'none' }),
  frontmatter: differing({ frontmatter: true }),
  include_selectors: differing({ include_selectors: ['article'] }),
  exclude_selectors: differing({ exclude_selectors: ['pre'] }),
  render: { one: { body: { render: 'never' } }, other: { body: { render: 'always' } }, needsBrowser: true },
  wait_for_selector: {
    one: { body: { wait_for_selector: 'h1' } },
    other: { body: { wait_for_selector: 'article' } },
    needsBrowser: true,
  },
  language: differing({ language: 'de' }),
  timeout_ms: differing({ timeout_ms: 60_000 }),
  strict: differing({ strict: false }),
  max_tokens: differing({ max_tokens: 100 }),
  cursor: {
    both: { max_tokens: 50 },
    other: ({ cursor }, path) => ask(path, { body: { max_tokens: 50, cursor } }),
  },
  include_links: differing({ include_links: true }),
  include_images: differing({ include_images: true }),
  include_extended: differing({ include_extended: true }),
  include_diagnostics: differing({ include_diagnostics: true }),
};

const CALL_PAIRS: Readonly<Record<keyof typeof CALL_FIELDS, Pair>> = {
  keyId: { other: {} },
  file: { other: (_, path) => doors.file(path) },
  maxAgeS: { other: { headers: { 'cache-control': 'max-age=600' } } },
  onlyIfCached: { other: { headers: { 'cache-control': 'only-if-cached' } } },
  noStore: { other: { headers: { 'cache-control': 'no-store' } } },
  encoding: { other: { headers: { accept: 'text/markdown' } } },
  maxBytes: { other: (_, path) => doors.mcp(path) },
  forms: { other: (_, path) => doors.firecrawl(path) },
  signal: {
    path: '/slow',
    // The first goes, the second waits on, and the third has what the second waited for.
    other: async (_, path) => {
      const gone = new AbortController();
      const anew = { headers: { 'cache-control': 'no-cache' } };
      const before = requests(path);
      const first = ask(path, { ...anew, signal: gone.signal }).catch(() => undefined);
      await expect.poll(() => requests(path)).toBe(before + 1);
      const second = ask(path, anew);
      await sleep(100);
      gone.abort();
      expect([await first, (await second).status]).toEqual([undefined, 200]);
      return ask(path);
    },
    fetches: 1,
  },
  running: { other: {} },
  place: { other: {} },
};

type Table = Readonly<Record<string, (typeof CALL_FIELDS)[keyof typeof CALL_FIELDS]>>;

test('the table has every field of a request', () => {
  expect(Object.keys(REQUEST_FIELDS).sort()).toEqual(Object.keys(convertRequest.shape).sort());
});

describe.each([
  ['request', REQUEST_FIELDS, REQUEST_PAIRS],
  ['call', CALL_FIELDS, CALL_PAIRS],
] as const satisfies readonly (readonly [string, Table, Readonly<Record<string, Pair>>])[])(
  'two callers who differ in one thing of a %s:',
  (_what, table, pairs) => {
    const rows = Object.entries(pairs).map(([field, pair]) => ({
      field,
      pair,
      ...(table as Table)[field]!,
    }));
    test.each(rows.filter(({ pair }) => BROWSER !== null || !pair.needsBrowser))(
      '$field: page $page, result $result',
      async ({ field, pair, page, result }) => {
        const path = `${pair.path ?? '/page'}?${field}`;
        const first = await ask(path, { ...pair.one, body: { ...pair.both, ...pair.one?.body } });
        expect(first.status).toBe(200);
        const before = requests(path);
        const { other } = pair;
        const second =
          typeof other === 'function'
            ? await other(first, path)
            : await ask(path, { ...other, body: { ...pair.both, ...other.body } });
        expect(second.status).toBe(200);
        expect(/pagemark; hit/.test(second.cacheStatus)).toBe(page === 'shared');
        if (page === 'shared') expect(requests(path) - before).toBe(pair.fetches ?? 0);
        expect(/pagemark-result; hit/.test(second.cacheStatus)).toBe(result !== 'own');
        if (result === 'shared' && page === 'shared') expect(second.content).toBe(first.content);
        if (result === 'along') expect(second.content).not.toBe(first.content);
      },
    );
  },
);

type Fact = keyof typeof ANSWER_FACTS;

/** How often the site is asked by one key, the same again, and another. */
const TIMES = { 'for all': 1, 'for the key': 2, not: 3 } as const;

interface Play {
  readonly path: string;
  readonly body?: object;
  /** Asks by a browser alone are counted. */
  readonly isRendered?: boolean;
}

const PLAYS: Readonly<Partial<Record<Fact, Play>>> = {
  'status 200 or 203': { path: '/203' },
  'another status': { path: '/500' },
  'Cache-Control: private': { path: '/private' },
  'Cache-Control: no-store': { path: '/no-store' },
  'Cache-Control: no-cache, max-age': { path: '/no-cache' },
  'Set-Cookie': { path: '/cookie' },
  Vary: { path: '/vary' },
  'Content-Type': { path: '/text' },
  'ETag, Last-Modified': { path: '/tagged' },
  'a redirect': { path: '/to' },
  'a fragment of a redirect': { path: '/to-part' },
  'content that is none': { path: '/none' },
  'a render by a fragment, of 16 of its page': {
    path: '/page?fragment#/a',
    body: { render: 'always' },
    isRendered: true,
  },
  'a failure to fetch': { path: '/broken' },
};

/** What is told by more than how often the site is asked. */
const STORIES: Readonly<Partial<Record<Fact, () => Promise<unknown>>>> = {
  async 'a fragment that was asked for'() {
    const body = { include_metadata: true };
    for (const fragment of ['#one', '', '#two']) {
      const answer = await ask(`/page?asked${fragment}`, { body });
      expect(answer.address).toBe(`/page?asked${fragment}`);
    }
    expect(requests('/page?asked')).toBe(1);
  },
  async 'a render that still loads at the deadline of the service'() {
    const ms = String(Math.round(onThisMachine(6_000)));
    const at = await start({ PAGEMARK_TIMEOUT_MS: ms, PAGEMARK_FETCH_TIMEOUT_MS: ms });
    try {
      // The browser has started before its time counts.
      const warm = async () => (await ask('/page?warm', { at, body: { render: 'always' } })).status;
      await expect.poll(warm).toBe(200);
      for (let i = 0; i < 3; i++) {
        const body = { render: 'always', strict: false };
        expect(await ask('/endless', { at, body })).toMatchObject({ outcome: 'js_required' });
      }
      // It is no page for who is strict about it.
      expect(await ask('/endless', { at, body: { render: 'always' } })).toMatchObject({
        reason: 'js_required',
      });
      expect(renders('/endless')).toBe(1);
    } finally {
      await at.close();
    }
  },
  async "a render that a caller's own deadline cut short"() {
    const body = { render: 'always' };
    const [hasty, other] = [await newKey(), await newKey()];
    const inTime = { timeout_ms: 2500 };
    expect((await ask('/late', { key: hasty, body: { ...body, ...inTime } })).content).not.toContain(
      'tide table',
    );
    for (const [key, status] of [
      [hasty, 'fwd=miss'],
      [other, 'hit'],
    ] as const) {
      const answer = await ask('/late', { key, body });
      expect(answer.content).toContain('tide table');
      expect(answer.cacheStatus).toContain(status);
    }
  },
  async 'a render by a fragment, past 16 of its page'() {
    const [one, two] = [await newKey(), await newKey()];
    const body = { render: 'always' };
    const told = async (path: string, key: string) => (await ask(path, { key, body })).cacheStatus;
    for (let i = 0; i < MOST_RENDERS_BY_FRAGMENT; i++)
      expect(await told(`/page?many#/${i}`, one)).toContain('stored');
    for (const path of ['#/0', `#/${MOST_RENDERS_BY_FRAGMENT - 1}`])
      expect(await told(`/page?many${path}`, one)).toContain('pagemark; hit');
    for (let i = 0; i < 2; i++)
      expect(await told('/page?many#/past', one)).toMatch(/^pagemark; fwd=miss; fwd-status=200(?!; stored)/);
    // Neither the address alone counts, nor another page, nor another key.
    for (const path of ['/page?many', '/page?few#/past']) expect(await told(path, one)).toContain('stored');
    expect(await told('/page?many#/past', two)).toContain('stored');
    expect(await told('/page?many#/past', one)).toContain('pagemark; hit');
  },
  async 'a refusal for what a key has in work'() {
    const at = await start({ PAGEMARK_SNAPSHOT_TTL_S: '3600', PAGEMARK_MAX_RESPONSE_BYTES: String(9 * MIB) });
    const leave = new AbortController();
    try {
      const [heavy, light] = [await newKey(at), await newKey(at)];
      const held = Array.from({ length: 15 }, (_, i) =>
        ask(`/heavy?${i}`, { at, key: heavy, signal: leave.signal }).catch(() => undefined),
      );
      const heldMiB = async () => {
        const metrics = await (await fetch(`${at.url}/metrics`)).text();
        return Number(/^pagemark_held_bytes (\d+)/m.exec(metrics)?.[1]) / MIB;
      };
      await expect.poll(heldMiB).toBeGreaterThan(119);
      const first = ask('/large', { at, key: heavy });
      await expect.poll(() => requests('/large')).toBe(1);
      const second = ask('/large', { at, key: light });
      expect((await first).reason).toBe('concurrency_limited');
      expect(await second).toMatchObject({ status: 200 });
      leave.abort();
      await Promise.all(held);
    } finally {
      await at.close();
    }
  },
};

test('every fact of an answer is played', () => {
  expect([...Object.keys(PLAYS), ...Object.keys(STORIES)].sort()).toEqual(Object.keys(ANSWER_FACTS).sort());
});

const needsBrowser = (fact: Fact): boolean => /\brender\b/.test(fact);
/**
 * In the full form alone: callers.test.ts beside this file holds the one, and src/conversion/snapshots/callers.test.ts the count of
 * the other's twenty renders, without a browser.
 */
const ONLY_IN_FULL: readonly Fact[] = [
  "a render that a caller's own deadline cut short",
  'a render by a fragment, past 16 of its page',
];
const canPlay = (fact: Fact): boolean =>
  (BROWSER !== null || !needsBrowser(fact)) && (isFull || !ONLY_IN_FULL.includes(fact));

describe('of an answer:', () => {
  const plays = Object.entries(PLAYS) as [Fact, Play][];
  test.each(
    plays.filter(([fact]) => canPlay(fact)).map(([fact, play]) => ({ fact, play, ...ANSWER_FACTS[fact] })),
  )('$fact, kept $kept', async ({ play, kept }) => {
    const { path, body = {}, isRendered = false } = play;
    const [bare = ''] = path.split('#');
    const keys = [await newKey(), await newKey()];
    const count = () => (isRendered ? renders(bare) : requests(bare));
    const before = count();
    const told = [];
    for (const key of [keys[0]!, keys[0]!, keys[1]!]) told.push((await ask(path, { key, body })).status);
    expect(new Set(told).size).toBe(1);
    expect(count() - before).toBe(TIMES[kept]);
  });

  const stories = Object.entries(STORIES) as [Fact, () => Promise<unknown>][];
  test.each(stories.filter(([fact]) => canPlay(fact)))('%s', async (_fact, play) => {
    await play();
  });
});
