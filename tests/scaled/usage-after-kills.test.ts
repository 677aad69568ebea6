import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Access, createAccess } from '../../src/access/access.ts';
import { openStores } from '../../src/storage/open-stores.ts';
import type { Stores } from '../../src/storage/ports.ts';
import { callUntil, expectBetween } from '../support/call-load.ts';
import { STORE_FAR_MS } from '../support/far-deadlines.ts';
import { isFull } from '../support/full-form.ts';
import { loadAgent } from '../support/http-call.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';

/** The scaled edition: kill-and-restart.test.ts. */
const KILLS = isFull ? 50 : 2;
const PROCESSES = 2;
const PLANS = { wide: { perMinute: 1_000_000, perHour: 1_000_000 } };
/** Between two calls of a client: the processes that take the place of the killed need the machine, too. */
const PAUSE_MS = 30;
const PAGE = {
  url: 'https://example.com/',
  html: `<title>Bridges</title><main><h1>Bridges</h1>${'<p>The bridge carries people over the river every day of the year.</p>'.repeat(4)}</main>`,
};

let folder = '';
let env: Record<string, string>;
let stores: Stores;
let access: Access;
const processes: ServiceProcess[] = [];
const agent = loadAgent();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'pagemark-usage-'));
  env = testEnv(folder, { PAGEMARK_PLANS: JSON.stringify(PLANS) });
  const storage = { kind: 'sqlite', file: path.join(folder, 'pagemark.db') } as const;
  stores = await openStores({ storage, postgresUrl: null, redisUrl: null, timeoutMs: STORE_FAR_MS });
  access = createAccess({ stores, plans: PLANS });
  for (let i = 0; i < PROCESSES; i++) processes.push(await startServiceProcess(env));
});
afterAll(async () => {
  agent.destroy();
  await Promise.all(processes.map((one) => one.end('SIGKILL')));
  await stores?.close();
  rmSync(folder, { recursive: true, force: true });
});

test(`kill -9 of random processes ${KILLS} times: each key's total lies between answered and answered + cut`, {
  timeout: 1_800_000,
}, async () => {
  const stop = new AbortController();
  let turn = 0;
  const nextUrl = () => `${processes[turn++ % processes.length]!.url}/v1/convert`;
  const keys = await Promise.all([1, 2, 3].map(() => access.keys.issue({ plan: 'wide' })));
  const load = Promise.all(
    keys.map(({ key }) => {
      const headers = { authorization: `Bearer ${key}` };
      return callUntil(stop.signal, nextUrl, { agent, lanes: 2, headers, body: PAGE, pauseMs: PAUSE_MS });
    }),
  );
  for (let i = 0; i < KILLS; i++) {
    await sleep(Math.random() * 400);
    const victim = Math.floor(Math.random() * PROCESSES);
    await processes[victim]!.end('SIGKILL');
    if (i < KILLS - 1) processes[victim] = await startServiceProcess(env);
    else processes.splice(victim, 1);
  }
  stop.abort();
  const seen = await load;
  // One more of each key: the one that is left may have lived too shortly to have answered all of them.
  for (const { key } of keys) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(nextUrl(), { method: 'POST', headers, body: JSON.stringify(PAGE) });
    expect(answer.status, await answer.text()).toBe(200);
  }
  // What the living still hold of outcomes is written when they end.
  for (const one of processes) expect(await one.end('SIGTERM')).toBe(0);
  const today = await stores.usage.today();
  const totals = new Map((await stores.usage.totals(today - 1, today)).map((total) => [total.keyId, total]));
  keys.forEach(({ info }, i) => {
    const { calls, outcomes } = totals.get(info.id)!;
    const { done, cut } = seen[i]!;
    expect(done).toBeGreaterThan(KILLS);
    expectBetween(calls, done + 1, done + cut + 1);
    expect(outcomes.ok).toBeGreaterThan(0);
    expect(outcomes.ok).toBeLessThanOrEqual(calls);
    if (isFull) console.log(JSON.stringify({ kills: KILLS, ...seen[i], calls, told: outcomes.ok }));
  });
});
