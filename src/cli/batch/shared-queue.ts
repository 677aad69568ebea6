import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Job, JobType, Queue } from 'bullmq';
import { invalid } from '../../contract/failure.ts';
import { isOfStop } from '../../crawl/run-lanes.ts';
import { openRedis } from '../../open-from-config.ts';

type Bull = typeof import('bullmq');

/** With a hash tag, so that all keys of a queue lie in one slot of a cluster. */
const PREFIX = '{pagemark-batch}';
/** A job whose machine has not renewed its lock for this long goes to another one. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5000;
const PAGE = 1000;
/** A page whose machine died is taken up again, however often. */
const WITHOUT_END = 1_000_000;

const OPEN: readonly JobType[] = ['active', 'wait', 'delayed', 'prioritized', 'failed'];

/** What a machine is given of one address, and what it makes of it. */
interface Addressed {
  readonly url: string;
}

/** Addresses that machines share through Redis, each a job, however often it is added. */
export type SharedQueue<Data extends Addressed, Result> = Awaited<
  ReturnType<typeof openSharedQueue<Data, Result>>
>;

/** Opens the queue of a work that `of` tells from all others: machines that are given the same meet there. */
export async function openSharedQueue<Data extends Addressed, Result>(redisUrl: string, of: unknown) {
  const bull = await loadBull();
  const [redis, connection] = await Promise.all([openRedis(redisUrl), openRedis(redisUrl)]);
  const name = digest(JSON.stringify(of)).slice(0, 24);
  const queue: Queue = new bull.Queue(name, { connection: redis, prefix: PREFIX });
  const machine = `${hostname()}-${randomUUID().slice(0, 8)}`;
  return {
    queue,
    redis,
    /** Ahead of the names of keys beside those of the queue. */
    keys: `${PREFIX}:${name}:`,
    /** Where the files of this process are. */
    machine,
    async add(all: readonly Data[]): Promise<void> {
      for (let i = 0; i < all.length; i += PAGE)
        await queue.addBulk(
          all.slice(i, i + PAGE).map((data) => ({
            name: 'page',
            data,
            opts: { jobId: digest(data.url), attempts: WITHOUT_END },
          })),
        );
    },
    /**
     * Does jobs until it is closed; what is under way is finished. A machine where one rejects takes no more: `throwFault` and `close`
     * throw the reason, unless it is that of `stop`, and other machines have the job.
     */
    startWorker(concurrency: number, stop: AbortSignal, work: (data: Data) => Promise<Result>) {
      let fault: unknown;
      const job = async ({ data }: Job<Data, Result>) => {
        try {
          return await work(data);
        } catch (error) {
          if (!isOfStop(error, stop)) fault ??= error;
          void worker.pause(true);
          throw error;
        }
      };
      const worker = new bull.Worker<Data, Result>(name, job, {
        connection,
        prefix: PREFIX,
        concurrency,
        lockDuration: LOCK_MS,
        stalledInterval: STALLED_CHECK_MS,
        maxStalledCount: WITHOUT_END,
      });
      worker.on('error', () => undefined);
      const throwFault = (): void => {
        if (fault !== undefined) throw fault;
      };
      return { throwFault, close: () => worker.close().then(throwFault) };
    },
    countDone: async (): Promise<number> => (await queue.getJobCounts('completed')).completed ?? 0,
    countLeft: async (): Promise<number> =>
      Object.values(await queue.getJobCounts(...OPEN)).reduce((sum, count) => sum + count, 0),
    /** Jobs that are done, the earliest first. */
    done: () => jobsOf<Data, Result>(queue, ['completed']),
    /** Ids of jobs that are done, the earliest first, from one of them on. */
    idsDone: (from: number): Promise<readonly string[]> => queue.getRanges(['completed'], from, -1, true),
    find: async (id: string) => (await queue.getJob(id)) as Job<Data, Result>,
    /** Removes all jobs, and these keys beside them. */
    async clear(names: readonly string[]): Promise<void> {
      await queue.obliterate({ force: true });
      for (const each of names) await redis.del(`${PREFIX}:${name}:${each}`);
    },
    /** All jobs. */
    all: () => jobsOf<Data, Result>(queue, ['completed', ...OPEN]),
    async close() {
      await queue.close();
      // A worker closes no connection that it was given.
      for (const own of [redis, connection]) own.disconnect();
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Jobs, each once: one that moves on between two pages stands in both, and counts as it was seen last. */
export async function jobsOf<Data, Result>(
  queue: Pick<Queue, 'getJobs'>,
  states: JobType[],
): Promise<readonly Job<Data, Result>[]> {
  const all = new Map<string, Job<Data, Result>>();
  for (let at = 0; ; at += PAGE) {
    const jobs: readonly Job<Data, Result>[] = await queue.getJobs(states, at, at + PAGE - 1, true);
    for (const job of jobs) all.set(job.id!, job);
    if (jobs.length < PAGE) return [...all.values()];
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
