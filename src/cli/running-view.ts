import type { RunningResponse } from '../contract/running.ts';
import { formatTable } from './terminal.ts';

const MIB = 1024 * 1024;

/** What a process is at, as lines for a person. `most`: calls that are shown, the oldest. */
export function runningView(running: RunningResponse, url: string, most = Number.POSITIVE_INFINITY): string {
  const { queue, workers, browsers, stores, calls } = running;
  const shown = calls.slice(0, most);
  const store = stores.redis ? `${stores.kind} and redis` : stores.kind;
  const lines = [
    `pagemark ${running.version} (Node ${running.node}) at ${url}: ${running.state}, up ${age(running.uptime_s * 1000)}`,
    `queue     ${queue.in_flight} of ${queue.max} calls in flight, ${queue.waiting} pages wait for a worker, one more would wait ${age(queue.expected_wait_ms)}, ${Math.round(queue.held_bytes / MIB)} MiB held`,
    `workers   ${workers.busy} busy of ${workers.ready} ready, ${workers.threads} threads; ${browsers} browsers`,
    `stores    ${store}: ${stores.ms === null ? 'no answer' : `answer in ${stores.ms} ms`}`,
    '',
  ];
  const rows = shown.map((call) => [
    age(call.age_ms),
    call.stage,
    age(call.stage_ms),
    call.key_id ?? '-',
    call.host ?? '-',
    call.route,
  ]);
  const table = formatTable(['age', 'stage', 'since', 'key', 'host', 'route'], rows, 'No calls in flight.');
  const left = running.calls_total - shown.length;
  return `${lines.join('\n')}\n${table}${left > 0 ? `and ${left} younger calls\n` : ''}`;
}

/** Milliseconds as the largest unit that they fill: `80ms`, `4.2s`, `3m`, `5h`, `2d`. */
function age(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)}m`;
  return ms < 86_400_000 ? `${Math.floor(ms / 3_600_000)}h` : `${Math.floor(ms / 86_400_000)}d`;
}
