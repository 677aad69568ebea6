import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAR_MS } from '../support/far-deadlines.ts';
import { isFull } from '../support/full-form.ts';
import { issueKey } from '../support/issue-key.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { postConvert, startTestService, type TestService, testEnv } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

/** Rounds of clients that go, and how many more fetches have begun in each before they do. */
const [GOING_ROUNDS, LATER] = isFull ? [25, 1] : [2, 12];
const CLIENTS = 40;

let site: Upstream;
let service: TestService;
let key: string;

beforeAll(async () => {
  site = await startUpstream({ '/article': ARTICLE, '/hang': () => undefined });
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

const url = () => `${site.url}/article`;
/** Conversions under way, as the metrics tell. */
const inFlight = async () =>
  /pagemark_conversions_in_flight (\d+)/.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1];

describe.concurrent('slow clients', () => {
  it('headers that never end are a 408 in the envelope after 10 s', async () => {
    const answer = await rawRequest(service.url, ['GET /health HTTP/1.1\r\nHost: x\r\n']);
    expect(answer.status).toBe(408);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 408, reason: 'request_timeout' } });
    expect(answer.closedAfterMs).toBeGreaterThan(9000);
    expect(answer.closedAfterMs).toBeLessThan(onThisMachine(13_000));
  });

  it('a connection that says nothing is closed', async () => {
    const answer = await rawRequest(service.url, []);
    expect(answer.closedAfterMs).toBeLessThan(onThisMachine(13_000));
  });

  it.concurrent('a body that never ends is a 408 after 30 s, answered as any call and given back', async () => {
    const own = await service.newKey('test');
    const head = `POST /v1/convert HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine-123\r\nAuthorization: Bearer ${own}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const answer = await rawRequest(service.url, [head]);
    expect(answer.status).toBe(408);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 408, reason: 'request_timeout' } });
    expect(answer.closedAfterMs).toBeGreaterThan(28_000);
    expect(answer.closedAfterMs).toBeLessThan(onThisMachine(33_000));
    expect(answer.head).toMatch(/^x-request-id: mine-123$/im);
    expect(answer.head).toMatch(/^ratelimit-policy: /im);
    expect(answer.head).toMatch(/^ratelimit: "minute";r=50000;/im);
    expect(answer.head).toMatch(/^connection: close$/im);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(
      /pagemark_requests_total\{[^}]*route="\/v1\/convert"[^}]*status="408"[^}]*\} 1\b/,
    );
  });

  it.concurrent('a message of /mcp that never ends is a 408', async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: mine-124\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const answer = await rawRequest(service.url, [head]);
    expect(answer.status).toBe(408);
    expect(answer.head).toMatch(/^x-request-id: mine-124$/im);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 408, reason: 'request_timeout' } });
  });

  it.concurrent.each(['/v1/ai', '/v1/license/validate'])(
    'a body of %s that never ends is a 400: its list has no 408',
    async (path) => {
      const { key: license } = await service.access.licenses.issue({ tier: 'pro', aiCalls: 5 });
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-License-Key: ${license}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
      const answer = await rawRequest(service.url, [head]);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 400, reason: 'request_timeout' } });
    },
  );
});

describe('requests', () => {
  it('a body whose framing breaks is answered as any call', async () => {
    const head = `POST /v1/convert HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine-125\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\nxyz\r\n`;
    const answer = await rawRequest(service.url, [head]);
    expect(answer.status).toBe(400);
    expect(answer.head).toMatch(/^x-request-id: mine-125$/im);
    expect(answer.head).toMatch(/^ratelimit: /im);
    expect(answer.head).toMatch(/^connection: close$/im);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { reason: 'invalid_request' } });
  });

  it('Expect: 100-continue is answered only when the body is wanted', async () => {
    const head = (authorization: string) =>
      `POST /v1/convert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${authorization}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n`;
    const refused = await rawRequest(service.url, [head('wrong')]);
    expect(refused.status).toBe(401);
    const answer = await new Promise<string>((resolve) => {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname, () => socket.write(head(key)));
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        if (text === '') socket.write('{}');
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  });

  it('pipelined requests are answered in order, each once', async () => {
    const one = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
    const last = 'GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const { head, body } = await rawRequest(service.url, [one + one + last]);
    const statuses = [...`${head}\r\n\r\n${body}`.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(
      ([, status]) => status,
    );
    expect(statuses).toEqual(['200', '200', '404']);
  });

  it('X-Request-Id is taken over when harmless and replaced when not', async () => {
    const ask = async (id: string) =>
      (await fetch(`${service.url}/health`, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await ask('trace-1.2~3')).toBe('trace-1.2~3');
    expect(await ask('a b<script>')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ask('a'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('CORS: a listed origin is allowed, another is not', async () => {
    const preflight = (origin: string) =>
      fetch(`${service.url}/v1/convert`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const allowed = await preflight('https://app.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const fields = allowed.headers.get('access-control-allow-headers')!.split(', ');
    const read = ['Authorization', 'X-Idempotency-Key', 'X-Filename', 'Content-Disposition'];
    expect(fields).toEqual(expect.arrayContaining(read));
    const other = await preflight('https://evil.example');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    expect(other.headers.get('vary')).toContain('Origin');
  });

  it('Accept: text/markdown gets the bare content, errors stay JSON', async () => {
    const full = await service.convert({ url: url() }, key);
    const json = (await full.json()) as { data: { content: string } };
    const bare = await service.convert({ url: url() }, key, { accept: 'text/markdown' });
    expect(bare.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(bare.headers.get('etag')).not.toBe(full.headers.get('etag'));
    expect(await bare.text()).toBe(json.data.content);
    const text = await service.convert({ url: url(), response_format: 'text' }, key, {
      accept: 'text/markdown',
    });
    // Only what is accepted is sent.
    expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const plain = await service.convert({ url: url() }, key, { accept: 'text/plain' });
    expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await plain.text()).toBe(await text.text());
    const named = { url: url(), response_format: 'markdown' };
    const markdown = await service.convert(named, key, { accept: 'text/plain' });
    expect(markdown.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await markdown.text()).toBe(json.data.content);
    for (const accept of ['*/*', 'application/json, text/markdown', 'text/html']) {
      const answer = await service.convert({ url: url() }, key, { accept });
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    }
    const refused = await service.convert({}, key, { accept: 'text/markdown' });
    expect(refused.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('html is converted without a fetch, and options shape the content', async () => {
    const before = site.requests();
    const html =
      '<main><h1>A</h1><p>See <a href="/b">b</a>, which is long enough to be a sentence.</p></main>';
    const ask = async (body: object) => {
      const answer = await service.convert({ url: 'https://example.com/a', html, ...body }, key);
      return ((await answer.json()) as { data: { content: string } }).data.content;
    };
    expect(await ask({})).toContain('[b](https://example.com/b)');
    expect(await ask({ links: 'none' })).not.toContain('https://example.com/b');
    expect(await ask({ links: 'reference' })).toMatch(/^\[.+\]: https:\/\/example\.com\/b$/m);
    expect(await ask({ frontmatter: true })).toMatch(/^---\n/);
    expect(site.requests()).toBe(before);
  });

  it('strict false returns what was found with its outcome', async () => {
    const answer = await service.convert({ url: `${site.url}/none`, strict: false }, key);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'success', data: { outcome: 'upstream_not_found' } });
  });

  it('metrics: open to a loopback peer, closed to a forwarded one', async () => {
    const open = await fetch(`${service.url}/metrics`);
    expect(open.status).toBe(200);
    expect(await open.text()).toContain('pagemark_requests_total{route="/v1/convert",status="200"');
    const forwarded = await fetch(`${service.url}/metrics`, { headers: { 'x-forwarded-for': '1.2.3.4' } });
    expect(forwarded.status).toBe(404);
  });

  it.each([
    ['127.0.0.1', 200],
    ['localhost:8787', 200],
    ['LOCALHOST', 200],
    ['[::1]:8787', 200],
    ['127.9.9.9', 200],
    ['rebound.example', 404],
    ['localhost.rebound.example', 404],
    ['127.0.0.1.rebound.example:8787', 404],
    ['192.0.2.1', 404],
    ['', 404],
    ['[', 404],
  ])('metrics: of a loopback peer that names %j answer %i', async (host, status) => {
    const answer = await rawRequest(service.url, [
      `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ]);
    expect(answer.status).toBe(status);
  });

  it('a client that goes cancels the fetch within 250 ms', async () => {
    await expect.poll(site.open).toBe(0);
    const gone = new AbortController();
    const calls = Array.from({ length: 40 }, (_, i) =>
      fetch(`${service.url}/v1/convert`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        // Requests for one page would share a fetch.
        body: JSON.stringify({ url: `${site.url}/hang?${i}` }),
        signal: gone.signal,
      }).catch(() => undefined),
    );
    await expect.poll(site.open).toBe(40);
    const mostMs = onThisMachine(250);
    gone.abort();
    await Promise.all(calls);
    await expect.poll(site.open, { timeout: mostMs, interval: 10 }).toBe(0);
    await expect.poll(inFlight).toBe('0');
  });

  it(`${GOING_ROUNDS * CLIENTS} clients that go, in the fetch and in the conversion, leave nothing behind`, async () => {
    const slow = `<article>${'<p>Words that take a worker its time, <b>one</b> after <i>another</i>.</p>'.repeat(4000)}</article>`;
    for (let round = 0; round < GOING_ROUNDS; round++) {
      const gone = new AbortController();
      // Threads that the round before ended may still be starting: what is refused as busy asks again.
      const call = async (body: object): Promise<void> => {
        while (!gone.signal.aborted) {
          const { status } = await service.convert(body, key, {}, gone.signal);
          if (status !== 429) return;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      const calls = Array.from({ length: CLIENTS }, (_, i) =>
        call(
          i < 34 ? { url: `${site.url}/hang?${round}-${i}` } : { url: 'https://example.com/', html: slow },
        ).catch(() => undefined),
      );
      // They go a little later in each round: before, while and after the fetches begin.
      await expect.poll(site.open, { interval: 5 }).toBeGreaterThan(round * LATER);
      gone.abort();
      await Promise.all(calls);
    }
    await expect.poll(site.open).toBe(0);
    await expect.poll(inFlight).toBe('0');
    // Threads that the last round ended may still be starting.
    await expect.poll(async () => (await service.convert({ url: url() }, key)).status).toBe(200);
  });
});

describe('signals', () => {
  /** A process with a request that hangs in the fetch. */
  async function withHangingRequest(timeoutMs: number, delayMs = 0) {
    const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-drain-'));
    const env = testEnv(folder, {
      PAGEMARK_FETCH_ALLOW: site.address,
      PAGEMARK_TIMEOUT_MS: String(timeoutMs),
      PAGEMARK_FETCH_TIMEOUT_MS: String(timeoutMs),
      PAGEMARK_DRAIN_DELAY_MS: String(delayMs),
    });
    const ownKey = await issueKey(env, 'growth');
    const before = site.requests();
    const process = await startServiceProcess(env);
    const status = new Promise<number>((resolve) => {
      const headers = { authorization: `Bearer ${ownKey}`, 'content-type': 'application/json' };
      const call = httpRequest(`${process.url}/v1/convert`, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      call.on('error', () => resolve(0));
      call.end(JSON.stringify({ url: `${site.url}/hang` }));
    });
    await expect.poll(site.requests).toBeGreaterThan(before);
    return { process, status, ownKey, remove: () => rm(folder, { recursive: true, force: true }) };
  }

  it('SIGTERM lets accepted work finish and ends with 0', async () => {
    const { process, status, remove } = await withHangingRequest(2000);
    const ended = process.end('SIGTERM');
    expect(await status).toBe(408);
    expect(await ended).toBe(0);
    await remove();
  });

  it('SIGTERM with a delay refuses new work after it; a second signal ends at once', async () => {
    const { process, status, ownKey, remove } = await withHangingRequest(FAR_MS, 100);
    const ended = process.end('SIGTERM');
    await expect.poll(async () => (await fetch(`${process.url}/ready`)).status).toBe(503);
    const page = { url: 'https://example.com/', html: '<h1>Boats</h1><p>A boat leaves the quay.' };
    await expect.poll(async () => (await postConvert(process.url, page, ownKey)).status).toBe(503);
    process.child.kill('SIGTERM');
    expect(await ended).toBe(130);
    // The accepted request was not waited for.
    expect(await status).toBe(0);
    await remove();
  });
});
