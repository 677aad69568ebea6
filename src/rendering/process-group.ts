import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;
/** Index of fields in `/proc/<pid>/stat` after the closing bracket of the name (proc(5): 3 is the first of them). */
const STATE_FIELD = 3 - 3;
const GROUP_FIELD = 5 - 3;
/** User and system time of the process and of its children that have ended, in ticks. */
const CPU_FIELDS = [14 - 3, 15 - 3, 16 - 3, 17 - 3];
/** Ticks are of this length on every Linux (`USER_HZ`). */
const TICK_MS = 10;
const START_FIELD = 22 - 3;
const RSS_FIELD = 24 - 3;

/**
 * When a process started, in ticks since boot: with its id a name that is not given twice. `null` when there is no such
 * process, `''` where the system does not tell.
 */
export async function processStart(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  return (await statFields(pid))?.[START_FIELD] ?? '';
}

/** Whether a process has ended, its parent may not know of it yet (state `Z`). */
export async function isDead(pid: number): Promise<boolean> {
  return (await processStart(pid)) === null || (await statFields(pid))?.[STATE_FIELD] === 'Z';
}

/**
 * Tells what all processes of a group use; 0 where the system does not tell. Shared pages count each time. A process of another
 * group is read once, however often this is asked: only those that a group begins join it.
 */
export function usageOfGroup(groupId: number) {
  let others: ReadonlySet<string> = new Set();
  return async (): Promise<{ readonly rssBytes: number; readonly cpuMs: number }> => {
    const still = new Set<string>();
    let pages = 0;
    let ticks = 0;
    for (const entry of await readdir('/proc').catch(() => [])) {
      if (!/^\d+$/.test(entry)) continue;
      const fields = others.has(entry) ? undefined : await statFields(Number(entry));
      if (fields?.[GROUP_FIELD] !== String(groupId)) {
        if (fields !== undefined || others.has(entry)) still.add(entry);
        continue;
      }
      pages += Number(fields[RSS_FIELD]);
      for (const field of CPU_FIELDS) ticks += Number(fields[field]);
    }
    others = still;
    return { rssBytes: pages * PAGE_BYTES, cpuMs: ticks * TICK_MS };
  };
}

/**
 * The group that a process is in: that of the script which began it, where that has not become it. Its own id where the system
 * does not tell.
 */
export async function groupOf(pid: number): Promise<number> {
  return Number((await statFields(pid))?.[GROUP_FIELD] ?? pid);
}

/** Ends a process group at once; nothing happens when it has gone. */
export function killGroup(groupId: number): void {
  try {
    process.kill(process.platform === 'win32' ? groupId : -groupId, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function statFields(pid: number): Promise<readonly string[] | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}
