import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { PROSE, startUpstream, type Upstream } from '../support/upstream.ts';

let site: Upstream;
let service: TestService;
let key: string;

beforeAll(async () => {
  site = await startUpstream({
    '/page': (request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><title>Rivers</title><main><h1>Rivers</h1><p>Asked for <code>${request.url}</code>, see <a href="/map">the map</a>.</p>${PROSE}</main>`,
      );
    },
  });
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_CORS_ORIGINS: 'https://app.example',
    PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}',
  });
  key = await service.newKey('test');
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(`${service.url}${path}`, { method, headers: { authorization: `Bearer ${key}`, ...headers } });
}

test('the address as the path answers the bare Markdown, its own query untouched', async () => {
  const answer = await get(`/${site.url}/page?b=2&pagemark.links=none&a=%2F1`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('ratelimit')).toContain('"minute";r=');
  expect(answer.headers.get('content-location')).toBe(`${site.url}/page?b=2&a=%2F1`);
  const text = await answer.text();
  expect(text).toContain('# Rivers\n\nAsked for `/page?b=2&a=%2F1`, see the map.');
});

test('a long address does not make the fields of the answer too long for clients', async () => {
  const path = `/page?${'%2F'.repeat(2_500)}`;
  const answer = await get(`/${site.url}${path}&pagemark.include_metadata`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-location')).toBe(site.url + path);
  expect(answer.headers.get('x-pagemark-title')).toBe('Rivers');
});

test('percent-encoded and with merged slashes it is the same page', async () => {
  const plain = await (await get(`/${site.url}/page?x=1`)).text();
  expect(await (await get(`/${encodeURIComponent(`${site.url}/page?x=1`)}`)).text()).toBe(plain);
  expect(await (await get(`/${site.url.replace('//', '/')}/page?x=1`)).text()).toBe(plain);
});

test('the content is that of POST, as text and as JSON too', async () => {
  const url = `${site.url}/page`;
  const posted = await (await service.convert({ url, include_metadata: true }, key)).json();
  const json = await get(`/${url}?pagemark.include_metadata`, { accept: 'application/json' });
  expect(json.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await json.json()).toEqual(posted);
  const text = await get(`/${url}?pagemark.response_format=text`);
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const plain = await text.text();
  expect(plain).not.toContain('#');
  const wanted = await get(`/${url}`, { accept: 'text/plain' });
  expect(wanted.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await wanted.text()).toBe(plain);
  // What browsers and the usual clients send by default asks for nothing in particular.
  for (const accept of [
    '*/*',
    'text/html,application/xhtml+xml,*/*;q=0.8',
    'application/json, text/plain, */*',
  ]) {
    expect((await get(`/${url}`, { accept })).headers.get('content-type'), accept).toMatch(/^text\/markdown/);
  }
});

test('If-None-Match: 304 for the same content in the same form, else the page', async () => {
  const path = `/${site.url}/page`;
  const etag = (await get(path)).headers.get('etag')!;
  const same = await get(path, { 'if-none-match': `"other", W/${etag}` });
  expect(same.status).toBe(304);
  expect(same.headers.get('etag')).toBe(etag);
  expect(same.headers.get('ratelimit')).not.toBeNull();
  const whole = await get(path);
  expect(same.headers.get('vary')).toBe(whole.headers.get('vary'));
  expect(await same.text()).toBe('');
  expect((await get(path, { 'if-none-match': '*' })).status).toBe(304);
  expect((await get(path, { 'if-none-match': etag, accept: 'application/json' })).status).toBe(200);
  expect((await get(`${path}?pagemark.links=none`, { 'if-none-match': etag })).status).toBe(200);
});

test('HEAD: the header fields of GET without a body', async () => {
  const path = `/${site.url}/page`;
  const head = await get(path, {}, 'HEAD');
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  const whole = await get(path);
  for (const name of ['etag', 'content-type', 'content-length', 'x-pagemark-tokens']) {
    expect(head.headers.get(name), name).toBe(whole.headers.get(name));
  }
});

test('one call counts as one request, and the limit holds', async () => {
  const own = await service.newKey('free');
  const statuses = [];
  for (let i = 0; i < 11; i++) {
    const answer = await get(`/${site.url}/page`, { authorization: `Bearer ${own}` }, i % 2 ? 'HEAD' : 'GET');
    await answer.text();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test('errors are the envelope, whatever Accept says', async () => {
  const reasonOf = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await get(path, { accept: 'text/markdown', ...headers }, method);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const { status, error } = (await answer.json()) as {
      status: string;
      error: { reason: string; code: number };
    };
    expect(status).toBe('error');
    expect(error.code).toBe(answer.status);
    return error.reason;
  };
  expect(await reasonOf(`/${site.url}/page`, { authorization: 'Bearer pmk_wrong' })).toBe('unauthorized');
  expect(await reasonOf('/http://10.0.0.1/')).toBe('blocked_target');
  expect(await reasonOf('/https://[::/')).toBe('invalid_url');
  expect(await reasonOf('/https%3A%2F%2F%E0%A4%A')).toBe('invalid_url');
  expect(await reasonOf(`/${site.url}/page?pagemark.colour=red`)).toBe('invalid_request');
  expect(await reasonOf(`/${site.url}/nothing`)).toBe('upstream_not_found');
  expect(await reasonOf('/ftp://a.example/')).toBe('not_found');
  expect(await reasonOf(`/${site.url}/page`, {}, 'POST')).toBe('method_not_allowed');
});

test('no key, no fetch: the credential is judged first', async () => {
  const before = site.requests();
  const answer = await fetch(`${service.url}/${site.url}/page?no-key`);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(site.requests()).toBe(before);
});

test('CORS as elsewhere: a listed origin may ask with its key, another one not', async () => {
  const preflight = (origin: string) =>
    fetch(`${service.url}/${site.url}/page`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
  const allowed = await preflight('https://app.example');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
  expect(allowed.headers.get('access-control-allow-methods')).toContain('GET');
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

test('a target with a broken percent sign arrives byte for byte', async () => {
  const target = `${site.url}/page?rate=50%`;
  const request = `GET /${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;
  const answer = await rawRequest(service.url, [request]);
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('`/page?rate=50%`');
});

test('a request line that holds the whole address of the service is answered as its path is', async () => {
  const target = `${service.url}/${site.url}/page?x=1`;
  const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;
  const answer = await rawRequest(service.url, [request]);
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('`/page?x=1`');
});
