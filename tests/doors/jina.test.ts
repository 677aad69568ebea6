import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBesideSite, type TestService } from '../support/test-service.ts';
import { ARTICLE, PROSE, type Upstream } from '../support/upstream.ts';

const PICTURE = '<img src="/bridge.png" alt="The bridge">';
const PAGE = ARTICLE.replace('<ul>', `${PICTURE}<ul>`);

let site: Upstream;
let service: TestService;
let key: string;
beforeAll(async () => {
  ({ site, service, key } = await startBesideSite({
    '/article': PAGE,
    '/language': (request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<main><h1>Words</h1><p>Asked in ${request.headers['accept-language']}.</p>${PROSE}</main>`),
  }));
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly json: () => { readonly data: Record<string, never>; readonly [name: string]: unknown };
}
async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(`${service.url}/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  });
  const text = await answer.text();
  return { status: answer.status, text, headers: answer.headers, json: () => JSON.parse(text) };
}
const get = (headers: Record<string, string>, path = '/article') => ask(site.url + path, { headers });
const post = (body: object, headers: Record<string, string> = {}) =>
  ask('', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const MARKDOWN = /^# Rivers and bridges\n\nA \*\*bold\*\* crossing/;
const FRAMED =
  /^Title: Rivers and bridges\n\nURL Source: http:\S+\/article\n\nMarkdown Content:\n# Rivers and bridges/;
const JSON_TYPE = { accept: 'application/json' };
const notDone = (answer: Answer) => answer.headers.get('x-pagemark-not-done');

/** Requests of the README of Jina's reader and of the description of its fields, and what each has to give. */
const REQUESTS: readonly (readonly [string, () => Promise<Answer>, (answer: Answer) => void])[] = [
  ['the address alone', () => get({}), ({ text }) => expect(text).toMatch(MARKDOWN)],
  [
    'the address without its scheme',
    () => ask(`${site.address}/article`),
    ({ text }) => expect(text).toMatch(MARKDOWN),
  ],
  [
    'percent-encoded',
    () => ask(encodeURIComponent(`${site.url}/article`)),
    ({ text }) => expect(text).toMatch(MARKDOWN),
  ],
  [
    'X-Respond-With: content',
    () => get({ 'x-respond-with': 'content' }),
    ({ text }) => expect(text).toMatch(FRAMED),
  ],
  [
    'X-Respond-With: markdown',
    () => get({ 'x-respond-with': 'markdown' }),
    ({ text }) => expect(text).toMatch(MARKDOWN),
  ],
  ['X-Respond-With: html', () => get({ 'x-respond-with': 'html' }), ({ text }) => expect(text).toBe(PAGE)],
  [
    'X-Respond-With: html, X-Target-Selector',
    () => get({ 'x-respond-with': 'html', 'x-target-selector': 'h1' }),
    ({ text }) => expect(text).toBe('<h1>Rivers and bridges</h1>\n'),
  ],
  [
    'a body with names of any kind, which are named up to a bound',
    () =>
      post(
        JSON.parse(
          `{"url":"https://example.com/a","html":${JSON.stringify(PAGE)},"\\ud800":1${',"x":1'.repeat(3)}${Array.from({ length: 40 }, (_, i) => `,"name${i}":1`).join('')}}`,
        ),
        JSON_TYPE,
      ),
    ({ status }) => expect(status).toBe(200),
  ],
  [
    'X-Respond-With: text',
    () => get({ 'x-respond-with': 'text' }),
    ({ text }) => expect(text).toMatch(/^Rivers and bridges\n\nA bold/),
  ],
  [
    'X-Respond-With: screenshot',
    () => get({ 'x-respond-with': 'screenshot' }),
    (answer) => expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('screenshot') }),
  ],
  [
    'X-Respond-With: readerlm-v2',
    () => get({ 'x-respond-with': 'readerlm-v2' }),
    ({ status }) => expect(status).toBe(400),
  ],
  [
    'X-Return-Format: markdown',
    () => get({ 'x-return-format': 'markdown' }),
    ({ text }) => expect(text).toMatch(MARKDOWN),
  ],
  [
    'X-Return-Format: pageshot',
    () => get({ 'x-return-format': 'pageshot' }),
    ({ status }) => expect(status).toBe(400),
  ],
  [
    'X-With-Generated-Alt',
    () => get({ 'x-with-generated-alt': 'true' }),
    (answer) => {
      expect(answer.text).toMatch(FRAMED);
      expect(notDone(answer)).toBe('x-with-generated-alt');
    },
  ],
  [
    'X-Set-Cookie',
    () => get({ 'x-set-cookie': 'a=1; Domain=example.com' }),
    (answer) => expect(notDone(answer)).toBe('x-set-cookie'),
  ],
  [
    'X-Proxy-Url',
    () => get({ 'x-proxy-url': 'http://127.0.0.1:1' }),
    (answer) => {
      expect(answer.text).toMatch(FRAMED);
      expect(notDone(answer)).toBe('x-proxy-url');
    },
  ],
  ['X-Proxy', () => get({ 'x-proxy': 'de' }), (answer) => expect(notDone(answer)).toBe('x-proxy')],
  [
    'X-Cache-Tolerance',
    () => get({ 'x-cache-tolerance': '600' }),
    ({ headers }) => expect(headers.get('cache-status')).toContain('hit'),
  ],
  [
    'X-No-Cache',
    () => get({ 'x-no-cache': 'true' }),
    ({ headers }) => expect(headers.get('cache-status')).not.toContain('pagemark; hit'),
  ],
  [
    'X-Target-Selector',
    () => get({ 'x-target-selector': 'ul' }),
    ({ text }) => expect(text).toMatch(/Markdown Content:\n- one\n- two\s*$/),
  ],
  [
    'X-Remove-Selector',
    () => get({ 'x-remove-selector': 'pre, ul' }),
    ({ text }) => expect(text).not.toMatch(/const a|- one/),
  ],
  [
    'X-Wait-For-Selector without a browser',
    () => get({ 'x-wait-for-selector': '#content' }),
    (answer) =>
      expect([answer.status, answer.json()]).toMatchObject([422, { code: 422, reason: 'js_required' }]),
  ],
  ['X-Timeout', () => get({ 'x-timeout': '30' }), ({ text }) => expect(text).toMatch(FRAMED)],
  [
    'X-With-Links-Summary',
    () => get({ 'x-with-links-summary': 'true' }),
    ({ text }) => expect(text).toContain(`Links/Buttons:\n- [a map](${site.url}/map)`),
  ],
  [
    'X-With-Links-Summary as JSON',
    () => get({ 'x-with-links-summary': 'true', ...JSON_TYPE }),
    ({ json }) => expect(json().data.links).toEqual({ 'a map': `${site.url}/map` }),
  ],
  [
    'X-With-Links-Summary: all',
    () => get({ 'x-with-links-summary': 'all', ...JSON_TYPE }),
    ({ json }) => expect(json().data.links).toEqual([['a map', `${site.url}/map`]]),
  ],
  [
    'X-With-Images-Summary',
    () => get({ 'x-with-images-summary': 'true' }),
    ({ text }) => expect(text).toContain(`Images:\n- ![Image 1: The bridge](${site.url}/bridge.png)`),
  ],
  [
    'X-With-Images-Summary as JSON',
    () => get({ 'x-with-images-summary': 'true', ...JSON_TYPE }),
    ({ json }) => expect(json().data.images).toEqual({ 'Image 1: The bridge': `${site.url}/bridge.png` }),
  ],
  ['X-Token-Budget', () => get({ 'x-token-budget': '20000' }), ({ text }) => expect(text).toMatch(FRAMED)],
  [
    'X-Token-Budget that is too small',
    () => get({ 'x-token-budget': '10' }),
    ({ status, json }) =>
      expect([status, json()]).toMatchObject([400, { data: null, name: 'ParamValidationError' }]),
  ],
  [
    'X-Max-Output-Tokens',
    () => get({ 'x-max-output-tokens': '60' }),
    ({ text }) => expect(text.length).toBeLessThan(400),
  ],
  [
    'X-Retain-Images: none',
    () => get({ 'x-retain-images': 'none' }),
    ({ text }) => expect(text).not.toContain('bridge.png'),
  ],
  [
    'X-Retain-Images: alt',
    () => get({ 'x-retain-images': 'alt' }),
    ({ text }) => expect(text).toMatch(/\nThe bridge\n/),
  ],
  [
    'X-Locale',
    () => get({ 'x-locale': 'de-DE' }, '/language'),
    ({ text }) => expect(text).toContain('Asked in de-DE'),
  ],
  ['X-Engine: direct', () => get({ 'x-engine': 'direct' }), ({ text }) => expect(text).toMatch(FRAMED)],
  [
    'X-Md-Link-Style: discarded',
    () => get({ 'x-md-link-style': 'discarded' }),
    ({ text }) => expect(text).toContain('crossing with a map.'),
  ],
  [
    'X-User-Agent, X-Referer',
    () => get({ 'x-user-agent': 'me', 'x-referer': 'https://example.com/' }),
    (answer) => expect(notDone(answer)).toBe('x-user-agent, x-referer'),
  ],
  [
    'Accept: text/event-stream',
    () => get({ accept: 'text/event-stream' }),
    ({ text, headers }) => {
      expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
      const [, data = ''] = /^event: data\ndata: (.*)\n\n$/.exec(text) ?? [];
      expect(JSON.parse(data).data.content).toMatch(MARKDOWN);
    },
  ],
  [
    'Accept: application/json',
    () =>
      ask(encodeURIComponent(`${site.url}/article#/docs`), {
        headers: { ...JSON_TYPE, 'x-no-cache': 'true' },
      }),
    ({ json }) =>
      expect(json()).toMatchObject({
        code: 200,
        status: 20_000,
        data: {
          title: 'Rivers and bridges',
          description: 'About crossing.',
          url: `${site.url}/article#/docs`,
          content: expect.stringMatching(MARKDOWN),
          usage: { tokens: expect.any(Number) },
        },
      }),
  ],
  [
    'X-Return-Format: text as JSON',
    () => get({ ...JSON_TYPE, 'x-return-format': 'text' }),
    ({ json }) => expect(json().data.text).toMatch(/^Rivers and bridges\n\nA bold/),
  ],
  [
    'POST with a form',
    () =>
      ask('', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `url=${site.url}/article#/route`,
      }),
    ({ text }) => expect(text.replace('#/route', '')).toMatch(FRAMED),
  ],
  [
    'POST with JSON',
    () => post({ url: `${site.url}/article`, respondWith: 'text', removeSelector: ['pre', 'ul'] }),
    ({ text }) => expect(text).toMatch(/^Rivers and bridges\n\nA bold/),
  ],
  [
    'POST with HTML',
    () => post({ url: 'https://example.com/a', html: PAGE }, JSON_TYPE),
    ({ json }) =>
      expect(json().data).toMatchObject({
        url: 'https://example.com/a',
        content: expect.stringMatching(MARKDOWN),
      }),
  ],
  [
    'POST with fields in both places',
    () => post({ url: `${site.url}/article`, injectPageScript: ['x'] }, { 'x-respond-with': 'markdown' }),
    (answer) => {
      expect(answer.text).toMatch(MARKDOWN);
      expect(notDone(answer)).toBe('injectPageScript');
    },
  ],
];

describe("requests of Jina's reader", () => {
  test('are forty and more', () => expect(REQUESTS.length).toBeGreaterThanOrEqual(40));
  test.each(REQUESTS)('%s', async (_name, request, check) => {
    const answer = await request();
    if (answer.status === 200) expect(answer.headers.get('ratelimit')).toContain('"minute";r=');
    check(answer);
  });
});

test('failures are in their shape with our status', async () => {
  const none = await get({ 'x-respond-with': 'markdown' }, '/none');
  expect([none.status, none.json()]).toMatchObject([
    422,
    { data: null, code: 422, name: 'AssertionFailureError', status: 42_200, reason: 'upstream_not_found' },
  ]);
  for (const [body, name] of [
    [{}, '"url"'],
    [[], '"url"'],
    [{ url: 1 }, '"url"'],
    [{ url: 'https://example.com/', html: 1 }, '"html"'],
    [{ html: '<p>a</p>' }, 'Set "url" to the address of a page'],
    [{ url: 5, html: '<p>a</p>' }, 'Set "url" to the address of a page'],
    [{ url: 'https://example.com/', timeout: 'soon' }, '"x-timeout"'],
    [{ url: 'https://example.com/', targetSelector: {} }, '"targetSelector"'],
    [{ pdf: 'aGk=', url: 'https://example.com/' }, '"pdf"'],
  ] as const) {
    const answer = await post(body);
    expect([answer.status, answer.json()]).toMatchObject([400, { name: 'ParamValidationError' }]);
    expect(answer.json().message).toContain(name);
  }
  const unknown = await post({ url: site.url }, { authorization: 'Bearer pmk_x' });
  expect([unknown.status, unknown.json()]).toMatchObject([401, { name: 'AuthenticationFailedError' }]);
});

test('an address without scheme: own addresses first, only with a key, only of a public host or with a port', async () => {
  const bare = await fetch(`${service.url}/${site.address}/article`);
  expect(bare.status).toBe(404);
  for (const path of ['no-such-page', 'favicon.json', 'a.b', '.well-known/x', 'example.internal/x', 'com'])
    expect(await ask(path), path).toMatchObject({ status: 404, text: expect.stringContaining('nothing at') });
  // Public, so it is asked for: the rule of egress, or the resolver, has the next word.
  expect((await ask('example.com:99999/')).status).toBe(400);
  expect((await ask('wikipedia.org:1/')).json()).toMatchObject({ error: { reason: 'blocked_target' } });
  expect((await ask('robots.txt')).status).toBe(200);
  expect((await ask('llms.txt')).status).toBe(200);
  expect((await ask(`${site.address}/article`, { method: 'POST' })).status).toBe(404);
});
