import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import { parseTargetUrl } from '../fetching/target-url.ts';
import { forwardRequest } from './forward-request.ts';

test('forwardRequest tells why a body broke off before its reader can notice', async () => {
  const upstream = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort', () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      ),
    );
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  const seen: string[] = [];
  const gate = createServer((request, response) => {
    const destroy = response.destroy.bind(response);
    response.destroy = (error) => {
      seen.push('cut');
      return destroy(error);
    };
    const told = (error: { failure?: { reason: string } }) => void seen.push(error.failure?.reason ?? '');
    forwardRequest(request, response, parseTargetUrl(`http://127.0.0.1:${port}/`), connect(port), {
      onSent: () => undefined,
      onBroken: told,
    }).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const [answer] = await once(get({ port: (gate.address() as AddressInfo).port }), 'response');
  await once(answer.resume(), 'error');
  expect(seen.slice(0, 2)).toEqual(['upstream_unreachable', 'cut']);
  gate.close();
  upstream.close();
});

test('forwardRequest ends with a connection that ends before its answer, and does not begin anew with it', async () => {
  const upstream = createTcpServer((socket) => socket.on('error', () => undefined).end()).listen(
    0,
    '127.0.0.1',
  );
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  const socket = connect(port);
  await once(socket, 'connect');
  let listeners = 0;
  socket.on('newListener', () => listeners++);
  const gate = createServer().listen(0, '127.0.0.1');
  await once(gate, 'listening');
  get({ port: (gate.address() as AddressInfo).port }).on('error', () => undefined);
  const [request, response] = await once(gate, 'request');
  const target = parseTargetUrl(`http://127.0.0.1:${port}/`);
  // An endless loop goes on until the connection is destroyed.
  const late = setTimeout(() => response.destroy(), 2000);
  await expect(
    forwardRequest(request, response, target, socket, { onSent: () => undefined, onBroken: () => undefined }),
  ).rejects.toMatchObject({
    failure: { reason: 'upstream_unreachable' },
  });
  clearTimeout(late);
  expect(listeners).toBeLessThan(100);
  response.destroy();
  gate.close();
  upstream.close();
});
