import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningResponse } from '../../src/contract/running.ts';
import { startFakeHttp } from '../support/fake-http.ts';
import { BIN, runPagemark } from '../support/run-pagemark.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const TOKEN = 'operator!token';
const held: (() => void)[] = [];
let folder: string;
let site: Upstream;
let service: TestService;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pagemark-top-'));
  site = await startUpstream({
    '/held': (_request, response) => {
      held.push(() =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Boats</h1><p>They leave.'),
      );
    },
  });
  service = await startTestService({
    PAGEMARK_FETCH_ALLOW: site.address,
    PAGEMARK_SNAPSHOT_TTL_S: '0',
    PAGEMARK_ADMIN_TOKEN: TOKEN,
  });
  env = { PATH: process.env.PATH, HOME: folder, PAGEMARK_ADMIN_TOKEN: TOKEN };
});
afterAll(async () => {
  for (const release of held.splice(0)) release();
  await service?.close();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

async function running(token = TOKEN): Promise<RunningResponse> {
  const answer = await fetch(`${service.url}/admin/api/running`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return (await answer.json()) as RunningResponse;
}

/** Runs `body` while a call of a key hangs in its fetch; resolves to the id of the key. */
async function withHeldCall(body: (keyId: string) => Promise<void>): Promise<void> {
  const { key, id } = await service.issue();
  const call = service.convert({ url: `${site.url}/held?secret=1` }, key);
  await expect.poll(() => held.length).toBe(1);
  await body(id);
  held.shift()!();
  expect((await call).status).toBe(200);
  await expect.poll(async () => (await running()).calls).toEqual([]);
}

describe('GET /admin/api/running', () => {
  test('is not there without a token, and told to nobody else with one', async () => {
    const open = await startFakeHttp(() => Promise.reject(new Error('unused')));
    try {
      expect((await fetch(`${open.url}/admin/api/running`)).status).toBe(404);
    } finally {
      await open.close();
    }
    const key = await service.newKey();
    for (const authorization of [undefined, `Bearer ${key}`, `Bearer ${TOKEN}x`, `Basic ${TOKEN}`]) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await fetch(`${service.url}/admin/api/running`, { headers });
      expect([answer.status, ((await answer.json()) as { error: { reason: string } }).error.reason]).toEqual([
        401,
        'unauthorized',
      ]);
    }
  });

  test('shows a call by stage, key and host, never the address, and what it runs on', async () => {
    // Workers that are not warm convert, too.
    await expect.poll(async () => (await running()).state).toBe('ready');
    await withHeldCall(async (keyId) => {
      const shown = await running();
      expect(shown).toMatchObject({
        state: 'ready',
        calls: [{ stage: 'fetch', key_id: keyId, host: '127.0.0.1', route: '/v1/convert' }],
        calls_total: 1,
        queue: { in_flight: 1, max: 256, waiting: 0 },
        workers: { threads: 1, ready: 1, busy: 0 },
        browsers: 0,
        stores: { kind: 'sqlite', redis: false, ms: expect.any(Number) },
      });
      expect(JSON.stringify(shown)).not.toMatch(/held[?]|secret|pmk_/);
    });
  });

  test('a call of MCP that is answered as a stream of events is told by what it is at, not as writing', async () => {
    const key = await service.newKey();
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'webpage_to_markdown',
        arguments: { url: `${site.url}/held` },
        _meta: { progressToken: 1 },
      },
    };
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(call),
    });
    await expect.poll(() => held.length).toBe(1);
    const { calls } = await running();
    held.shift()!();
    expect(calls).toMatchObject([{ stage: 'fetch', route: '/mcp' }]);
    expect(await answer.text()).toContain('They leave.');
    await expect.poll(async () => (await running()).calls).toEqual([]);
  });

  test('forgets a call whose caller went', async () => {
    const gone = new AbortController();
    const call = service.convert({ url: `${site.url}/held` }, await service.newKey(), {}, gone.signal);
    await expect.poll(() => held.length).toBe(1);
    gone.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(async () => (await running()).calls_total).toBe(0);
    held.shift()!();
  });
});

describe('pagemark top', () => {
  const top = (...args: string[]) => runPagemark(['top', '--url', service.url, ...args], env);

  test('shows it once where there is no terminal, and as JSON', async () => {
    await withHeldCall(async (keyId) => {
      const [told, json] = [await top(), await top('--json')];
      expect([told.code, json.code]).toEqual([0, 0]);
      expect(told.out).toMatch(/queue +1 of 256 calls in flight/);
      expect(told.out).toMatch(new RegExp(`fetch +\\S+ +${keyId} +127\\.0\\.0\\.1 +/v1/convert\n$`));
      expect(JSON.parse(json.out)).toMatchObject({ calls_total: 1, calls: [{ key_id: keyId }] });
    });
  });

  test('refreshes it in a terminal', async () => {
    // A pseudo-terminal of Python's, which the tests need already.
    const program = 'import pty,sys; sys.exit(pty.spawn(sys.argv[1:]))';
    const args = ['-c', program, process.execPath, BIN, 'top', '--url', service.url];
    const child = spawn('python3', args, {
      env: { ...env, TERM: 'xterm' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let screen = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (screen += text));
    try {
      await expect.poll(() => screen.split('\u001b[H').length).toBeGreaterThan(2);
      expect(screen).toContain('No calls in flight.');
    } finally {
      child.kill();
    }
  });

  test('says what to do when it cannot', async () => {
    const none = await runPagemark(['top'], { PATH: env.PATH, HOME: folder });
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('Set PAGEMARK_ADMIN_TOKEN')]);
    const other = await runPagemark(['top', '--url', service.url], {
      ...env,
      PAGEMARK_ADMIN_TOKEN: 'of-another-service',
    });
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('this one is another')]);
    const away = await runPagemark(['top', '--url', 'http://127.0.0.1:9'], env);
    expect([away.code, away.err]).toEqual([4, expect.stringContaining('nothing answers at')]);
    const wrong = await runPagemark(['top', '--url', 'here'], env);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('Give an address')]);
  });
});
