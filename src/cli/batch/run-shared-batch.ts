import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import { invalid } from '../../contract/failure.ts';
import { openRedis } from '../../open-from-config.ts';
import type { BatchRecord } from './output-folder.ts';
import type { BatchRun } from './run-local-batch.ts';

type Bull = typeof import('bullmq');
type RedisClient = Awaited<ReturnType<typeof openRedis>>;
type BatchJob = Job<{ readonly url: string }, BatchRecord>;

/** With a hash tag, so that all keys of a queue lie in one slot of a cluster. */
const PREFIX = '{pagemark-batch}';
/** A job whose machine has not renewed its lock for this long goes to another one. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5000;
const POLL_MS = 500;
const PAGE = 1000;

/**
 * Takes part in a batch that any number of machines share through Redis. Machines that are given the same list and
 * the same options meet in one queue, where an address is one job however often it is added. A page's file is written
 * before its job is completed, and the record lives in the job, so every address has one record, whoever died when.
 * At the end every machine writes the records of all.
 */
export async function runSharedBatch(run: BatchRun, redisUrl: string, options: string): Promise<void> {
  const bull = await loadBull();
  const [redis, connection] = await Promise.all([openRedis(redisUrl), openRedis(redisUrl)]);
  const name = createHash('sha256')
    .update(JSON.stringify([options, run.urls]))
    .digest('hex')
    .slice(0, 24);
  const queue = new bull.Queue(name, { connection: redis, prefix: PREFIX });
  try {
    for (let i = 0; i < run.urls.length; i += PAGE) await addJobs(queue, run.urls.slice(i, i + PAGE));
    await work(bull, run, queue, connection);
    if (!run.stop.aborted) await run.folder.replaceAll(await recordsOf(queue));
  } finally {
    await queue.close();
    // A worker closes no connection that it was given.
    for (const own of [redis, connection]) own.disconnect();
  }
}

async function loadBull(): Promise<Bull> {
  try {
    return await import('bullmq');
  } catch (cause) {
    throw invalid(
      'Install bullmq ("npm install bullmq@6"), or unset PAGEMARK_REDIS_URL to run the batch on this machine alone; it is set, and sharing needs the package.',
      cause,
    );
  }
}

async function addJobs(queue: Queue, urls: readonly string[]): Promise<void> {
  await queue.addBulk(
    urls.map((url) => ({
      name: 'page',
      data: { url },
      opts: { jobId: createHash('sha256').update(url).digest('hex'), attempts: 1_000_000 },
    })),
  );
}

async function work(bull: Bull, run: BatchRun, queue: Queue, connection: RedisClient): Promise<void> {
  const machine = `${hostname()}-${randomUUID().slice(0, 8)}`;
  const hosts = createHostRoom(run.perHost);
  const worker = new bull.Worker<{ url: string }, BatchRecord>(
    queue.name,
    async ({ data: { url } }) => {
      const record = await hosts.within(url, () => run.converter.convert(url));
      run.onRecord(record);
      return { ...record, machine };
    },
    {
      connection,
      prefix: PREFIX,
      concurrency: run.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: 1_000_000,
    },
  );
  worker.on('error', () => undefined);
  try {
    while (!run.stop.aborted) {
      const { completed = 0 } = await queue.getJobCounts('completed');
      run.onProgress(completed);
      if (completed >= run.urls.length) return;
      await sleep(POLL_MS, undefined, { signal: run.stop }).catch(() => undefined);
    }
  } finally {
    await worker.close();
  }
}

async function recordsOf(queue: Queue): Promise<readonly BatchRecord[]> {
  const records: BatchRecord[] = [];
  for (let from = 0; ; from += PAGE) {
    const jobs = (await queue.getJobs(['completed'], from, from + PAGE - 1, true)) as BatchJob[];
    for (const job of jobs) records.push(job.returnvalue);
    if (jobs.length < PAGE) return records;
  }
}

/** Lets at most `perHost` through at a time for a host; the others wait in order. */
function createHostRoom(perHost: number) {
  const lines = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  return {
    async within<T>(url: string, job: () => Promise<T>): Promise<T> {
      const { host } = new URL(url);
      const now = running.get(host) ?? 0;
      if (now >= perHost) {
        await new Promise<void>((resolve) => {
          const line = lines.get(host);
          if (line === undefined) lines.set(host, [resolve]);
          else line.push(resolve);
        });
      } else running.set(host, now + 1);
      try {
        return await job();
      } finally {
        const next = lines.get(host)?.shift();
        if (next !== undefined) next();
        else running.set(host, (running.get(host) ?? 1) - 1);
      }
    },
  };
}
