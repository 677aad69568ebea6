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
