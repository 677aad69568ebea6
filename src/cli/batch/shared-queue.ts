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

/** So long the result of a work is given to machines that come late; after that the same command begins anew. */
export const KEPT_MS = 3_600_000;
/** Ends a work: ended, over, what is told of the end, for how long; where the key of a lead is given, only while this machine has it. */
const END = `if KEYS[3] and redis.call('GET', KEYS[3]) ~= ARGV[3] then return 0 end
redis.call('SET', KEYS[1], '1')
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2], 'NX') return 1`;

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
  const keys = `${PREFIX}:${name}:`;
  const [ended, over] = [`${keys}ended`, `${keys}over`];
  return {
    queue,
    redis,
    /** Ahead of the names of keys beside those of the queue. */
    keys,
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
    /** Ends the work for all machines, unless another one has; with the key of a lead, only while this machine has that. */
    end(told: string, lead?: string) {
      const names = [ended, over, ...(lead === undefined ? [] : [lead])];
      return redis.eval(END, names.length, ...names, told, KEPT_MS, machine);
    },
    /** What was told of the end, as long as that is kept; else null. */
    told: () => redis.get(over),
    /** True where the work ended, and nothing is told of that any more. */
    isPast: async () => (await redis.exists(ended)) === 1 && (await redis.exists(over)) === 0,
    /** Removes all jobs, these keys beside them, and the end. */
    async clear(names: readonly string[] = []): Promise<void> {
      await queue.obliterate({ force: true });
      for (const each of [...names, 'over', 'ended']) await redis.del(keys + each);
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

/** Jobs, a page of them in memory at a time, each once: one that moves on between two pages stands in both. */
export async function* jobsOf<Data, Result>(
  queue: Pick<Queue, 'getJobs'>,
  states: JobType[],
): AsyncGenerator<Job<Data, Result>, void> {
  const seen = new Set<string>();
  for (let at = 0; ; at += PAGE) {
    const jobs: readonly Job<Data, Result>[] = await queue.getJobs(states, at, at + PAGE - 1, true);
    for (const job of jobs) {
      if (!seen.has(job.id!)) yield job;
      seen.add(job.id!);
    }
    if (jobs.length < PAGE) return;
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
