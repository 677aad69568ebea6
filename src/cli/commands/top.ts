import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { loadConfig } from '../../config/config.ts';
import { ConfigError } from '../../config/problems.ts';
import { parseHttpUrl } from '../../contract/address.ts';
import { fail, toFailure } from '../../contract/failure.ts';
import type { RunningResponse } from '../../contract/running.ts';
import { formatJson, formatTable, type Terminal } from '../terminal.ts';
import { type CommandContext, jsonFlag, listensAt } from './context.ts';

const REFRESH_MS = 1000;
/** A process that has not answered by then is at its end. */
const ANSWER_MS = 5000;
/** Lines above and below the calls, where the widest are two. */
const OTHER_LINES = 12;

/** `pagemark top`: what a running process is at; refreshed where standard output is a terminal. */
export function addTop(program: Command, { terminal, env }: CommandContext): void {
  jsonFlag(program.command('top'))
    .description(
      'show what a running process is at: calls by age and stage, queue, workers, browsers, stores',
    )
    .option(
      '--url <address>',
      'of the process; default: where HOST and PORT say that one listens',
      parseAddress,
    )
    .action(async ({ url, json }: { url?: URL; json?: boolean }) => {
      const { server, secrets } = loadConfig(env);
      const token = secrets.adminToken?.reveal();
      if (token === undefined) throw new ConfigError([NO_TOKEN]);
      const at = url ?? new URL(listensAt(server));
      const read = () => readRunning(at, token);
      if (json) terminal.out(formatJson(await read()));
      else if (terminal.screen === null) terminal.out(runningView(await read(), at.origin));
      else await watch(read, at.origin, terminal.screen);
    });
}

function parseAddress(text: string): URL {
  const url = parseHttpUrl(text);
  if (url !== undefined) return url;
  throw new InvalidArgumentError('Give an address such as http://127.0.0.1:8787.');
}

const NO_TOKEN =
  'Set PAGEMARK_ADMIN_TOKEN here and for the service, to the same value; it is not set, and what a process is at is told to nobody else.';

/** Shows it anew every second, until the process of the command is ended; a service that restarts is waited for. */
async function watch(
  read: () => Promise<RunningResponse>,
  origin: string,
  screen: NonNullable<Terminal['screen']>,
): Promise<never> {
  let running = await read();
  for (;;) {
    screen.show(runningView(running, origin, Math.max(1, screen.rows() - OTHER_LINES)));
    await sleep(REFRESH_MS);
    try {
      running = await read();
    } catch (error) {
      screen.show(`${toFailure(error).message}\n`);
    }
  }
}

/** Throws `ServiceError` with what to do. */
async function readRunning(url: URL, token: string): Promise<RunningResponse> {
  const headers = { authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(new URL('/admin/api/running', url), { headers, signal }).catch((cause) => {
    throw fail(
      'upstream_unreachable',
      `Start the service or name its address with --url: nothing answers at ${url.origin}.`,
      { cause },
    );
  });
  if (answer.status === 401)
    throw fail(
      'unauthorized',
      `Set PAGEMARK_ADMIN_TOKEN to that of the service at ${url.origin}: this one is another.`,
    );
  const { runningResponse } = await import('../../contract/running.ts');
  const running = runningResponse.safeParse(await answer.json().catch(() => null));
  if (running.success) return running.data;
  throw fail(
    'not_found',
    `Set PAGEMARK_ADMIN_TOKEN for the service, and use the version of pagemark that it has: ${url.origin} answered ${answer.status} to /admin/api/running.`,
  );
}

const MIB = 1024 * 1024;

/** What a process is at, as lines for a person. `most`: calls that are shown, the oldest. */
function runningView(running: RunningResponse, url: string, most = Number.POSITIVE_INFINITY): string {
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
