import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FAR_MS } from '../../tests/support/far-deadlines.ts';
import { type LetGo, watchUnsent } from './connections.ts';

const MIB = 1024 * 1024;
/** More than the buffers of a system hold for a connection. */
const ANSWER = Buffer.alloc(16 * MIB, 'x');
const DEADLINE_MS = 600;

const open: (Server | Socket)[] = [];
afterEach(() => {
  for (const each of open.splice(0)) {
    if ('closeAllConnections' in each) each.closeAllConnections();
    if ('destroy' in each) each.destroy();
    else each.close();
  }
});

/** A server of large answers, and what it let go. `lateMs`: until an answer. */
async function start(settings: { maxBytes?: number; lateMs?: number; deadlineMs?: number } = {}) {
  const letGo: LetGo[] = [];
  const server = createServer((request, response) => {
    setTimeout(() => response.end(request.url === '/small' ? 'ok' : ANSWER), settings.lateMs ?? 0);
  });
  const { maxBytes = 1024 * MIB, deadlineMs = DEADLINE_MS } = settings;
  const unsent = watchUnsent(server, (why) => void letGo.push(why), {
    maxBytes,
    writeDeadlineMs: deadlineMs,
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  /** A connection that asks and reads only when told. */
  const ask = async (path = '/large') => {
    const socket = connect(port, '127.0.0.1').pause();
    open.push(socket);
    const state = { bytes: 0, isClosed: false };
    socket
      .on('error', () => undefined)
      .on('close', () => {
        state.isClosed = true;
      });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return { socket, state };
  };
  return { letGo, unsent, ask };
}

test('watchUnsent closes a connection whose reader takes nothing for the deadline', async () => {
  const { letGo, unsent, ask } = await start();
  await ask();
  await expect.poll(() => unsent()).toBeGreaterThan(MIB);
  await expect.poll(() => letGo).toEqual(['stalled']);
  await expect.poll(() => unsent()).toBe(0);
});

test('watchUnsent leaves a slow reader that takes some all the while, and one whose answer is late', async () => {
  const { letGo, ask } = await start({ lateMs: 2 * DEADLINE_MS });
  const late = await ask('/small');
  const { socket, state } = await ask();
  let pauses = 0;
  socket.on('data', (chunk: Buffer) => {
    state.bytes += chunk.length;
    if (state.bytes < pauses * MIB || pauses === 12) return;
    pauses++;
    socket.pause();
    setTimeout(() => socket.resume(), DEADLINE_MS / 4);
  });
  late.socket.on('data', (chunk: Buffer) => {
    late.state.bytes += chunk.length;
  });
  socket.resume();
  late.socket.resume();
  await expect.poll(() => state.bytes).toBeGreaterThan(ANSWER.length);
  expect(late.state.bytes).toBeGreaterThan(0);
  expect(letGo).toEqual([]);
});

test('watchUnsent is not put off by bytes that the client sends meanwhile', async () => {
  const { letGo, ask } = await start();
  const { socket } = await ask();
  const next = [...'GET /small HTTP/1.1'];
  const trickle = setInterval(() => socket.write(next.shift() ?? ''), DEADLINE_MS / 6);
  try {
    await expect.poll(() => letGo).toEqual(['stalled']);
  } finally {
    clearInterval(trickle);
  }
});

test('watchUnsent makes room where all together wait with too much, the longest without progress first', async () => {
  const { letGo, unsent, ask } = await start({ maxBytes: 40 * MIB, deadlineMs: FAR_MS });
  const first = await ask();
  await expect.poll(() => unsent()).toBeGreaterThan(MIB);
  const others = [await ask(), await ask()];
  await expect.poll(() => letGo).toEqual(['unsent_bytes']);
  await expect.poll(() => unsent()).toBeLessThanOrEqual(40 * MIB);
  first.socket.resume();
  await expect.poll(() => first.state.isClosed).toBe(true);
  expect(others.map(({ state }) => state.isClosed)).toEqual([false, false]);
});
