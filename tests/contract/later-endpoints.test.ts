import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';
import { verifies } from './verifies.ts';

const TEXT =
  '# Bridges\n\nA bridge carries people over a river. It must be strong. Check the bolts every year.\n';
let site: Upstream;
let service: TestService;

beforeAll(async () => {
  site = await startUpstream({ '/article': ARTICLE });
  service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

/** A new licence key. */
async function newLicense(options: { expiresAtMs?: number; aiCalls?: number } = {}) {
  const { key, info } = await service.access.licenses.issue({ tier: 'pro', ...options });
  return { key, id: info.id };
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
}

const ai = (body: unknown, key: string, headers: Record<string, string> = {}) =>
  post('/v1/ai', body, { 'x-license-key': key, ...headers });
const validate = async (body: unknown) => post('/v1/license/validate', body);

/** Expects an error envelope with a status. */
function expectError(
  answer: { status: number; text: string },
  status: number,
  code: number | string = status,
) {
  expect(answer.status, answer.text).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ status: 'error', error: { code } });
}

/** Events of a stream: the payload of every `data:` line. */
function events(text: string): unknown[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, payload = '']) =>
    payload === '[DONE]' ? payload : JSON.parse(payload),
  );
}

verifies('ai:200:stream', async () => {
  const answer = await ai({ markdown: TEXT, template: 'summarize' }, (await newLicense()).key);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const all = events(answer.text);
  expect(all[0]).toMatchObject({ type: 'delta', text: expect.any(String) });
  expect(all.at(-2)).toMatchObject({ type: 'done', ai_calls_used: 1, ai_calls_limit: 1000 });
  expect(all.at(-1)).toBe('[DONE]');
});
verifies('ai:200:only-markdown', async () => {
  expect((await ai({ markdown: TEXT }, (await newLicense()).key)).status).toBe(200);
});
verifies('ai:200:templates', async () => {
  const { key } = await newLicense();
  const names = [
    'answer-core-question',
    'generate-questions',
    'summarize',
    'extract-action-items',
    'simplify',
    'atomic-note',
  ];
  for (const template of names)
    expect((await ai({ markdown: TEXT, template }, key)).status, template).toBe(200);
});
verifies('ai:200:custom-prompt', async () => {
  const { key } = await newLicense();
  expect((await ai({ markdown: TEXT, custom_prompt: 'Name the main point.' }, key)).status).toBe(200);
  expect((await ai({ markdown: TEXT, template: 'simplify', custom_prompt: '' }, key)).status).toBe(200);
});
verifies('ai:400:markdown-missing', async () => {
  expectError(await ai({ template: 'summarize' }, (await newLicense()).key), 400);
});
verifies('ai:400:markdown-length', async () => {
  const { key } = await newLicense();
  expectError(await ai({ markdown: '' }, key), 400);
  expectError(await ai({ markdown: '🌉'.repeat(100_001) }, key), 400);
  expect((await ai({ markdown: 'A' }, key)).status).toBe(200);
  expect((await ai({ markdown: '🌉'.repeat(100_000) }, key)).status).toBe(200);
});
verifies('ai:400:template', async () => {
  expectError(await ai({ markdown: TEXT, template: 'poem' }, (await newLicense()).key), 400);
});
verifies('ai:400:prompt-length', async () => {
  const { key } = await newLicense();
  expectError(await ai({ markdown: TEXT, custom_prompt: '🌉'.repeat(2001) }, key), 400);
  expect((await ai({ markdown: TEXT, custom_prompt: '🌉'.repeat(2000) }, key)).status).toBe(200);
});
verifies('ai:400:content-type', async () => {
  expectError(await ai({ markdown: TEXT }, (await newLicense()).key, { 'content-type': 'text/plain' }), 400);
});
verifies('ai:401:missing', async () => {
  expectError(await post('/v1/ai', { markdown: TEXT }), 401);
});
verifies('ai:401:rejected', async () => {
  expectError(await ai({ markdown: TEXT }, `pml_${'0'.repeat(38)}`), 401);
});
verifies('ai:403:expired', async () => {
  const { key } = await newLicense({ expiresAtMs: Date.now() - 1000 });
  expectError(await ai({ markdown: TEXT }, key), 403);
});
verifies('ai:403:inactive', async () => {
  const { key, id } = await newLicense();
  await service.access.licenses.revoke(id);
  expectError(await ai({ markdown: TEXT }, key), 403);
});
verifies('ai:429:quota', async () => {
  const { key } = await newLicense({ aiCalls: 1 });
  expect((await ai({ markdown: TEXT }, key)).status).toBe(200);
  const answer = await ai({ markdown: TEXT }, key);
  expectError(answer, 429, 'ai_quota_exceeded');
  expect(JSON.parse(answer.text).error.reset_at).toMatch(/^\d{4}-\d\d-01T00:00:00(\.000)?Z$/);
});

verifies('license:200:valid', async () => {
  const answer = await validate({ key: (await newLicense({ aiCalls: 5 })).key });
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toEqual({ valid: true, tier: 'pro', ai_calls_used: 0, ai_calls_limit: 5 });
});
it('a licence with blanks around it is the same in a body as in a header', async () => {
  const { key } = await newLicense({ aiCalls: 5 });
  for (const blank of [` ${key} `, `\t${key}`, `${key} \t `]) {
    expect((await ai({ markdown: TEXT }, blank)).status).toBe(200);
    expect(JSON.parse((await validate({ key: blank })).text), JSON.stringify(blank)).toMatchObject({
      valid: true,
    });
  }
  expect(JSON.parse((await validate({ key: ' ' })).text)).toEqual({ valid: false });
});
verifies('license:200:unknown', async () => {
  for (const key of ['x', `pml_${'0'.repeat(38)}`]) {
    const answer = await validate({ key });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ valid: false });
  }
});
verifies('license:200:expired', async () => {
  const answer = await validate({ key: (await newLicense({ expiresAtMs: Date.now() - 1000 })).key });
  expect(JSON.parse(answer.text)).toMatchObject({
    valid: false,
    tier: 'pro',
    expires_at: expect.stringMatching(/Z$/),
  });
});
verifies('license:200:no-auth', async () => {
  expect((await validate({ key: (await newLicense()).key })).status).toBe(200);
});
verifies('license:400:key-missing', async () => {
  for (const body of [{}, { key: 1 }, [], '{']) expectError(await validate(body), 400);
});
verifies('license:400:key-empty', async () => {
  expectError(await validate({ key: '' }), 400);
});
verifies('license:429', async () => {
  const own = await startTestService();
  try {
    const call = () =>
      fetch(`${own.url}/v1/license/validate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"key":"x"}',
      });
    const answers = await Promise.all(Array.from({ length: 40 }, call));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await own.close();
  }
});

/** One JSON-RPC call, as a client of revision 2025-06-18 makes it. */
async function mcp(method: string, params: object, key?: string) {
  const answer = await post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params },
    {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
  );
  const json = answer.text.startsWith('{')
    ? answer.text
    : (/^data: (\{.*\})$/m.exec(answer.text)?.[1] ?? 'null');
  return { ...answer, body: JSON.parse(json) as { result?: Record<string, unknown> } | null };
}

const callTool = async (args: object) =>
  (await mcp('tools/call', { name: 'webpage_to_markdown', arguments: args }, await service.newKey())).body
    ?.result;

verifies('mcp:initialize', async () => {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const { body } = await mcp('initialize', params, await service.newKey());
  expect(body?.result).toMatchObject({
    protocolVersion: '2025-06-18',
    capabilities: { tools: expect.anything() },
  });
});
verifies('mcp:tools-list', async () => {
  const { body } = await mcp('tools/list', {}, await service.newKey());
  expect((body!.result!.tools as { name: string }[]).map(({ name }) => name)).toEqual([
    'webpage_to_markdown',
  ]);
});
verifies('mcp:tools-call', async () => {
  const url = `${site.url}/article`;
  const http = (await (await service.convert({ url }, await service.newKey())).json()) as {
    data: { content: string };
  };
  expect(await callTool({ url })).toMatchObject({ content: [{ type: 'text', text: http.data.content }] });
});
verifies('mcp:tools-call-text', async () => {
  const result = await callTool({ url: `${site.url}/article`, response_format: 'text' });
  const [{ text }] = result!.content as [{ text: string }];
  expect(text).toContain('A bold crossing with a map.');
});
verifies('mcp:401', async () => {
  const answer = await mcp('tools/list', {});
  expectError(answer, 401);
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
});
