// How much slower than alone this process runs now, since other processes use the same cores.
const SAMPLE_MS = 400;

/**
 * Wall time over CPU time of a fixed spell of work: 1 on an idle machine, about 4 beside eight spinning processes on two
 * cores. A limit in seconds that was measured on an idle machine is multiplied by it.
 */
export function contention() {
  const began = performance.now();
  const { user, system } = process.cpuUsage();
  let spent = 0;
  while (spent < SAMPLE_MS * 1000) {
    const now = process.cpuUsage();
    spent = now.user + now.system - user - system;
  }
  return Math.max(1, ((performance.now() - began) * 1000) / spent);
}
