import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AiInput, ConvertedPage, ConvertInput } from '../../src/client/index.ts';
import { createClient, type PagemarkClient, PagemarkError } from '../../src/client/index.ts';
import { FAILURE_REASONS } from '../../src/contract/failure.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { ARTICLE, startUpstream, type Upstream } from '../support/upstream.ts';

let site: Upstream;
let service: TestService;
let client: PagemarkClient;

beforeAll(async () => {
  site = await startUpstream({ '/article': ARTICLE });
  service = await startTestService({ PAGEMARK_FETCH_ALLOW: site.address });
  const { key } = await service.access.licenses.issue({ tier: 'pro', aiCalls: 5 });
  client = createClient({ baseUrl: service.url, apiKey: await service.newKey('free'), licenseKey: key });
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

test('every call of the client works on a running service', async () => {
  expect(await client.health()).toEqual({ status: 'ok' });
  const page = await client.convert(`${site.url}/article`);
  expect(page.content).toContain('# Rivers and bridges');
  expect(page.info).toMatchObject({ status: 200, limits: { minute: { limit: 10, remaining: 9 } } });
  expect(page.info.requestId).toMatch(/^[\w-]{36}$/);
  const fuller = await client.convert({ url: `${site.url}/article`, include_metadata: true });
  expect(fuller.metadata?.title).toBe('Rivers and bridges');
  const named = new File(['Some words.'], 'words.md', { type: 'text/markdown' });
  const file = await client.convertFile(named, { include_metadata: true, include_selectors: ['p', 'ul'] });
  expect(file).toMatchObject({ content: 'Some words.', metadata: { title: 'words.md' } });
  expect((await client.convertFile('<p>One <b>bridge</b>', { response_format: 'text' })).content).toBe(
    'One bridge',
  );
  const bytes = new TextEncoder().encode('a = 1');
  const code = await client.convertFile(bytes, { filename: 'a.py' }, { contentType: 'text/plain' });
  expect(code.content).toContain('```python');
  expect(await client.usage()).toMatchObject({ plan: 'free', minute: { limit: 10, remaining: 5 } });
  expect(await client.validateLicense()).toMatchObject({ valid: true, ai_calls_used: 0, ai_calls_limit: 5 });
  expect(await client.validateLicense('pml_wrong')).toEqual({ valid: false });
  const events = [];
  for await (const event of client.ai({ markdown: page.content })) events.push(event);
  expect(events.at(-1)).toMatchObject({
    type: 'done',
    model: 'extractive',
    method: 'selected',
    ai_calls_used: 1,
  });
});

test('a failure is an error by reason', async () => {
  const error = await client.convert('http://10.0.0.1/').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PagemarkError);
  expect(error).toMatchObject({
    reason: 'blocked_target',
    status: 403,
    info: { requestId: expect.any(String) },
  });
  const stranger = createClient({ baseUrl: service.url, apiKey: 'pmk_wrong' });
  await expect(stranger.usage()).rejects.toMatchObject({ reason: 'unauthorized', status: 401 });
  const keyless = createClient({ baseUrl: service.url, apiKey: process.env.NO_SUCH_KEY });
  const unset = { reason: 'unauthorized', status: null };
  await expect(keyless.convert(`${site.url}/article`)).rejects.toMatchObject({
    ...unset,
    message: 'Give createClient an "apiKey": it is not set.',
  });
  await expect(keyless.ai({ markdown: 'Hi' }).text()).rejects.toMatchObject(unset);
});

test('keys and pages go to no other host than the one that was named', async () => {
  const heard: string[] = [];
  const stranger = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.end('{}');
  });
  const mover = createServer((_request, response) => {
    const { port } = stranger.address() as AddressInfo;
    response.writeHead(307, { location: `http://localhost:${port}/taken` }).end();
  });
  for (const server of [stranger, mover]) {
    await new Promise<void>((resolve) => server.listen(0, resolve));
  }
  const { port } = mover.address() as AddressInfo;
  const moved = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'pmk_planted',
    licenseKey: 'pml_planted',
  });
  try {
    const ask = async () => {
      for await (const _ of moved.ai({ markdown: 'planted text' }));
    };
    for (const call of [ask, () => moved.usage(), () => moved.convert({ url: 'x', html: 'planted text' })]) {
      await expect(call()).rejects.toMatchObject({ reason: 'client_answer', status: 307 });
    }
    expect(heard).toEqual([]);
  } finally {
    for (const server of [stranger, mover]) {
      server.closeAllConnections();
      server.close();
    }
  }
});

/** The fields that the client's types name: a type with another field, or one field less, does not compile. */
const CONVERT_FIELDS: Record<keyof ConvertInput, true> = {
  url: true,
  response_format: true,
  include_metadata: true,
  html: true,
  scope: true,
  links: true,
  link_titles: true,
  same_page_links: true,
  images: true,
  frontmatter: true,
  include_selectors: true,
  exclude_selectors: true,
  render: true,
  wait_for_selector: true,
  language: true,
  timeout_ms: true,
  strict: true,
  max_tokens: true,
  cursor: true,
  include_links: true,
  include_images: true,
  include_extended: true,
  include_diagnostics: true,
};
const DATA_FIELDS: Record<Exclude<keyof ConvertedPage, 'info'>, true> = {
  content: true,
  metadata: true,
  extended: true,
  links: true,
  images: true,
  part: true,
  next_cursor: true,
  outcome: true,
  usage: true,
  diagnostics: true,
};
const AI_FIELDS: Record<keyof AiInput, true> = { markdown: true, template: true, custom_prompt: true };
/** Which function covers a path; null: not for programs. */
const PATHS: Readonly<Record<string, keyof PagemarkClient | null>> = {
  '/v1/convert': 'convert',
  '/v1/convert/file': 'convertFile',
  '/v1/ai': 'ai',
  '/v1/license/validate': 'validateLicense',
  '/v1/usage': 'usage',
  '/health': 'health',
  '/ready': null,
  '/mcp': null,
  '/{url}': null,
};

interface Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
}

test('the client has every path, field and reason of the OpenAPI document', async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  const document = (await answer.json()) as {
    readonly paths: Readonly<Record<string, unknown>>;
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  expect(Object.keys(document.paths).sort()).toEqual(Object.keys(PATHS).sort());
  for (const name of Object.values(PATHS)) if (name !== null) expect(client[name]).toBeTypeOf('function');
  const { ConvertRequest, ConvertResponse, AiRequest, ErrorEnvelope } = document.components.schemas;
  expect(Object.keys(ConvertRequest!.properties).sort()).toEqual(Object.keys(CONVERT_FIELDS).sort());
  expect(Object.keys(ConvertResponse!.properties.data!.properties).sort()).toEqual(
    Object.keys(DATA_FIELDS).sort(),
  );
  expect(Object.keys(AiRequest!.properties).sort()).toEqual(Object.keys(AI_FIELDS).sort());
  expect(ErrorEnvelope!.properties.error!.properties.reason!.enum).toEqual([...FAILURE_REASONS]);
});
