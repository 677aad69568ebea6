import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, createAccess } from '../../src/access/access.ts';
import { loadConfig } from '../../src/config/config.ts';
import { errorEnvelope } from '../../src/contract/error-envelope.ts';
import { FAILURE_REASONS } from '../../src/contract/failure.ts';
import { openStores } from '../../src/open-from-config.ts';
import { testPem } from '../hostile-upstream/hostile-upstream.ts';
import { type ConnectProxy, startConnectProxy } from '../support/connect-proxy.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';
import { ARTICLE } from '../support/upstream.ts';

/**
 * Runs the examples of the machine-readable description. `https://example.com` is a server on loopback behind an
 * egress proxy, under a certificate that this process alone trusts.
 */
const closers: (() => unknown)[] = [];
let service: ServiceProcess;
let access: Access;
let description: Json;
/** Examples that a test has run, as JSON. */
const executed = new Set<string>();

type Json = { readonly [name: string]: Json & (readonly unknown[] | string) };

beforeAll(async () => {
  const tls = { key: testPem('server.key'), cert: testPem('example.pem') };
  const site = createServer(tls, (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  closers.push(() => site.close());
  const routes = { 'example.com:443': (site.address() as AddressInfo).port };
  const proxy: ConnectProxy = await startConnectProxy({ routes });
  closers.push(() => proxy.close());
  const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-examples-'));
  const env = testEnv(folder, {
    PAGEMARK_EGRESS_PROXY: `http://127.0.0.1:${proxy.port}`,
    NODE_EXTRA_CA_CERTS: fileURLToPath(new URL('../support/tls/ca.pem', import.meta.url)),
  });
  const stores = await openStores(loadConfig(env));
  access = createAccess({ stores });
  service = await startServiceProcess(env);
  closers.push(async () => {
    await service.end('SIGTERM');
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  });
  description = (await (await fetch(`${service.url}/openapi.json`)).json()) as Json;
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Examples of a schema of the description, noted as run. */
function examplesOf(name: string): readonly Record<string, unknown>[] {
  const examples = description.components!.schemas![name]!.examples as never as Record<string, unknown>[];
  expect(examples?.length, name).toBeGreaterThan(0);
  for (const example of examples) executed.add(JSON.stringify(example));
  return examples;
}

async function send(method: string, route: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(service.url + route, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: () => JSON.parse(text) as unknown };
}

const newKey = async () => (await access.keys.issue({ plan: 'growth', expiresAtMs: null })).key;
const bearer = async () => ({ authorization: `Bearer ${await newKey()}` });

describe('the examples of the OpenAPI document', () => {
  it('convert: every request succeeds, and every answer is the answer of one', async () => {
    const headers = await bearer();
    const answers: unknown[] = [];
    for (const request of examplesOf('ConvertRequest')) {
      const answer = await send('POST', '/v1/convert', request, headers);
      expect(answer.status, answer.text).toBe(200);
      answers.push(answer.json());
    }
    for (const example of examplesOf('ConvertResponse')) expect(answers).toContainEqual(example);
  });

  it('errors: the envelope is that of a request without a key', async () => {
    const answer = await send('POST', '/v1/convert', { url: 'https://example.com/' });
    const unknown = await send('GET', '/v1/none');
    expect(examplesOf('ErrorEnvelope')).toEqual([answer.json(), unknown.json()]);
  });

  it('errors: every reason has an example, with a message that the code writes', async () => {
    const written = await messagesWritten();
    const shown = new Map<string, Record<string, unknown>>();
    for (const answer of Object.values(description.paths!).flatMap((path) =>
      Object.values(path as Json).flatMap(({ responses }) => Object.entries(responses as Json)),
    )) {
      const [status, { content }] = answer;
      const examples = (content?.['application/json']?.examples ?? {}) as unknown as Record<string, Example>;
      for (const [reason, { value }] of Object.entries(examples)) {
        const { code, message } = value.error;
        if (reason !== 'ai_quota_exceeded') expect(code, reason).toBe(Number(status));
        expect(
          written.some((pattern) => pattern.test(message)),
          message,
        ).toBe(true);
        expect(errorEnvelope.parse(value)).toEqual(value);
        executed.add(JSON.stringify({ value }));
        shown.set(reason, value.error);
      }
    }
    expect([...shown.keys()].sort()).toEqual([...FAILURE_REASONS].sort());
  });

  it('errors: a file and an address in the path have examples of their own', async () => {
    const headers = await bearer();
    const told = (route: string, method: string, status: number) => {
      const operation = (description.paths![route] as Json)[method] as Json;
      const answer = operation.responses![status] as Json;
      return Object.values(answer.content!['application/json']!.examples as object);
    };
    const empty = await send('POST', '/v1/convert/file', undefined, headers);
    expect(told('/v1/convert/file', 'post', 400)).toContainEqual({ value: empty.json() });
    const packed = await send('POST', '/v1/convert/file', undefined, {
      ...headers,
      'content-encoding': 'gzip',
    });
    expect(told('/v1/convert/file', 'post', 415)).toContainEqual({ value: packed.json() });
    const wrong = await send('GET', '/https://example.com/?pagemark.links=all', undefined, headers);
    expect(told('/{url}', 'get', 400)).toContainEqual({ value: wrong.json() });
  });

  it('AI: every request streams, and the events are those of the first', async () => {
    const streams: unknown[][] = [];
    for (const request of examplesOf('AiRequest')) {
      const { key } = await access.licenses.issue({ tier: 'pro' });
      const answer = await send('POST', '/v1/ai', request, { 'x-license-key': key });
      expect(answer.status, answer.text).toBe(200);
      const events = [...answer.text.matchAll(/^data: (\{.*)$/gm)].map(([, event = '']) => JSON.parse(event));
      streams.push(events);
    }
    for (const example of examplesOf('AiEvent')) expect(streams[0]).toContainEqual(example);
  });

  it('licence: the request is answered by the second answer, a new licence by the first', async () => {
    const [request] = examplesOf('LicenseRequest');
    const [known, unknown] = examplesOf('LicenseResponse');
    expect((await send('POST', '/v1/license/validate', request)).json()).toEqual(unknown);
    const { key } = await access.licenses.issue({
      tier: 'pro',
      expiresAtMs: Date.parse(String(known!.expires_at)),
    });
    expect((await send('POST', '/v1/license/validate', { key })).json()).toEqual(known);
  });

  it('usage, readiness and liveness answer as shown', async () => {
    const usage = await send('GET', '/v1/usage', undefined, await bearer());
    expect(examplesOf('Usage')).toEqual([usage.json()]);
    await expect.poll(async () => (await send('GET', '/ready')).status).toBe(200);
    expect(examplesOf('Ready')).toEqual([(await send('GET', '/ready')).json()]);
    expect(examplesOf('Health')).toEqual([(await send('GET', '/health')).json()]);
  });

  it('MCP: the call is answered with the page', async () => {
    const examples = shownIn(withoutAnswers(description.paths!['/mcp']));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      executed.add(JSON.stringify(example));
      const answer = await send('POST', '/mcp', example, await bearer());
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json()).toMatchObject({ result: { content: [{ type: 'text' }] } });
      expect(answer.text).not.toContain('isError');
    }
  });

  it('GET: the address answers the page', async () => {
    const examples = shownIn(withoutAnswers(description.paths!['/{url}']));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      executed.add(JSON.stringify(example));
      const answer = await send('GET', `/${example}`, undefined, await bearer());
      expect(answer.status, answer.text).toBe(200);
      expect(answer.text).toMatch(/^# /);
    }
  });

  it('are all run by the tests above', () => {
    const shown = shownIn(description);
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((example) => !executed.has(JSON.stringify(example)))).toEqual([]);
  });
});

interface Example {
  readonly value: { readonly error: { readonly code: unknown; readonly message: string } };
}

/** Patterns of all string and template literals of the product that could be messages, but for the examples themselves. */
async function messagesWritten(): Promise<readonly RegExp[]> {
  const root = fileURLToPath(new URL('../../src', import.meta.url));
  const files = (await readdir(root, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/\.(?:test|table|fixture)\.ts$/.test(name),
  );
  const sources = await Promise.all(files.map((name) => readFile(path.join(root, name), 'utf8')));
  return sources.flatMap((source) =>
    [...source.matchAll(/'([A-Z][^'\n]{20,})'|`([A-Z][^`]{20,})`/g)].map(([, plain, template]) => {
      const pieces = (plain ?? template!).split(/\$\{[^}]*\}/);
      return new RegExp(
        `^${pieces.map((piece) => piece.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')).join('.+')}$`,
      );
    }),
  );
}

/** The operations of a path without what they answer. */
function withoutAnswers(path: unknown): unknown {
  return JSON.parse(JSON.stringify(path, (name, value) => (name === 'responses' ? undefined : value)));
}

/** Every example at any depth of a part of the description. */
function shownIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    if (name === 'example') return [child];
    return name === 'examples' ? Object.values(child as object) : shownIn(child);
  });
}
