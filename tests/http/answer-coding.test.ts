import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, PROSE, startUpstream, type Upstream } from '../support/upstream.ts';

const LARGE = `<!doctype html><title>Large</title><article><h1>Large</h1>${PROSE.repeat(60)}</article>`;
let site: Upstream;
let service: TestService;
let key: string;
beforeAll(async () => {
  site = await startUpstream({
    '/article': ARTICLE,
    '/large': LARGE,
    '/tiny':
      '<title>Tiny</title><article><h1>Tiny</h1><p>One sentence is all there is to read here.</p></article>',
  });
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_CORS_ORIGINS: 'https://a.example',
  });
  key = await service.newKey();
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** The bytes as they came: `fetch` would decode them. */
function ask(path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${service.url}${path}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(chunks) }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };
const decoded = ({ headers, bytes }: Answer): string => {
  const coding = headers['content-encoding'] as keyof typeof DECODERS | undefined;
  return (coding === undefined ? bytes : DECODERS[coding](bytes)).toString();
};
/** The result of a tool tells how old its page is. */
const withoutAge = (answer: Answer) => decoded(answer).replace(/"_meta":\{.*?\}\}/, '');
const call = (url: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'webpage_to_markdown', arguments: { url } },
});

test.each(['br', 'gzip'])('%s: the bytes of every kind of answer are those without it', async (coding) => {
  const asked: readonly (readonly [string, Record<string, string>, unknown?])[] = [
    ['/v1/convert', {}, { url: `${site.url}/article` }],
    ['/v1/convert', { accept: 'text/markdown' }, { url: `${site.url}/article` }],
    ['/v1/convert', {}, { url: `${site.url}/large` }],
    [`/${site.url}/large`, {}],
    ['/openapi.json', {}],
    ['/', {}],
    ['/docs', {}],
    ['/docs/guides/api', {}],
    ['/mcp', {}, call(`${site.url}/large`)],
  ];
  for (const [path, headers, body] of asked) {
    const plain = await ask(path, headers, body);
    const answer = await ask(path, { ...headers, 'accept-encoding': coding }, body);
    expect(answer.headers['content-encoding'], path).toBe(coding);
    expect(answer.headers.vary, path).toMatch(/Accept-Encoding/i);
    expect(plain.headers.vary, path).toMatch(/Accept-Encoding/i);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(answer.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 1.5);
    const [is, was] = [answer, plain].map(withoutAge);
    expect(is === was, path).toBe(true);
  }
});

test('each coding has a tag of its own, and each of them is answered with 304', async () => {
  const tags = new Set<string>();
  for (const path of ['/', `/${site.url}/article`]) {
    for (const coding of ['identity', 'gzip', 'br']) {
      const { headers } = await ask(path, { 'accept-encoding': coding });
      const etag = headers.etag as string;
      tags.add(etag);
      const again = await ask(path, { 'accept-encoding': coding, 'if-none-match': `"other", ${etag}` });
      expect(again).toMatchObject({ status: 304, bytes: Buffer.alloc(0), headers: { etag } });
    }
  }
  expect(tags.size).toBe(6);
});

test('short answers, streams of events and answers without a body are sent as they are', async () => {
  const accepts = { 'accept-encoding': 'br, gzip' };
  const short = await ask('/v1/convert', accepts, { url: `${site.url}/tiny` });
  expect(short.headers['content-encoding']).toBeUndefined();
  expect(short.headers.vary).toMatch(/Accept-Encoding/);
  const stream = await ask('/mcp', { ...accepts, accept: 'text/event-stream' }, call(`${site.url}/large`));
  expect(stream.headers['content-type']).toContain('text/event-stream');
  expect(stream.headers['content-encoding']).toBeUndefined();
  const list = { jsonrpc: '2.0', method: 'notifications/initialized' };
  expect((await ask('/mcp', accepts, list)).headers['content-encoding']).toBeUndefined();
});

test('an answer depends on origin, form and coding, and says so', async () => {
  const { headers } = await ask(
    '/v1/convert',
    { origin: 'https://a.example' },
    { url: `${site.url}/article` },
  );
  expect(headers.vary).toBe('Origin, Accept, Accept-Encoding');
});
