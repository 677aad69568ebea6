import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findInPath, freePort } from '../storage/servers.ts';
import { isFull } from '../support/full-form.ts';
import { loadAgent, postJson } from '../support/http-call.ts';
import { issueKey } from '../support/issue-key.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { PROJECT } from '../support/run-pagemark.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';

/** HAProxy in front of two processes, as `deploy/haproxy/haproxy.cfg` says. */
interface Balancer {
  readonly url: string;
  /** State of each process and how often it has left, as HAProxy counts it. */
  servers(): Promise<readonly { readonly state: string; readonly left: number }[]>;
  close(): Promise<void>;
}

/** The path of `haproxy`, which Debian puts where only root looks; null when there is none. */
function findHaproxy(): string | null {
  return findInPath('haproxy') ?? findInPath('haproxy', ['/usr/sbin', '/usr/local/sbin']);
}

/** Starts it on `port`; `change` edits the file of deploy/. Its socket is in `folder`. */
async function startHaproxy(
  program: string,
  folder: string,
  port: number,
  servers: readonly [string, string],
  change: (config: string) => string = (config) => config,
): Promise<Balancer> {
  const socket = path.join(folder, 'haproxy.sock');
  const config = path.join(folder, 'haproxy.cfg');
  const own = path.join(folder, 'socket.cfg');
  writeFileSync(config, change(readFileSync(path.join(PROJECT, 'deploy/haproxy/haproxy.cfg'), 'utf8')));
  writeFileSync(own, `global\n  stats socket ${socket} mode 600\n`);
  const env = { BIND: `127.0.0.1:${port}`, PAGEMARK_1: servers[0], PAGEMARK_2: servers[1] };
  const child = spawn(program, ['-db', '-f', config, '-f', own], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const ask = async (): Promise<string> => {
    const asked = connect(socket);
    asked.write('show stat\n');
    return text(asked);
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}: ${said}`);
    if ((await ask().catch(() => '')) !== '') break;
    await sleep(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    // Fields of `show stat` (HAProxy management guide, 9.1): svname 1, status 17, chkdown 22.
    servers: async () =>
      (await ask())
        .split('\n')
        .map((line) => line.split(','))
        .filter(([, name]) => name?.startsWith('pagemark-'))
        .map((fields) => ({ state: fields[17]!, left: Number(fields[22]) })),
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The short form rolls one of the two processes, once, behind a balancer that checks four times as often; a busy machine answers checks late. */
const ROUNDS = isFull ? 20 : 1;
const ROLLED = isFull ? [0, 1] : [0];
const CHECK_MS = onThisMachine(isFull ? 2000 : 500);
/** More than the check of the balancer needs to see it: three failures. */
const DELAY_MS = 3 * CHECK_MS + 1000;
const LANES = 4;
const PAGE = JSON.stringify({
  url: 'https://example.com/',
  html: `<title>Bridges</title><main><h1>Bridges</h1>${'<p>The bridge carries people over the river every day of the year.</p>'.repeat(20)}</main>`,
});
const ofForm = (config: string): string => config.replace('inter 2s', `inter ${CHECK_MS}ms`);
const withoutRetries = (config: string): string =>
  ofForm(config)
    .replace(/^ *retry-on .*$/m, '')
    .replace(/^ *retries \d+$/m, '  retries 0');

const program = findHaproxy();
if (program === null) {
  leftOut('two processes behind HAProxy', 'apt-get install haproxy');
  test.skip('two processes behind HAProxy need it', () => undefined);
} else {
  describe('two processes behind HAProxy', () => {
    const agent = loadAgent();
    let folder: string;
    let ports: readonly [number, number, number];
    let headers: Record<string, string>;
    let processes: ServiceProcess[];

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'pagemark-balancer-'));
      ports = [await freePort(), await freePort(), await freePort()];
      headers = { authorization: `Bearer ${await issueKey(envOf(0), 'load')}` };
      processes = await Promise.all([start(0, 0), start(1, 0)]);
    });
    afterAll(async () => {
      agent.destroy();
      await Promise.all((processes ?? []).map((one) => one.end('SIGKILL')));
      await rm(folder, { recursive: true, force: true });
    });

    const envOf = (delayMs: number): Record<string, string> =>
      testEnv(folder, {
        PAGEMARK_PLANS: '{"load":{"perMinute":1000000,"perHour":1000000}}',
        PAGEMARK_DRAIN_DELAY_MS: String(delayMs),
      });
    const start = (index: number, delayMs: number) =>
      startServiceProcess({ ...envOf(delayMs), PORT: String(ports[index]) });

    async function behind(
      change: (config: string) => string,
      body: (balancer: Balancer) => Promise<void>,
    ): Promise<void> {
      const servers = [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`] as const;
      const balancer = await startHaproxy(program!, folder, ports[2], servers, change);
      try {
        await expect.poll(() => states(balancer)).toEqual(['UP', 'UP']);
        await body(balancer);
      } finally {
        await balancer.close();
      }
    }

    const states = async (balancer: Balancer) => (await balancer.servers()).map(({ state }) => state);

    /** What calls get, one after the other in each lane, until `stop` is aborted. */
    async function callOn(url: string, stop: AbortSignal): Promise<Map<number | string, number>> {
      const seen = new Map<number | string, number>();
      const lane = async () => {
        while (!stop.aborted) {
          const answer = await postJson(agent, `${url}/v1/convert`, headers, PAGE).catch((error) => error);
          const what = answer.status === 200 ? 200 : (answer.reason ?? answer.code ?? String(answer.status));
          seen.set(what, (seen.get(what) ?? 0) + 1);
          // A core is left for the process that starts.
          await sleep(50);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      return seen;
    }

    /** Rolls under load: the processes there have a delay of `delayMs`, those that the last round starts one of `nextMs`. */
    async function roll(balancer: Balancer, delayMs: number, nextMs: number): Promise<void> {
      const stop = new AbortController();
      const calls = callOn(balancer.url, stop.signal);
      for (let round = 0; round < ROUNDS; round++) {
        for (const index of ROLLED) {
          expect(await processes[index]!.end('SIGTERM')).toBe(0);
          processes[index] = await start(index, round < ROUNDS - 1 ? delayMs : nextMs);
          await expect.poll(async () => (await states(balancer))[index]).toBe('UP');
        }
      }
      stop.abort();
      const seen = await calls;
      // A machine that has no room for calls beside a start says so: that is no call which the restart lost.
      seen.delete('busy');
      expect([...seen.keys()]).toEqual([200]);
      expect(seen.get(200)).toBeGreaterThan(ROUNDS * 10);
      if (isFull) console.log(JSON.stringify({ rounds: ROUNDS, delayMs, calls: seen.get(200) }));
    }

    test('what is of the operator alone is not there from outside', async () => {
      await behind(ofForm, async (balancer) => {
        for (const one of ['/admin', '/admin/api/running', '/metrics'])
          expect((await fetch(`${balancer.url}${one}`)).status).toBe(404);
        expect((await fetch(`${balancer.url}/health`)).status).toBe(200);
      });
    });

    test(`${ROUNDS} rolling restarts with the retry rule and no delay: no call fails`, async () => {
      await behind(ofForm, (balancer) => roll(balancer, 0, DELAY_MS));
    });

    test(`${ROUNDS} rolling restarts without retries, after the delay: no call fails`, async () => {
      await behind(withoutRetries, async (balancer) => {
        await roll(balancer, DELAY_MS, DELAY_MS);
        // The test saw them leave: each once a round, by its check.
        const left = (await balancer.servers()).map((server) => server.left);
        for (const index of ROLLED) expect(left[index]).toBeGreaterThanOrEqual(ROUNDS);
      });
    });
  });
}
