import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { docxOf, paragraph, run } from '../documents/makers/docx.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE } from '../support/upstream.ts';
import { verifies } from './verifies.ts';

const MAX_FILE = 200_000;
const PDF = new Uint8Array(readFileSync(new URL('../../fixtures/made/pdf/pdfkit.pdf', import.meta.url)));
let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService({
    PAGEMARK_MAX_RESPONSE_BYTES: String(MAX_FILE),
    // Not the bound of this route.
    PAGEMARK_MAX_BODY_BYTES: '1024',
    PAGEMARK_PLANS: '{"test":{"perMinute":5000,"perHour":50000},"one":{"perMinute":1,"perHour":9}}',
  });
  key = await service.newKey('test');
});
afterAll(async () => {
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  await service?.close();
});

interface Body {
  readonly data?: { readonly content: string; readonly metadata?: Readonly<Record<string, unknown>> };
  readonly error?: { readonly reason: string; readonly message: string };
}

async function send(
  body: string | Uint8Array<ArrayBuffer> | FormData,
  {
    query = '',
    by = key,
    headers = {},
  }: { query?: string; by?: string; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(`${service.url}/v1/convert/file${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by}`, ...headers },
    body: body,
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  const { data, error } = (isJson ? JSON.parse(text) : {}) as Body;
  return { status: answer.status, headers: answer.headers, text, data, ...error };
}

/** A form with one file, as browsers send it. */
function form(content: string | Uint8Array<ArrayBuffer>, name: string, type = ''): FormData {
  const data = new FormData();
  data.append('file', new Blob([content], { type }), name);
  return data;
}

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>Bridges</title>
<description>&lt;p&gt;The bridge over the river is open.&lt;/p&gt;</description></item></channel></rss>`;
const KINDS: readonly (readonly [string, string | Uint8Array<ArrayBuffer>, string])[] = [
  ['a.html', ARTICLE, '# Rivers and bridges'],
  ['a.pdf', PDF, '# '],
  ['a.docx', new Uint8Array(docxOf(paragraph(run('The bridge is open.')))), 'The bridge is open.'],
  ['a.xml', FEED, 'The bridge over the river is open.'],
  ['a.md', '# Bridges\n\n- one\n- two\n', '# Bridges\n\n- one'],
  ['a.txt', 'Bridges\n\nRivers', 'Bridges\n\nRivers'],
  ['a.json', '{"bridges":[1,2]}', '```json'],
];

verifies('convert-file:200:kinds', async () => {
  for (const [name, content, shows] of KINDS) {
    const whole = await send(Buffer.from(content), { query: `?filename=${name}` });
    expect(whole.data?.content, `${name}: ${whole.text}`).toContain(shows);
    const part = await send(form(content, name));
    expect(part.data, name).toEqual(whole.data);
  }
});

verifies('convert-file:200:same-as-html', async () => {
  const small = ARTICLE.slice(0, 900);
  const html = await service.convert(
    { url: 'https://a.example/b', html: small, include_metadata: true },
    key,
  );
  const file = await send(small, {
    query: '?url=https://a.example/b&include_metadata',
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  expect(JSON.parse(file.text)).toEqual(await html.json());
  expect(file.headers.get('etag')).toBe(html.headers.get('etag'));
});

verifies('convert-file:200:options', async () => {
  const headers = { 'content-type': 'text/html' };
  const text = await send(ARTICLE, { query: '?response_format=text&include_metadata=true', headers });
  expect(text.data?.content).not.toContain('#');
  expect(text.data?.metadata).toMatchObject({ title: 'Rivers and bridges', byline: 'Ada Stream' });
  const some = await send(ARTICLE, { query: '?include_selectors=ul&include_selectors=pre', headers });
  expect(some.data?.content).toContain('const a = 1;');
  expect(some.data?.content).not.toContain('Paragraph');
});

verifies('convert-file:200:type', async () => {
  const source = '<p>One <b>bridge</b>.</p>';
  const typed = (type: string, query = '') => send(source, { query, headers: { 'content-type': type } });
  expect((await typed('text/html')).data?.content).toBe('One **bridge**.');
  // What curl says when nobody told it a type; the bytes tell.
  expect((await typed('application/x-www-form-urlencoded')).data?.content).toBe('One **bridge**.');
  expect((await typed('application/octet-stream', '?filename=a.py')).data?.content).toContain('```python');
  const latin1 = Buffer.from('<p>Br\u00fccke und Fluss</p>', 'latin1');
  const told = await send(latin1, { headers: { 'content-type': 'text/html; charset=iso-8859-1' } });
  expect(told.data?.content).toBe('Br\u00fccke und Fluss');
});

verifies('convert-file:200:name', async () => {
  const title = async (query: string, disposition?: string) => {
    const headers = disposition === undefined ? {} : { 'content-disposition': disposition };
    const { data, text } = await send('Some words.', { query: `?include_metadata${query}`, headers });
    expect(data, text).toBeDefined();
    return data!.metadata!.title;
  };
  expect(await title('&filename=plain.txt', 'attachment; filename="other.txt"')).toBe('plain.txt');
  expect(await title('', 'attachment; filename="../../a/Br%22.txt"')).toBe('Br".txt');
  expect(await title('', "attachment; filename=x.txt; filename*=UTF-8''Br%C3%BCcke.txt")).toBe(
    'Br\u00fccke.txt',
  );
  expect(await title('&url=https://a.example/files/river.txt')).toBe('river.txt');
  const part = await send(form('Some words.', 'Br\u00fccke "1".txt'), { query: '?include_metadata' });
  expect(part.data?.metadata?.title).toBe('Br\u00fccke "1".txt');
});

verifies('convert-file:200:url', async () => {
  const linked = '<main><h1>Bridge</h1><p>See <a href="b">the map</a>.</p></main>';
  const headers = { 'content-type': 'text/html' };
  const based = await send(linked, { query: '?include_metadata&url=https://a.example/x/', headers });
  expect(based.data?.content).toContain('(https://a.example/x/b)');
  expect(based.data?.metadata?.url).toBe('https://a.example/x/');
  const alone = await send(linked, { query: '?include_metadata', headers });
  expect(alone.data?.content).toContain('[the map](b)');
  expect(alone.data?.metadata?.url).toBe('about:blank');
  expect(await send(linked, { query: '?url=file:///etc/passwd', headers })).toMatchObject({
    status: 400,
    reason: 'invalid_url',
  });
});

verifies('convert-file:200:bare', async () => {
  const headers = { 'content-type': 'text/html', accept: 'text/markdown' };
  const bare = await send('<p>One <b>bridge</b>.</p>', { query: '?include_metadata', headers });
  expect(bare.text).toBe('One **bridge**.');
  expect(bare.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(bare.headers.get('x-pagemark-length')).toBe('11');
  expect(bare.headers.get('content-location')).toBeNull();
  const plain = await send('<p>One <b>bridge</b>.</p>', { headers: { ...headers, accept: 'text/plain' } });
  expect([plain.headers.get('content-type'), plain.text]).toEqual([
    'text/plain; charset=utf-8',
    'One bridge.',
  ]);
});

verifies('convert-file:200:private', async () => {
  const other = await service.newKey('test');
  const cacheStatus = async (by: string) => (await send(PDF, { by })).headers.get('cache-status');
  expect(await cacheStatus(key)).toBeNull();
  await expect.poll(() => cacheStatus(key)).toBe('pagemark-result; hit');
  expect(await cacheStatus(other)).toBeNull();
});

verifies('convert-file:400:options', async () => {
  const refused = async (query: string, names: string) => {
    const answer = await send('x', { query });
    expect(answer, query).toMatchObject({ status: 400, reason: 'invalid_request' });
    expect(answer.message).toContain(names);
  };
  await refused('?colour=red', '"colour"');
  await refused('?html=x', '"html"');
  await refused('?response_format=word', '"response_format"');
  await refused('?links=none&links=none', '"links"');
  await refused('?render=always', 'Remove "render": a file');
  await refused('?wait_for_selector=p', 'Remove "wait_for_selector": a file');
  await refused('?wait_for_selector=p&render=always', 'Remove "wait_for_selector" and "render": a file');
  await refused('?include_selectors=%5B', '"include_selectors"');
  await refused('?filename=', '"filename"');
});

const part = (head: string, content = 'Words.', { boundary = 'xx' } = {}) =>
  `--${boundary}\r\n${head}\r\n\r\n${content}\r\n--${boundary}--\r\n`;
const FIELD = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
const FORMS: Readonly<Record<string, readonly [type: string, body: string, says: RegExp]>> = {
  'no boundary': ['multipart/form-data', part(FIELD), /boundary is missing/],
  'an empty boundary': ['multipart/form-data; boundary=""', part(FIELD), /boundary is missing/],
  'a boundary of 71 characters': [
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
    '',
    /boundary is missing/,
  ],
  'another boundary': ['multipart/form-data; boundary=yy', part(FIELD), /Begin the body with the boundary/],
  'more behind the boundary': ['multipart/form-data; boundary=x', part(FIELD), /more stands on it/],
  'no part': ['multipart/form-data; boundary=xx', '--xx--\r\n', /it has none/],
  'two parts': [
    'multipart/form-data; boundary=xx',
    `--xx\r\n${FIELD}\r\n\r\na\r\n${part(FIELD)}`,
    /one part/,
  ],
  'header fields without an end': [
    'multipart/form-data; boundary=xx',
    part(`${FIELD}\r\nX: ${'y'.repeat(9000)}`),
    /at most 8192 bytes/,
  ],
  'a line that is no header field': [
    'multipart/form-data; boundary=xx',
    part(`${FIELD}\r\n folded`),
    /"Name: value"/,
  ],
  'no disposition': ['multipart/form-data; boundary=xx', part('X: y'), /Content-Disposition: form-data/],
  'a field that is no file': [
    'multipart/form-data; boundary=xx',
    part('Content-Disposition: form-data; name="url"'),
    /the field "url" has neither/,
  ],
  'a cut head': ['multipart/form-data; boundary=xx', `--xx\r\n${FIELD}`, /ends within the header/],
  'a cut content': [
    'multipart/form-data; boundary=xx',
    `--xx\r\n${FIELD}\r\n\r\nWords.\r\n--x`,
    /last boundary/,
  ],
  'a form within': [
    'multipart/form-data; boundary=xx',
    part(`${FIELD}\r\nContent-Type: multipart/mixed; boundary=yy`, part(FIELD, 'a', { boundary: 'yy' })),
    /within the form/,
  ],
  'a transfer encoding': [
    'multipart/form-data; boundary=xx',
    part(`${FIELD}\r\nContent-Transfer-Encoding: base64`),
    /"base64"/,
  ],
  'an empty file': ['multipart/form-data; boundary=xx', part(FIELD, ''), /it is empty/],
  'an empty file whose line end is the head\u2019s': [
    'multipart/form-data; boundary=xx',
    `--xx\r\n${FIELD}\r\n\r\n--xx--`,
    /it is empty/,
  ],
};
verifies('convert-file:400:multipart', async () => {
  // As clients write it that are read all the same: `=` without quotes, a line end ahead.
  const java = `\r\n${part(FIELD, 'Some words.', { boundary: '----=_Part_1' })}`;
  const read = await send(java, {
    headers: { 'content-type': 'multipart/form-data; boundary=----=_Part_1' },
  });
  expect(read.data?.content, read.text).toBe('Some words.');
  for (const [name, [type, body, says]] of Object.entries(FORMS)) {
    const answer = await send(body, { headers: { 'content-type': type } });
    expect(answer, name).toMatchObject({ status: 400, reason: 'invalid_request' });
    expect(answer.message, name).toMatch(says);
  }
  const type = 'Multipart/Form-Data; charset=utf-8; boundary="x x"';
  const good = await send(part(FIELD, 'a\r\n--x xy\r\nb', { boundary: 'x x' }), {
    headers: { 'content-type': type },
  });
  expect(good.data?.content, good.text).toContain('--x xy');
});

verifies('convert-file:400:empty', async () => {
  expect(await send('', { headers: { 'content-type': 'application/pdf' } })).toMatchObject({
    status: 400,
    reason: 'invalid_request',
  });
});

verifies('convert-file:401:before-body', async () => {
  const head = 'POST /v1/convert/file?colour=red HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n';
  expect((await rawRequest(service.url, [head], 'answered')).status).toBe(401);
});

verifies('convert-file:413:size', async () => {
  const type = { 'content-type': 'text/plain' };
  const most = `${'a '.repeat(MAX_FILE / 2 - 1)}b\n`;
  expect((await send(most, { headers: type })).status).toBe(200);
  expect(await send(`${most}\n`, { headers: type })).toMatchObject({ status: 413, reason: 'body_too_large' });
  expect((await send(form(most, 'a.txt'))).status).toBe(200);
  expect(await send(form(`${most}\n`, 'a.txt'))).toMatchObject({ status: 413, reason: 'body_too_large' });
  const head = (more: string) =>
    `POST /v1/convert/file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${more}\r\n\r\n`;
  const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
  // Neither body ever ends.
  for (const body of [
    [head('Content-Length: 200001')],
    [head('Transfer-Encoding: chunked'), ...Array.from({ length: 13 }, () => chunk)],
  ])
    expect((await rawRequest(service.url, body, 'answered')).status).toBe(413);
});

verifies('convert-file:415:type', async () => {
  for (const headers of [
    { 'content-type': 'text' },
    { 'content-type': '' },
    { 'content-type': 'multipart/mixed; boundary=x' },
    { 'content-type': 'text/html', 'content-encoding': 'gzip' },
  ] as Record<string, string>[])
    expect(await send('x', { headers }), JSON.stringify(headers)).toMatchObject({
      status: 415,
      reason: 'unsupported_content_type',
    });
});

verifies('convert-file:422:outcome', async () => {
  const reason = async (body: string | Uint8Array<ArrayBuffer>, type: string) =>
    (await send(body, { headers: { 'content-type': type } })).reason;
  expect(await reason('<!doctype html><title>Nothing</title>', 'text/html')).toBe('empty_content');
  expect(await reason('\u0089PNG', 'image/png')).toBe('unsupported_media_type');
  expect(await reason(PDF.subarray(0, 500), 'application/pdf')).toBe('malformed_document');
  const lenient = await send('<!doctype html><title>Nothing</title>', { query: '?strict=false' });
  expect(lenient.data).toMatchObject({ content: '', outcome: 'empty_content' });
});

verifies('convert-file:429:limit', async () => {
  const by = await service.newKey('one');
  const first = await send('Words.', { by });
  expect(first.status).toBe(200);
  expect(first.headers.get('ratelimit')).toContain('"minute";r=0');
  const second = await send('Words.', { by });
  expect(second).toMatchObject({ status: 429, reason: 'rate_limited' });
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
});
