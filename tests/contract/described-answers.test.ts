import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, untilReady } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';
import { PLAIN_FIELDS } from './plain-fields.ts';

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Described>> }>>>
  >;
}
interface Described {
  readonly headers: Readonly<Record<string, unknown>>;
}

const PLAIN = new Set(PLAIN_FIELDS);

let site: Upstream;
let service: TestService;
let description: Description;
let key: string;
let license: string;
beforeAll(async () => {
  site = await startUpstream({ '/article': ARTICLE });
  service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  await untilReady(service);
  key = await service.newKey();
  license = (await service.access.licenses.issue({ tier: 'pro', aiCalls: 9 })).key;
  description = (await (await fetch(`${service.url}/openapi.json`)).json()) as Description;
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const rpc = (params: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });

type Asked = readonly [route: string, status: number, path: () => string, request: () => RequestInit];
const convert: readonly [string, () => string] = ['/v1/convert', () => '/v1/convert'];
const ASKED: readonly Asked[] = [
  ...(
    [
      [200, () => post({ url: `${site.url}/article` })],
      [200, () => post({ url: `${site.url}/article`, max_tokens: 50 }, { accept: 'text/markdown' })],
      [400, () => post('{')],
      [401, () => post({}, { authorization: '' })],
      [403, () => post({ url: 'http://10.0.0.1/' })],
      [415, () => post('x', { 'content-type': 'text/plain' })],
      [422, () => post({ url: `${site.url}/none` })],
    ] as const
  ).map(([status, request]): Asked => [convert[0], status, convert[1], request]),
  ['/{url}', 200, () => `/${site.url}/article`, () => ({ headers: { authorization: `Bearer ${key}` } })],
  ['/{url}', 401, () => `/${site.url}/article`, () => ({})],
  ['/v1/ai', 200, () => '/v1/ai', () => post({ markdown: '# A\n\nOne. Two.' }, { 'x-license-key': license })],
  [
    '/v1/ai',
    400,
    () => '/v1/ai',
    () => post('x', { 'x-license-key': license, 'content-type': 'text/plain' }),
  ],
  ['/v1/ai', 401, () => '/v1/ai', () => post({ markdown: '# A' })],
  ['/v1/license/validate', 200, () => '/v1/license/validate', () => post({ key: license })],
  ['/v1/license/validate', 400, () => '/v1/license/validate', () => post('x'.repeat(5000))],
  ['/v1/usage', 200, () => '/v1/usage', () => ({ headers: { authorization: `Bearer ${key}` } })],
  ['/v1/usage', 401, () => '/v1/usage', () => ({})],
  ['/mcp', 200, () => '/mcp', () => post(rpc({ name: 'webpage_to_markdown', arguments: {} }))],
  ['/mcp', 400, () => '/mcp', () => post([rpc({})])],
  ['/mcp', 401, () => '/mcp', () => post(rpc({}), { authorization: '' })],
  ['/mcp', 405, () => '/mcp', () => ({ method: 'DELETE' })],
  ['/health', 200, () => '/health', () => ({})],
  ['/health', 405, () => '/health', () => ({ method: 'DELETE' })],
  ['/ready', 200, () => '/ready', () => ({})],
];

test.each(ASKED)(
  '%s answers %i with header fields of its description',
  async (route, status, path, request) => {
    const answer = await fetch(service.url + path(), request());
    expect(answer.status, await answer.clone().text()).toBe(status);
    const [operation] = Object.values(description.paths[route]!);
    const described = Object.keys(operation!.responses[status]!.headers).map((name) => name.toLowerCase());
    const given = [...answer.headers.keys()].filter((name) => !PLAIN.has(name));
    for (const name of given) expect(described).toContain(name);
    for (const name of ['x-request-id', 'x-pagemark-engine']) expect(given).toContain(name);
    if (status === 401)
      expect(answer.headers.get('www-authenticate')).toMatch(
        route === '/v1/ai' ? /X-License-Key/ : /^Bearer/,
      );
    await answer.body?.cancel();
  },
);

test('answers may get further fields, which no schema of them refuses', async () => {
  expect(JSON.stringify(description)).not.toContain('"additionalProperties":false');
  const list = post({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  expect(await (await fetch(`${service.url}/mcp`, list)).text()).not.toContain(
    '"additionalProperties":false',
  );
});
