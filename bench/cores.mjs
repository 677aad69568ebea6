// Which core runs what, and what a process has used of it: Linux, where /proc and util-linux tell and do it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * A core for each worker of the service and another one for this process, which offers the load and serves the pages; null with
 * the reason printed where they cannot be kept apart. Figures of shared cores include what the load itself costs.
 */
export function separateCores(workers = 1) {
  const why = whyShared(workers);
  if (why !== null) {
    console.log(`not pinned: ${why}; the load takes its time from the service`);
    return null;
  }
  const [own, ...rest] = allowedCores();
  const service = rest.slice(0, workers).join();
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(own), String(process.pid)], {
    stdio: 'ignore',
  });
  console.log(`pinned: load and site on core ${own}, service with as many workers on ${service}`);
  return { command: ['taskset', '--cpu-list', service] };
}

function whyShared(workers) {
  const cores = availableParallelism();
  if (cores < workers + 1) return `there are ${cores} cores, not ${workers + 1}`;
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
  } catch {
    return 'taskset (util-linux) is not there';
  }
  return null;
}

/** Cores that this process may use, such as `0-3,8`, as numbers. */
function allowedCores() {
  const list = /Cpus_allowed_list:\s*(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  return list.split(',').flatMap((part) => {
    const [from, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

/**
 * CPU milliseconds of a process so far: of its main thread, which answers, and of all threads. NaN where /proc is not.
 * The clock of /proc has steps of 10 ms.
 */
export function processCpuMs(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((tid) => threadCpuMs(`/proc/${pid}/task/${tid}`));
    return { main: threadCpuMs(`/proc/${pid}/task/${pid}`), all: threads.reduce((sum, ms) => sum + ms, 0) };
  } catch {
    return { main: Number.NaN, all: Number.NaN };
  }
}

const MS_PER_TICK = 10;

function threadCpuMs(folder) {
  // After the name in parentheses: state is field 3, utime 14, stime 15 (proc_pid_stat(5)).
  const fields = readFileSync(`${folder}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
