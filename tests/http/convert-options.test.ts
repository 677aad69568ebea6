import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConvertResponse, convertRequest, convertResponse } from '../../src/contract/convert.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { PROSE, startUpstream, type Upstream } from '../support/upstream.ts';

let edition = 1;
let site: Upstream;
let service: TestService;
let key: string;

const PAGE = `<!doctype html><html lang="de"><head><title>Rivers</title><meta name="author" content="Ada Stream">
<meta property="article:published_time" content="2024-05-06T07:08:09Z"><link rel="canonical" href="/rivers">
<meta property="og:site_name" content="The Bridge"></head><body><nav><a href="/home">Home</a></nav><main><h1>Rivers</h1>
<p>See <a href="/map">the <b>map</b></a> and <a href="/map">again</a>, and <a href="https://b.example/">elsewhere</a>.</p>
<img src="/river.png" alt="A river">${PROSE}<table id="t"><tr><th>a</th></tr><tr><td>b</td></tr></table></main></body></html>`;

beforeAll(async () => {
  site = await startUpstream({
    '/page': (_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(PAGE.replace('</main>', `<p>Edition ${edition}.</p></main>`));
    },
  });
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_SNAPSHOT_TTL_S: '0',
    PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}',
  });
  key = await service.newKey('test');
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

async function data(body: object): Promise<ConvertResponse['data']> {
  const answer = await service.convert({ url: `${site.url}/page`, ...body }, key);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const json = (await answer.json()) as ConvertResponse;
  expect(convertResponse.parse(json)).toEqual(json);
  return json.data;
}

async function refused(body: object) {
  const answer = await service.convert({ url: `${site.url}/page`, ...body }, key);
  return ((await answer.json()) as { error: { code: number; reason: string; message: string } }).error;
}

test('max_tokens and cursor: the parts joined are the whole, each within its size', async () => {
  for (const response_format of ['markdown', 'text']) {
    const whole = (await data({ response_format })).content;
    const parts: string[] = [];
    let cursor: string | undefined;
    do {
      const part = await data({
        response_format,
        max_tokens: 60,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(part.content.length).toBeLessThanOrEqual(4 * 60 + 200);
      parts.push(part.content);
      cursor = part.next_cursor;
    } while (cursor !== undefined);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.join('')).toBe(whole);
  }
});

test('max_tokens: content that fits has no next_cursor', async () => {
  expect(await data({ max_tokens: 100_000 })).not.toHaveProperty('next_cursor');
});

test('cursor: a page that has changed is cursor_expired, a wrong cursor or size a 400', async () => {
  const { next_cursor: cursor } = await data({ max_tokens: 60 });
  expect(await refused({ cursor, response_format: 'text' })).toMatchObject({
    reason: 'cursor_expired',
    message: expect.stringContaining('send the address and options of its first part'),
  });
  edition++;
  expect(await refused({ cursor })).toMatchObject({ code: 422, reason: 'cursor_expired' });
  expect(await refused({ cursor: 'nonsense' })).toMatchObject({
    code: 400,
    message: expect.stringContaining('cursor'),
  });
  expect(await refused({ cursor, max_tokens: 99 })).toMatchObject({ code: 400 });
  expect(await refused({ max_tokens: 49 })).toMatchObject({
    code: 400,
    message: expect.stringContaining('"max_tokens"'),
  });
});

test('include_links and include_images: each address once, whatever is written', async () => {
  for (const shape of [{}, { links: 'none', images: 'none' }, { links: 'reference' }]) {
    const { links, images } = await data({ include_links: true, include_images: true, ...shape });
    expect(links).toEqual([
      { url: `${site.url}/map`, text: 'the map' },
      { url: 'https://b.example/', text: 'elsewhere' },
    ]);
    expect(images).toEqual([{ url: `${site.url}/river.png`, alt: 'A river' }]);
  }
});

test('include_extended: all seven keys', async () => {
  expect((await data({ include_extended: true })).extended).toEqual({
    published: '2024-05-06T07:08:09Z',
    modified: null,
    author: 'Ada Stream',
    language: 'de',
    canonical: `${site.url}/rivers`,
    image: null,
    site: 'The Bridge',
  });
});

test('include_diagnostics: strategy, counts, redirects and usage', async () => {
  const { diagnostics, usage } = await data({ include_diagnostics: true });
  expect(diagnostics).toMatchObject({
    engine: '0.1.0',
    strategy: expect.any(String),
    keptShare: expect.any(Number),
    structures: { out: { tables: 1, images: 1 } },
    redirects: [],
    upstreamStatus: 200,
  });
  expect(usage?.tokens).toBeGreaterThan(10);
});

test('scope full keeps what main leaves out', async () => {
  expect((await data({})).content).not.toContain('Home');
  expect((await data({ scope: 'full' })).content).toContain('Home');
});

test('include_selectors and exclude_selectors: what they match, and a 400 for what is no selector', async () => {
  expect((await data({ exclude_selectors: ['#t', 'p'] })).content).not.toMatch(/Paragraph|\| b/);
  const { content } = await data({ include_selectors: ['nav'], strict: false });
  expect(content).toContain('Home');
  expect(content).not.toContain('Paragraph');
  for (const field of ['include_selectors', 'exclude_selectors']) {
    const wrong = await refused({ [field]: ['p', 'div['] });
    expect(wrong).toMatchObject({ code: 400, reason: 'invalid_request' });
    expect(wrong.message).toContain(`"${field}"`);
    expect(await refused({ [field]: 'p' })).toMatchObject({ code: 400 });
    expect(await refused({ [field]: [1] })).toMatchObject({
      code: 400,
      message: expect.stringContaining(`"${field}[0]"`),
    });
  }
});

test('a request that leaves nothing of its page is told so', async () => {
  const image = { html: '<img src="/a.png">' };
  for (const asked of [
    { include_selectors: ['.nothing'] },
    { exclude_selectors: ['body'] },
    { ...image, images: 'none' },
    { ...image, response_format: 'text' },
    { include_selectors: ['img'], images: 'none' },
  ]) {
    const { code, reason, message } = await refused(asked);
    expect([code, reason], JSON.stringify(asked)).toEqual([422, 'empty_content']);
    expect(message).toContain('Ask for more of the page');
  }
  expect((await data(image)).content).toContain('a.png');
  expect((await data({ include_selectors: ['.nothing'], strict: false })).content).toBe('');
});

test('include_selectors and exclude_selectors take 100 complex selectors together, and a 400 names the number', async () => {
  const list = (n: number) => Array.from({ length: n }, (_, i) => `.c${i}`).join();
  expect((await data({ include_selectors: ['p'], exclude_selectors: [list(98), 'b'] })).content).toContain(
    'Paragraph',
  );
  const { code, message } = await refused({
    include_selectors: ['p'],
    exclude_selectors: [list(98), 'b, i'],
  });
  expect({ code, message }).toEqual({ code: 400, message: expect.stringContaining('there are 101') });
});

test('images: alt and none', async () => {
  expect((await data({ images: 'alt' })).content).not.toContain('river.png');
  expect((await data({ images: 'alt' })).content).toContain('A river');
  expect((await data({ images: 'none' })).content).not.toContain('A river');
});

test('every field of the request but url is optional', () => {
  expect(convertRequest.safeParse({ url: 'https://example.com/' }).success).toBe(true);
});
