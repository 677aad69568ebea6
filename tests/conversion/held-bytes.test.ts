import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const MIB = 1024 * 1024;
/** What pages of one key may hold: half of 256 MiB. */
const MOST_OF_ONE_KEY_MIB = 128;
const CALLS = 20;
const PAGE = `<!doctype html><title>Log</title><article><h1>Log</h1><p>The tide turned at the quay today, and nobody was there to see it.</article>`;
const LONG_PAGE = PAGE + ' '.repeat(8 * MIB - PAGE.length);

let site: Upstream;
let service: TestService;
beforeAll(async () => {
  const head = { 'content-type': 'text/html' };
  site = await startUpstream({
    '/page': (_request, response) => void response.writeHead(200, head).end(PAGE),
    // It never ends.
    '/waiting': (_request, response) => void response.writeHead(200, head).write(LONG_PAGE),
  });
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_SNAPSHOT_TTL_S: '0',
    // A busy machine must not meet them.
    PAGEMARK_TIMEOUT_MS: '120000',
    PAGEMARK_FETCH_TIMEOUT_MS: '120000',
    PAGEMARK_PLANS: '{"load":{"perMinute":1000000,"perHour":1000000}}',
  });
});
afterAll(async () => {
  await service?.close();
  await site?.close();
});

async function heldMiB(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^pagemark_held_bytes (\d+)/m.exec(text)?.[1]) / MIB;
}

/** What becomes of a call: 200, or the reason of its refusal. */
async function ask(path: string, key: string, signal?: AbortSignal): Promise<string> {
  const answer = await service.convert({ url: `${site.url}${path}` }, key, {}, signal);
  const { error } = (await answer.json()) as { error?: { reason: string } };
  return error?.reason ?? String(answer.status);
}

test('pages on their way hold no more than one key may, and leave room for another', async () => {
  const heavy = await service.newKey('load');
  const light = await service.newKey('load');
  const ended: string[] = [];
  const leave = new AbortController();
  const asked = Array.from({ length: CALLS }, async (_, i) => {
    ended.push(await ask(`/waiting?${i}`, heavy, leave.signal));
  });
  await expect.poll(() => ended[0]).toBe('concurrency_limited');
  expect(await heldMiB()).toBeGreaterThan(MOST_OF_ONE_KEY_MIB / 2);
  expect(await heldMiB()).toBeLessThanOrEqual(MOST_OF_ONE_KEY_MIB);
  expect(await ask('/page', light)).toBe('200');
  leave.abort();
  await Promise.allSettled(asked);
  await expect.poll(heldMiB).toBe(0);
});

test.each(['/v1/convert', '/mcp'])('bodies of %s on their way count as pages do', async (path) => {
  const key = await service.newKey('load');
  const { hostname, port } = new URL(service.url);
  const length = 4 * MIB;
  const answers: string[] = [];
  const sockets = Array.from({ length: 2 * CALLS }, () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.on('data', (bytes) => void answers.push(bytes.toString('latin1').slice(0, 'HTTP/1.1 429'.length)));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    );
    return socket.on('connect', () => socket.write(' '.repeat(length - 1)));
  });
  await expect.poll(() => answers[0]).toBe('HTTP/1.1 429');
  expect(await heldMiB()).toBeGreaterThan(MOST_OF_ONE_KEY_MIB / 2);
  expect(await heldMiB()).toBeLessThanOrEqual(MOST_OF_ONE_KEY_MIB);
  for (const socket of sockets) socket.destroy();
  await expect.poll(heldMiB).toBe(0);
});
