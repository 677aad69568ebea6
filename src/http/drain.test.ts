import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { createDrain } from './drain.ts';

test('a request that was sent right before the process leaves is answered', async () => {
  const server = createServer((_request, response) => response.end('answered'));
  const drain = createDrain(0);
  drain.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => (received += bytes)).on('error', (error) => (received += error.message));
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  const closed = once(socket, 'close');
  await drain.run();
  server.closeAllConnections();
  server.close();
  await closed;
  expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*answered/);
});
