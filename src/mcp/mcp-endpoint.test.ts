import { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createMcpEndpoint } from './mcp-endpoint.ts';

test('a defect is an internal error under the id of the request, and is reported', async () => {
  const defects: unknown[] = [];
  const endpoint = createMcpEndpoint({} as never, (error) => defects.push(error));
  const request = { method: 'POST', url: 'http://[', headers: {} } as never;
  const body = { jsonrpc: '2.0', id: 'seven', method: 'tools/list' };
  const call = { keyId: 'k', onEnd: async () => undefined };
  const answer = await endpoint.answer(request, new ServerResponse(request), body, call);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ id: 'seven', error: { code: -32603 } });
  expect(defects).toHaveLength(1);
});

test('a caller who has gone before its tool begins has no page converted', async () => {
  let converted = 0;
  const convert = async () => converted++;
  const endpoint = createMcpEndpoint({ convert } as never, () => undefined);
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'webpage_to_markdown', arguments: { url: 'https://example.com/' } },
  };
  const ends: unknown[] = [];
  for (const accept of ['application/json', 'text/event-stream']) {
    const headers = { accept, 'content-type': 'application/json', 'mcp-protocol-version': '2025-06-18' };
    const request = { method: 'POST', url: '/mcp', headers } as never;
    const response = new ServerResponse(request);
    response.destroyed = true;
    const onEnd = async (_failure: unknown, isCancelled?: boolean) => void ends.push(isCancelled);
    const answer = await endpoint.answer(request, response, body, { keyId: 'k', onEnd });
    expect([answer.status, await answer.text()]).toEqual([202, '']);
  }
  expect([converted, ends]).toEqual([0, [true, true]]);
});

test.each([
  ['initialize', undefined, '"params"'],
  [
    'initialize',
    { protocolVersion: 1, capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    '"params.protocolVersion"',
  ],
  ['tools/list', { cursor: 1 }, '"params.cursor"'],
  ['tools/call', { name: 'webpage_to_markdown', arguments: [] }, '"params.arguments"'],
])('params of %s that are wrong, %j, are the fault of the caller', async (method, params, named) => {
  const endpoint = createMcpEndpoint({} as never, () => undefined);
  for (const accept of ['application/json', 'text/event-stream']) {
    const headers = { accept, 'content-type': 'application/json' };
    const request = { method: 'POST', url: '/mcp', headers } as never;
    const body = { jsonrpc: '2.0', id: 1, method, params };
    const call = { keyId: 'k', onEnd: async () => undefined };
    const answer = await endpoint.answer(request, new ServerResponse(request), body, call);
    const { error } = JSON.parse((await answer.text()).replace(/^event: message\ndata: /, ''));
    expect(error.code).toBe(-32602);
    expect(error.message).toMatch(new RegExp(`^Set ${named} as MCP has it: Invalid input.*\\.$`));
  }
});
