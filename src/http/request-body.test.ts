import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readBody } from './request-body.ts';

test('readBody: rejects for a client that went before it begins', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = request({ port, method: 'POST', headers: { 'content-length': '9' } });
  client.on('error', () => undefined).write('{');
  const [incoming, response] = await once(server, 'request');
  incoming.on('error', () => undefined);
  const gone = new Promise((resolve) => incoming.on('close', resolve));
  client.destroy();
  await gone;
  await expect(readBody(incoming, response, 100)).rejects.toMatchObject({
    failure: { reason: 'invalid_request' },
  });
  server.close();
});
