import { openSync, readlinkSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import type { Worker } from 'node:worker_threads';

/** Microseconds; of a thread from Node 22.19 and 24.6 on. */
interface CpuUsage {
  readonly user: number;
  readonly system: number;
}
interface TellsCpu {
  readonly threadCpuUsage?: () => CpuUsage;
  readonly cpuUsage?: () => Promise<CpuUsage>;
}

/** The id of the calling thread in `/proc/self/task` (proc(5)); null where the system has none. */
export function ownTaskId(): number | null {
  return orNull(() => Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
}

/**
 * By how much a worker is nicer than the thread that answers (setpriority(2)). Measured with two workers on two cores at three
 * times the load: p99 of refusals 80 ms without, 64 with 2, 49 with 5; more would cost conversions beside other programs.
 */
const WORKER_NICE = 2;

/** Lets the thread that answers go before this one, where the system has priorities of threads. */
export function giveWay(taskId: number | null): void {
  if (taskId === null) return;
  const nice = Math.min(getPriority(process.pid) + WORKER_NICE, constants.priority.PRIORITY_LOW);
  orNull(() => setPriority(taskId, nice));
}

/** A clock of the CPU that the calling thread has used, in milliseconds; the time of day where nothing tells. */
export function ownCpuClock(): () => number {
  const file = orNull(() => openSync('/proc/thread-self/schedstat', 'r'));
  if (file !== null) {
    const text = Buffer.alloc(64);
    return () => runMs(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)));
  }
  const { threadCpuUsage } = process as unknown as TellsCpu;
  return threadCpuUsage === undefined ? Date.now : () => totalMs(threadCpuUsage());
}

/** The same of another thread; 0 for one that has gone. */
export async function cpuMsOf(worker: Worker, taskId: number | null): Promise<number> {
  try {
    if (taskId !== null) return runMs(await readFile(`/proc/self/task/${taskId}/schedstat`, 'latin1'));
    const usage = await (worker as TellsCpu).cpuUsage?.();
    return usage === undefined ? Date.now() : totalMs(usage);
  } catch {
    return 0;
  }
}

/** The first figure of `schedstat`: nanoseconds on a processor. */
function runMs(schedstat: string): number {
  return Number(schedstat.split(' ', 1)[0]) / 1e6;
}

function totalMs({ user, system }: CpuUsage): number {
  return (user + system) / 1000;
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
