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
