import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { isFull } from '../support/full-form.ts';
import { type HttpAnswer, loadAgent, postJson } from '../support/http-call.ts';
import { issueKey } from '../support/issue-key.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { testEnv } from '../support/test-service.ts';

/**
 * In the full form two minutes of the worst that one caller can do, beside the same time on busy processors; else what CI has
 * time for, which is too few probes to compare their waits.
 */
const ROUNDS = isFull ? 10 : 1;
const ROUND_MS = isFull ? 12_000 : 2500;
/** Between two probes: they are a light caller, not a load. */
const PAUSE_MS = 20;
/** So much of it that others wait for it by seconds. */
const LARGE_PAGE_BYTES = isFull ? 7_000_000 : 3_000_000;
const TINY = JSON.stringify({
  url: 'https://example.com/',
  html: '<!doctype html><title>Tide</title><main><h1>Tide</h1><p>The tide turns twice a day.</main>',
});

/** What the caller at its worst sends: pages of some seconds, or such that are ended at the CPU deadline. */
const ATTACKS = {
  'large pages': { env: {}, status: 200 },
  'pages at the deadline': { env: { PAGEMARK_CPU_MS: isFull ? '1000' : '500' }, status: 408 },
};
type Attack = keyof typeof ATTACKS;
const RUNS: readonly [workers: number, attack: Attack][] = isFull
  ? [1, 2].flatMap((workers) =>
      Object.keys(ATTACKS).map((name): [number, Attack] => [workers, name as Attack]),
    )
  : [[1, 'pages at the deadline']];

interface Probes {
  readonly ms: number[];
  readonly refused: string[];
}

describe.each(RUNS)('%i workers, one caller with %s', (workers, attack) => {
  test(
    `no other caller is refused${isFull ? ', or waits longer than beside busy processors' : ''}`,
    async () => {
      const { env, status } = ATTACKS[attack];
      const found = await run(workers, env);
      console.info(
        `${workers} workers, ${attack}: ${found.attacked.ms.length} probes, ${found.attacked.refused.length} refused, p99 ${p99(found.attacked).toFixed(1)} ms; idle beside ${workers} busy processes ${p99(found.control).toFixed(1)} ms; answers of the caller ${JSON.stringify(counted(found.ended))}`,
      );
      expect(found.attacked.refused).toEqual([]);
      expect(found.control.refused).toEqual([]);
      expect(found.ended.filter((one) => one === status).length).toBeGreaterThan(0);
      if (isFull) expect(p99(found.attacked)).toBeLessThanOrEqual(3 * p99(found.control));
    },
    ROUNDS * ROUND_MS * 3 + 60_000,
  );
});

async function run(workers: number, own: Readonly<Record<string, string>>) {
  const heavy = new Worker(new URL('./heavy-caller.mjs', import.meta.url), {
    workerData: { page: LARGE_PAGE },
  });
  const [{ address }] = await once(heavy, 'message');
  const folder = await mkdtemp(path.join(tmpdir(), 'pagemark-fair-'));
  const env = testEnv(folder, {
    PAGEMARK_WORKERS: String(workers),
    PAGEMARK_FETCH_ALLOW: address,
    PAGEMARK_SNAPSHOT_TTL_S: '0',
    PAGEMARK_PLANS: '{"load":{"perMinute":1000000,"perHour":1000000}}',
    ...own,
  });
  const worst = await issueKey(env, 'load');
  const light = await issueKey(env, 'load');
  const service = await startServiceProcess(env);
  const agent = loadAgent();
  const convert = (key: string, body: string): Promise<HttpAnswer> =>
    postJson(agent, `${service.url}/v1/convert`, { authorization: `Bearer ${key}` }, body);
  const probe = async (endsAt: number, into: Probes): Promise<void> => {
    while (performance.now() < endsAt) {
      const from = performance.now();
      const answer = await convert(light, TINY);
      into.ms.push(performance.now() - from);
      if (answer.status !== 200) into.refused.push(`${answer.status} ${answer.reason}`);
      await sleep(PAUSE_MS);
    }
  };
  const attacked: Probes = { ms: [], refused: [] };
  const control: Probes = { ms: [], refused: [] };
  const ended: number[] = [];
  const attack = async (): Promise<void> => {
    heavy.postMessage({ url: service.url, key: worst, calls: 2 * workers + 2, ms: ROUND_MS });
    const [{ statuses }] = await once(heavy, 'message');
    ended.push(...statuses);
  };
  try {
    await probe(performance.now() + 1000, { ms: [], refused: [] });
    for (let round = 0; round < ROUNDS; round++) {
      const attacking = attack();
      await probe(performance.now() + ROUND_MS, attacked);
      await attacking;
      if (!isFull) continue;
      const spinning = Array.from({ length: workers }, spin);
      await probe(performance.now() + ROUND_MS, control);
      for (const one of spinning) one.kill('SIGKILL');
    }
  } finally {
    agent.destroy();
    await service.end('SIGTERM');
    await heavy.terminate();
    await rm(folder, { recursive: true, force: true });
  }
  return { attacked, control, ended };
}

/** A process that uses one processor whole. */
function spin(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

function p99({ ms }: Probes): number {
  const sorted = [...ms].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}

const LARGE_PAGE = ((): string => {
  const parts = ['<!doctype html><title>Log</title><nav><a href="/">Home</a></nav><article><h1>Log</h1>'];
  for (let length = 0, i = 0; length < LARGE_PAGE_BYTES; i++) {
    const part = `<p>Entry ${i} tells of <a href="/river-${i}">rivers</a>, bridges and the <b>people</b> who cross them every day.</p>\n`;
    parts.push(part);
    length += part.length;
  }
  return `${parts.join('')}</article>`;
})();

function counted(statuses: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
