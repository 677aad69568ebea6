import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { fail } from '../../src/contract/failure.ts';
import { createRunningCalls } from '../../src/conversion/running-calls.ts';
import type { HttpDeps } from '../../src/http/deps.ts';
import { authenticate } from '../../src/http/metering.ts';
import { createMcpEndpoint } from '../../src/mcp/mcp-endpoint.ts';
import { FREE_CALLER, startFakeHttp } from '../support/fake-http.ts';

const WINDOW = { limit: 10, remaining: 9, resetMs: 60_000 };
const WINDOWS = { minute: WINDOW, hour: WINDOW };
const away = async () => {
  throw fail('store_unavailable', 'Retry later: the store is away.', { retryAfterMs: 1000 });
};
const busy = fail('busy', 'Retry later.', { retryAfterMs: 1700 });
const page = { content: 'Hello', tokens: 1, finalUrl: 'https://example.com/', upstream: { status: 200 } };

const callTool = (url: string, accept: string) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer good',
      'content-type': 'application/json',
      accept,
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'webpage_to_markdown', arguments: { url: 'https://example.com/' } },
    }),
  });

test.each([
  ['a page', async () => page as never, { content: [{ type: 'text', text: 'Hello' }] }],
  [
    'a refusal',
    () => Promise.reject(busy),
    { isError: true, _meta: { 'pagemark/error': { reason: 'busy', retry_after_s: 2 } } },
  ],
])('a store that is away when a call of MCP ends leaves %s what it is', async (_, convert, result) => {
  const meter = {
    admit: async () => ({ admitted: true, ticket: { windows: WINDOWS, settle: away, giveBack: away } }),
  } as unknown as HttpDeps['meter'];
  const mcp = createMcpEndpoint({ convert } as never, () => undefined);
  const { url, seen, close } = await startFakeHttp(convert, { meter, mcp });
  const answer = await callTool(url, 'application/json');
  expect(await answer.json()).toMatchObject({ result });
  expect(seen.defects).toMatchObject([{ failure: { reason: 'store_unavailable' } }]);
  await close();
});

test('a store that is away when a call of AI ends leaves its failure what it is', async () => {
  const outcomes: unknown[] = [];
  const license = { id: 'lic_1', tier: 'pro' } as never;
  const { url, seen, close } = await startFakeHttp(async () => page as never, {
    licenses: { authenticate: async () => license } as unknown as HttpDeps['licenses'],
    aiQuota: { reserve: async () => ({ used: 1, limit: 9, keep: async () => undefined, end: away }) },
    ai: { model: 'none', open: () => Promise.reject(fail('ai_provider_error', 'The provider failed.')) },
    usage: { add: (_, { outcome }) => outcomes.push(outcome) },
  });
  const answer = await fetch(`${url}/v1/ai`, {
    method: 'POST',
    headers: { 'x-license-key': 'any', 'content-type': 'application/json' },
    body: '{"markdown":"# A"}',
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    500,
    { error: { reason: 'ai_provider_error' } },
  ]);
  expect(outcomes).toEqual(['ai_provider_error']);
  expect(seen.defects).toMatchObject([
    { failure: { reason: 'store_unavailable' } },
    { failure: { reason: 'ai_provider_error' } },
  ]);
  await close();
});

test.each(['application/json', 'text/event-stream'])(
  'while the process leaves, MCP closes the connection: %s',
  async (accept) => {
    const convert = async () => page as never;
    const mcp = createMcpEndpoint({ convert } as never, () => undefined);
    const { url, close } = await startFakeHttp(convert, { mcp, isLeaving: () => true });
    const answer = await callTool(url, accept);
    expect(await answer.text()).toContain('Hello');
    expect(answer.headers.get('connection')).toBe('close');
    await close();
  },
);

test('a call that closed before its credential was looked up is in flight no more', async () => {
  const runningCalls = createRunningCalls();
  const authenticator = { authenticate: async () => FREE_CALLER } as unknown as HttpDeps['authenticator'];
  const request = { routeOptions: {}, headers: { authorization: 'Bearer good' } } as FastifyRequest;
  const reply = { raw: new ServerResponse(new IncomingMessage(new Socket())) } as FastifyReply;
  reply.raw.destroyed = true;
  await authenticate(request, reply, { authenticator, runningCalls });
  expect(runningCalls.list().calls_total).toBe(0);
});
