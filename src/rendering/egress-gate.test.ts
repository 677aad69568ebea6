import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockedTarget } from '../fetching/fetch-failures.ts';
import type { GuardedConnect } from '../fetching/guarded-connect.ts';
import { type EgressGate, openEgressGate } from './egress-gate.ts';

const upstream = createServer((request, response) => {
  if (request.url === '/end') request.socket.destroy();
  else if (request.url !== '/hang') response.end(`${request.method} ${request.url}`);
});
const LIMITS = { maxBytes: 100_000, maxSentBytes: 20_000, maxConnections: 20, maxRequests: 20 };
let gate: EgressGate;
let dialled = 0;

const guarded: GuardedConnect = async (host, port) => {
  if (host.kind === 'name') throw blockedTarget('name');
  dialled++;
  return new Promise((resolve) => {
    const socket = connect(port, host.address, () => resolve(socket));
  });
};

beforeAll(async () => {
  await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
  gate = await openEgressGate({
    connect: guarded,
    limits: LIMITS,
    signal: new AbortController().signal,
  });
});
afterAll(() => {
  gate.close();
  upstream.closeAllConnections();
  upstream.close();
});

const origin = (): string => `127.0.0.1:${(upstream.address() as { port: number }).port}`;

/** Says `head` to the gate and reads until `until`, or until it closes. */
function say(head: string, until = /$^/): Promise<{ readonly text: string; readonly socket: Socket }> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(gate.server).port), '127.0.0.1', () => socket.write(head));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (until.test(text)) resolve({ text, socket });
    });
    socket.on('error', () => undefined).on('close', () => resolve({ text, socket }));
  });
}

const basic = (password: string): string =>
  `Proxy-Authorization: Basic ${Buffer.from(`${gate.username}:${password}`).toString('base64')}\r\n`;
const basicOf = ({ password }: EgressGate): string => basic(password);

describe('openEgressGate', () => {
  test.each([
    ['no credentials', () => ''],
    ['wrong ones', () => basic('wrong')],
  ])('answers 407 to %s, and dials nothing', async (_what, credentials) => {
    const before = dialled;
    const tunnel = await say(`CONNECT ${origin()} HTTP/1.1\r\n${credentials()}\r\n`);
    expect(tunnel.text).toMatch(/^HTTP\/1\.1 407 .*\r\nProxy-Authenticate: Basic/);
    const plain = await say(`GET http://${origin()}/ HTTP/1.1\r\nConnection: close\r\n${credentials()}\r\n`);
    expect(plain.text).toMatch(/^HTTP\/1\.1 407 /);
    expect(dialled).toBe(before);
  });

  test('tunnels and forwards what the guarded connection opens', async () => {
    const { text, socket } = await say(
      `CONNECT ${origin()} HTTP/1.1\r\n${basic(gate.password)}\r\n`,
      /200 OK\r\n\r\n/,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
    const plain = await say(
      `POST http://${origin()}/a?b HTTP/1.1\r\nConnection: close\r\nContent-Length: 1\r\n${basic(gate.password)}\r\nx`,
    );
    expect(plain.text).toMatch(/POST \/a\?b/);
  });

  test('says why a host was refused, and answers the browser with nothing that could pass for a page', async () => {
    const tunnel = await say(`CONNECT inside.example:443 HTTP/1.1\r\n${basic(gate.password)}\r\n`);
    expect(tunnel.text).toMatch(/^HTTP\/1\.1 403/);
    const plain = await say(`GET http://other.example/ HTTP/1.1\r\n${basic(gate.password)}\r\n`);
    expect(plain.text).toBe('');
    for (const url of ['https://inside.example/x', 'wss://inside.example/', 'http://other.example/y'])
      expect(gate.failureFor(url)?.failure.reason).toBe('blocked_target');
    expect(gate.failureFor('https://third.example/')).toBeUndefined();
  });

  test('ends the connection of the browser with that of an upstream, in the middle of a body', async () => {
    const head = `POST http://${origin()}/end HTTP/1.1\r\nContent-Length: 9\r\n${basic(gate.password)}\r\n`;
    expect((await say(`${head}half`)).text).toBe('');
  });

  test.each([
    ['https in absolute form', () => `GET https://${origin()}/ HTTP/1.1\r\n${basic(gate.password)}\r\n`],
    ['another scheme', () => `GET ftp://${origin()}/ HTTP/1.1\r\n${basic(gate.password)}\r\n`],
    ['userinfo', () => `GET http://u:p@${origin()}/ HTTP/1.1\r\n${basic(gate.password)}\r\n`],
    [
      'an upgrade',
      () =>
        `GET http://${origin()}/ HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n${basic(gate.password)}\r\n`,
    ],
  ])('refuses %s', async (_what, head) => {
    const before = dialled;
    expect((await say(head())).text).toBe('');
    expect(dialled).toBe(before);
  });

  test('cuts everything once the limits are reached', async () => {
    const small = await openEgressGate({
      connect: guarded,
      limits: { ...LIMITS, maxBytes: 10 },
      signal: new AbortController().signal,
    });
    const previous = gate;
    gate = small;
    const { text } = await say(
      `GET http://${origin()}/ HTTP/1.1\r\nConnection: close\r\n${basic(small.password)}\r\n`,
    );
    gate = previous;
    expect(text).not.toContain('GET /');
    expect(small.spent).not.toBeNull();
    small.close();
  });

  test.each([
    ['a tunnel', (authority: string) => `CONNECT ${authority} HTTP/1.1\r\n`, ''],
    [
      'a plain request',
      (authority: string) => `POST http://${authority}/hang HTTP/1.1\r\n`,
      'Content-Length: 30000\r\n',
    ],
  ])('cuts everything once %s has sent more than a page does', async (_what, head, field) => {
    const own = await openEgressGate({
      connect: guarded,
      limits: LIMITS,
      signal: new AbortController().signal,
    });
    const client = write(own, head(origin()) + field);
    client.write('x'.repeat(30_000));
    await expect.poll(() => own.spent).not.toBeNull();
    await expect.poll(() => client.destroyed).toBe(true);
    own.close();
  });
});

/** Begins a request at a gate; how it ends is not looked at. */
function write(to: EgressGate, head: string): Socket {
  const client = connect(Number(new URL(to.server).port), '127.0.0.1');
  client.on('error', () => undefined).write(`${head}${basicOf(to)}\r\n`);
  return client;
}

/** A promise and what resolves it. */
function latch() {
  let open = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { done, open };
}

describe('a gate that closes', () => {
  /** A gate whose dials end when the test says so. */
  async function slowGate() {
    const sockets: Socket[] = [];
    const begun = latch();
    const opened = latch();
    const slow: GuardedConnect = async (host, port, signal) => {
      begun.open();
      await opened.done;
      const socket = await guarded(host, port, signal);
      sockets.push(socket);
      return socket;
    };
    const own = await openEgressGate({ connect: slow, limits: LIMITS, signal: new AbortController().signal });
    return { own, begun: begun.done, open: opened.open, sockets };
  }

  test.each([
    ['a tunnel', (authority: string) => `CONNECT ${authority} HTTP/1.1\r\n`],
    ['a plain request', (authority: string) => `GET http://${authority}/hang HTTP/1.1\r\n`],
  ])('leaves no connection of %s that was still being dialled', async (_what, head) => {
    const { own, begun, open, sockets } = await slowGate();
    write(own, head(origin()));
    await begun;
    own.close();
    open();
    await expect.poll(() => sockets.length).toBe(1);
    await expect.poll(() => sockets[0]!.destroyed).toBe(true);
  });

  test.each([
    ['a tunnel', (authority: string) => `CONNECT ${authority} HTTP/1.1\r\n`],
    ['a plain request', (authority: string) => `GET http://${authority}/hang HTTP/1.1\r\n`],
  ])('ends what was dialled for %s whose browser has gone', async (_what, head) => {
    const { own, begun, open, sockets } = await slowGate();
    const client = write(own, head(origin()));
    await begun;
    client.destroy();
    // The gate must have seen it before the dial ends; a slow machine then tests the easier order.
    await new Promise((resolve) => setTimeout(resolve, 100));
    open();
    await expect.poll(() => sockets.length).toBe(1);
    await expect.poll(() => sockets[0]!.destroyed).toBe(true);
    own.close();
  });

  test('ends attempts to connect', async () => {
    let reason: unknown;
    const begun = latch();
    const own = await openEgressGate({
      connect: (_host, _port, signal) =>
        new Promise((_, reject) => {
          begun.open();
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            reject(reason);
          });
        }),
      limits: LIMITS,
      signal: new AbortController().signal,
    });
    write(own, `CONNECT ${origin()} HTTP/1.1\r\n`);
    await begun.done;
    own.close();
    await expect.poll(() => reason).toBeDefined();
  });
});
