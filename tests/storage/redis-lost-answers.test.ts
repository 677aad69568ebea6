import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRedisWindows } from '../../src/storage/redis/rate-limits.ts';
import { WINDOW_SCRIPT } from '../../src/storage/redis/window-script.ts';
import type { UsageCountStore } from '../../src/storage/usage-store.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { findRedis, freePort, startRedis, type TestServer } from './servers.ts';

const PLAN = { perMinute: 1000, perHour: 10 };
/** For windows that no key is counted in. */
const NO_TOTALS = {} as UsageCountStore;
/** The answer to a ping, which writes. */
const TAKEN = '+OK\r\n';

/** A way to a server on which answers can be held back. */
interface SlowWay {
  readonly url: string;
  /** Holds all that the server says from now on. */
  hold(): void;
  /** What is held. */
  held(): string;
  /** Lets so many bytes of it through, or all, and what follows. */
  release(bytes?: number): void;
  close(): Promise<void>;
}

async function openSlowWay(server: TestServer): Promise<SlowWay> {
  const port = await freePort();
  let held: Buffer | null = null;
  let client: Socket;
  const way: Server = createServer((socket) => {
    client = socket;
    const upstream = dial(Number(new URL(server.url).port), '127.0.0.1');
    socket.pipe(upstream);
    upstream.on('data', (data) => {
      if (held === null) socket.write(data);
      else held = Buffer.concat([held, data]);
    });
    for (const one of [socket, upstream]) one.on('error', () => undefined);
    socket.on('close', () => upstream.destroy());
  });
  await new Promise<void>((listening) => way.listen(port, '127.0.0.1', listening));
  return {
    url: `redis://127.0.0.1:${port}`,
    hold: () => {
      held = Buffer.alloc(0);
    },
    held: () => String(held ?? ''),
    release: (bytes) => {
      client.write(held!.subarray(0, bytes));
      held = bytes === undefined ? null : held!.subarray(bytes);
    },
    close: () => new Promise((closed) => way.close(() => closed())),
  };
}

const program = findRedis();
if (program === null) {
  leftOut('answers of Redis that are lost', 'apt-get install redis-server');
  test('lost answers are left out on this machine', () => expect(process.env.CI).not.toBe('true'));
} else {
  let server: TestServer;
  let way: SlowWay;
  beforeAll(async () => {
    server = await startRedis(program);
    way = await openSlowWay(server);
  });
  afterAll(async () => {
    await way?.close();
    await server?.close();
  });

  test('a call that was given up before the server knew its script is not sent after its undoing', async () => {
    const windows = await openRedisWindows({ url: way.url, usage: NO_TOTALS, timeoutMs: onThisMachine(300) });
    const direct = new Redis(server.url);
    const left = async () => (await windows.rateLimits.peek('key', PLAN)).hour.remaining;
    way.hold();
    const ping = windows.ping();
    const given = windows.rateLimits.admit('key', PLAN).catch((error) => error.failure.reason);
    await expect.poll(way.held).toMatch(/^\+OK\r\n-NOSCRIPT .*\r\n/);
    // Another call was answered since, so the server counts as slow, not as frozen.
    way.release(TAKEN.length);
    await ping;
    expect(await given).toBe('store_unavailable');
    await direct.script('LOAD', WINDOW_SCRIPT);
    await expect.poll(way.held).toMatch(/NOSCRIPT .*\r\n\*/);
    way.release();
    await windows.ping();
    expect(await left()).toBe(PLAN.perHour);
    direct.disconnect();
    await windows.close();
  });

  test('calls while there is no connection are not taken back: nothing was sent', async () => {
    const windows = await openRedisWindows({ url: server.url, usage: NO_TOTALS });
    const isThere = () =>
      windows.ping().then(
        () => true,
        () => false,
      );
    await server.kill();
    // A call before the process has heard of the end is sent, and may be taken back.
    await expect.poll(isThere).toBe(false);
    for (let i = 0; i < 20; i++)
      await expect(windows.rateLimits.admit('key', PLAN)).rejects.toMatchObject({
        failure: { reason: 'store_unavailable' },
      });
    await server.restart();
    await expect.poll(isThere).toBe(true);
    const direct = new Redis(server.url);
    await windows.rateLimits.peek('key', PLAN);
    const stats = String(await direct.info('commandstats'));
    // Of the peek.
    expect(Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)![1])).toBe(1);
    direct.disconnect();
    await windows.close();
  });
}
