import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createMcpEndpoint } from './mcp-endpoint.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test('a defect on the way out is an internal error under the id of the request, and is reported', async () => {
  const defects: unknown[] = [];
  const endpoint = createMcpEndpoint({} as never, (error) => defects.push(error));
  const body = { jsonrpc: '2.0', id: 'seven', method: 'tools/list' };
  const call = { keyId: 'k', onEnd: async () => undefined } as never;
  const server = createServer((request, response) => {
    void endpoint.answer(request, response, body, call, async () => {
      throw new Error('cannot be encoded');
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ id: 'seven', error: { code: -32603 } });
  expect(defects).toEqual([new Error('cannot be encoded')]);
});
