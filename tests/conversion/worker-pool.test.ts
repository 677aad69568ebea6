import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail } from '../../src/contract/failure.ts';
import type { PageWorkers } from '../../src/conversion/ports.ts';
import { startWorkerPool } from '../../src/conversion/worker-pool.ts';
import { pageTask } from './page-task.ts';

let pool: PageWorkers;

beforeAll(async () => {
  const workerFile = fileURLToPath(new URL('./misbehaving-worker.mjs', import.meta.url));
  pool = await startWorkerPool({ workers: 2, queueMax: 10, heapMb: 64, workerFile });
});
afterAll(() => pool?.close());

const task = (url: string) => pageTask('x', url);
const never = new AbortController().signal;
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { failure?: { reason: string } }) => error.failure?.reason,
  );

/** Both workers answer. */
async function heals(): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => pool.convert(task(`ok:${i}`), never)),
  );
  expect(answers.map(({ content }) => content)).toEqual(['ok:0', 'ok:1', 'ok:2', 'ok:3', 'ok:4', 'ok:5']);
}

test('startWorkerPool: a page out of heap is document_too_complex, only that task fails, the pool heals', async () => {
  const [bad, good] = await Promise.all([
    reasonOf(pool.convert(task('hoard:'), never)),
    pool.convert(task('ok:'), never),
  ]);
  expect(bad).toBe('document_too_complex');
  expect(good.content).toBe('ok:');
  await heals();
});

test('startWorkerPool: a worker that dies is busy to its page, and the pool heals', async () => {
  expect(await reasonOf(pool.convert(task('exit:'), never))).toBe('busy');
  await heals();
});

test('startWorkerPool: an abort kills a running task with the reason of its signal', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(fail('conversion_timeout', 'late')), 100);
  expect(await reasonOf(pool.convert(task('loop:'), controller.signal))).toBe('conversion_timeout');
  await heals();
});

test('startWorkerPool: a task aborted in the queue never runs', async () => {
  const loops = new AbortController();
  const running = [pool.convert(task('loop:'), loops.signal), pool.convert(task('loop:'), loops.signal)].map(
    reasonOf,
  );
  const queued = new AbortController();
  const waiting = reasonOf(pool.convert(task('ok:'), queued.signal));
  expect(pool.waiting).toBe(1);
  queued.abort(fail('conversion_timeout', 'gone'));
  expect(await waiting).toBe('conversion_timeout');
  expect(pool.waiting).toBe(0);
  loops.abort(fail('conversion_timeout', 'late'));
  await Promise.all(running);
  await heals();
});

test('startWorkerPool: a stack that overflows is document_too_complex', async () => {
  expect(await reasonOf(pool.convert(task('deep:'), never))).toBe('document_too_complex');
  await heals();
});

test('startWorkerPool: a defect is internal and its message does not hold the cause', async () => {
  const error = await pool.convert(task('throw:'), never).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ failure: { reason: 'internal' } });
  expect((error as Error).message).not.toContain('secret detail');
});

test('startWorkerPool: the bytes are moved, not copied', async () => {
  const given = task('ok:');
  await pool.convert(given, never);
  expect(given.bytes.byteLength).toBe(0);
});

test('startWorkerPool: workers that died while they started are replaced too', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pagemark-pool-'));
  const flag = path.join(folder, 'die');
  const workerFile = path.join(folder, 'worker.mjs');
  writeFileSync(
    workerFile,
    `import { existsSync } from 'node:fs';
if (existsSync(${JSON.stringify(flag)})) process.exit(1);
export default ({ url }) => (url === 'exit:' ? process.exit(1) : { content: url, outcome: 'ok', tokens: 1, etag: '"x"' });`,
  );
  const dying = await startWorkerPool({ workers: 1, queueMax: 10, heapMb: 64, workerFile });
  try {
    writeFileSync(flag, '');
    expect(await reasonOf(dying.convert(task('exit:'), never))).toBe('busy');
    const waiting = dying.convert(task('ok:'), never);
    await sleep(500);
    expect(existsSync(flag)).toBe(true);
    rmSync(flag);
    expect((await waiting).content).toBe('ok:');
  } finally {
    await dying.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
