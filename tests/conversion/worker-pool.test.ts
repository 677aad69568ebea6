import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail, ServiceError } from '../../src/contract/failure.ts';
import type { PageTask } from '../../src/conversion/ports.ts';
import { openWorkerPool, startWorkerPool, type WorkerPool } from '../../src/conversion/worker-pool.ts';

const CPU_MS = 1000;
const SERVE_TASKS = fileURLToPath(new URL('../../build/conversion/serve-tasks.js', import.meta.url));
const WORKER = fileURLToPath(new URL('./misbehaving-worker.mjs', import.meta.url));
let pool: WorkerPool;

beforeAll(async () => {
  pool = await startWorkerPool({ threads: 2, cpuMs: CPU_MS, heapMb: 64, workerFile: WORKER });
});
afterAll(() => pool?.close());

const never = new AbortController().signal;

/** What a pool is given for a page, with the defaults of a call. */
function pageTask(html: string, url = 'https://example.com/'): PageTask {
  return {
    bytes: new TextEncoder().encode(html),
    contentType: 'text/html',
    url,
    status: 200,
    format: 'markdown',
    options: {},
    wantMetadata: false,
    wantDiagnostics: false,
  };
}

/** One page: what it gave, at once; and, when its worker is free again, the CPU that it used. */
function convert(url: string, signal = never, on = pool) {
  let onEnd: (cpuMs: number, ms: number, isCold?: boolean) => void;
  let isLearnt = true;
  const freed = new Promise<number>((resolve) => {
    onEnd = (cpuMs, _ms, isCold) => {
      isLearnt = isCold !== true;
      resolve(cpuMs);
    };
  });
  const answer = on
    .convert(pageTask('x', url), signal, (...end) => onEnd(...end))
    .then(
      ({ content }) => content,
      (error: unknown) => (error instanceof ServiceError ? error.failure.reason : error),
    );
  return { answer, freed, isLearnt: () => isLearnt };
}

/** What a page gave, once its worker is free again. */
async function outcomeOf(url: string, signal = never): Promise<unknown> {
  const { answer, freed } = convert(url, signal);
  await freed;
  return answer;
}

/** Both workers answer. */
async function heals(): Promise<void> {
  expect(await Promise.all([outcomeOf('ok:1'), outcomeOf('ok:2')])).toEqual(['ok:1', 'ok:2']);
}

test('startWorkerPool: a page out of heap is document_too_complex, only that page fails, the pool heals', async () => {
  const [bad, good] = await Promise.all([outcomeOf('hoard:'), outcomeOf('ok:')]);
  expect(bad).toBe('document_too_complex');
  expect(good).toBe('ok:');
  await heals();
});

test('startWorkerPool: a worker that dies is busy to its page, and the pool heals', async () => {
  expect(await outcomeOf('exit:')).toBe('busy');
  await heals();
});

test.runIf(process.platform === 'linux')(
  'startWorkerPool: workers let the thread that answers go first',
  async () => {
    expect(Number(await outcomeOf('nice:'))).toBe(Math.min(getPriority(process.pid) + 2, 19));
  },
);

test('startWorkerPool: an abort kills a running page with the reason of its signal', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(fail('fetch_timeout', 'late')), 100);
  expect(await convert('loop:', controller.signal).answer).toBe('fetch_timeout');
  expect(await outcomeOf('ok:', controller.signal)).toBe('fetch_timeout');
  await expect.poll(async () => pool.isAlive && (await outcomeOf('ok:'))).toBe('ok:');
});

test('startWorkerPool: a page that has spent its CPU is conversion_timeout and charged for it', async () => {
  const { answer, freed } = convert('loop:');
  expect(await answer).toBe('conversion_timeout');
  expect(await freed).toBeGreaterThanOrEqual(CPU_MS);
  await heals();
});

test('startWorkerPool: time in which a page waits spends no CPU', async () => {
  const { answer, freed } = convert('wait:');
  expect(await answer).toBe('wait:');
  expect(await freed).toBeLessThan(500);
});

test('startWorkerPool: the turn of a page that ended its thread lasts until there is another one', async () => {
  const { answer, freed } = convert('exit:');
  expect(await answer).toBe('busy');
  expect(await Promise.race([freed.then(() => 'freed'), sleep(1, 'not yet')])).toBe('not yet');
  await freed;
  await heals();
});

test('startWorkerPool: a stack that overflows is document_too_complex', async () => {
  expect(await outcomeOf('deep:')).toBe('document_too_complex');
  await heals();
});

test('startWorkerPool: a defect is internal and its message does not hold the cause', async () => {
  const error = await pool.convert(pageTask('x', 'throw:'), never, () => undefined).catch((thrown) => thrown);
  expect(error).toMatchObject({ failure: { reason: 'internal' } });
  expect((error as Error).message).not.toContain('secret detail');
});

test('startWorkerPool: the bytes are moved, not copied', async () => {
  const given = pageTask('x', 'ok:');
  await pool.convert(given, never, () => undefined);
  expect(given.bytes.byteLength).toBe(0);
});

test('startWorkerPool: the spare thread starts for the page that finds none free, or is left when the page is', async () => {
  const on = await startWorkerPool({ threads: 1, hasSpare: true, cpuMs: CPU_MS, workerFile: WORKER });
  try {
    const first = convert('loop:', never, on);
    const leaves = new AbortController();
    const left = convert('ok:left', leaves.signal, on);
    leaves.abort(fail('fetch_timeout', 'late'));
    expect(await left.answer).toBe('fetch_timeout');
    expect([await left.freed, left.isLearnt()]).toEqual([0, false]);
    expect(await convert('ok:', never, on).answer).toBe('ok:');
    expect(await first.answer).toBe('conversion_timeout');
  } finally {
    await on.close();
  }
});

test('openWorkerPool: a page waits for threads that warm up, and leaves when its caller does', async () => {
  const on = openWorkerPool({ threads: 1, cpuMs: CPU_MS, workerFile: WORKER });
  try {
    expect(on.isAlive).toBe(false);
    const leaves = new AbortController();
    const left = convert('ok:left', leaves.signal, on);
    leaves.abort(fail('fetch_timeout', 'late'));
    expect(await left.answer).toBe('fetch_timeout');
    expect(await convert('ok:early', never, on).answer).toBe('ok:early');
    expect(on.isAlive).toBe(true);
  } finally {
    await on.close();
  }
});

test('openWorkerPool: it converts before it is warm, and is alive once it is', async () => {
  const on = openWorkerPool({ threads: 1, cpuMs: CPU_MS, warmsUp: true });
  try {
    await on.ready;
    expect([on.threads, on.isAlive]).toEqual([{ threads: 1, ready: 1, busy: 0 }, false]);
    const { content } = await on.convert(
      pageTask('<h1>Boats</h1><p>They leave.', 'https://example.com/'),
      never,
      () => undefined,
    );
    expect(content).toContain('# Boats');
    await expect.poll(() => on.isAlive).toBe(true);
  } finally {
    await on.close();
  }
});

test('startWorkerPool: a worker that cannot start is the error of the start', async () => {
  const workerFile = '/nonexistent/worker.mjs';
  await expect(startWorkerPool({ threads: 1, cpuMs: CPU_MS, workerFile })).rejects.toThrow(/nonexistent/);
});

/** A pool of one worker that cannot start while `block` is in force. */
async function blockablePool(use: (on: WorkerPool, block: (isOn: boolean) => void) => Promise<void>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-pool-'));
  const flag = path.join(folder, 'die');
  const workerFile = path.join(folder, 'worker.mjs');
  writeFileSync(
    workerFile,
    `import { existsSync } from 'node:fs';
import { serveTasks } from ${JSON.stringify(SERVE_TASKS)};
if (existsSync(${JSON.stringify(flag)})) process.exit(1);
serveTasks(({ url }) => {
  if (url === 'exit:') process.exit(1);
  if (url === 'later:') setTimeout(() => process.exit(1), 20);
  return { content: url, outcome: 'ok', tokens: 1, etag: '"x"' };
});`,
  );
  const on = await startWorkerPool({ threads: 1, cpuMs: CPU_MS, heapMb: 64, workerFile });
  try {
    await use(on, (isOn) => (isOn ? writeFileSync(flag, '') : rmSync(flag)));
  } finally {
    await on.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('startWorkerPool: workers that died while they started are replaced too', () =>
  blockablePool(async (dying, block) => {
    expect(dying.isAlive).toBe(true);
    block(true);
    const { answer, freed } = convert('exit:', never, dying);
    expect(await answer).toBe('busy');
    await sleep(500);
    expect(dying.isAlive).toBe(false);
    block(false);
    await freed;
    expect(dying.isAlive).toBe(true);
    expect(await convert('ok:', never, dying).answer).toBe('ok:');
  }));

test('startWorkerPool: a page whose worker ended at rest waits for the next one, or leaves and gives its turn back', () =>
  blockablePool(async (dying, block) => {
    block(true);
    expect(await convert('later:', never, dying).answer).toBe('later:');
    await expect.poll(() => dying.isAlive).toBe(false);
    const leaves = new AbortController();
    const left = convert('ok:left', leaves.signal, dying);
    const waits = convert('ok:', never, dying);
    leaves.abort(fail('fetch_timeout', 'late'));
    expect([await left.answer, await left.freed]).toEqual(['fetch_timeout', 0]);
    block(false);
    expect(await waits.answer).toBe('ok:');
    await waits.freed;
  }));
