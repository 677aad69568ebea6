import type { Logger } from 'pino';
import type { Access } from './access/access.ts';
import { adviceOn } from './ai/provider-failure.ts';
import type { Config } from './config/config.ts';
import type { Admission } from './conversion/admission.ts';
import type { Converter } from './conversion/converter.ts';
import { createRunningCalls } from './conversion/running-calls.ts';
import type { WorkerPool } from './conversion/worker-pool.ts';
import type { PageFetcher } from './fetching/fetch-page.ts';
import type { AdminDoor, HttpDeps } from './http/deps.ts';
import type { Drain } from './http/drain.ts';
import type { McpEndpoint } from './mcp/mcp-endpoint.ts';
import { openAi } from './open-from-config.ts';
import type { Renderer } from './rendering/renderer.ts';
import type { Stores } from './storage/ports.ts';
import { requestFaultLog } from './telemetry/log.ts';
import { type Observer, observeAi } from './telemetry/observe.ts';
import type { Prometheus } from './telemetry/prometheus.ts';
import { readReadiness, readRunning } from './telemetry/read-running.ts';

/** Parts of a service that its HTTP room reads. */
export interface HttpParts {
  readonly access: Access;
  readonly stores: Stores;
  readonly pool: WorkerPool;
  readonly admission: Admission;
  readonly prometheus: Prometheus;
  readonly observer: Observer;
  readonly drain: Drain;
  readonly log: Logger;
  /** What to close, in the order it was opened. */
  readonly opened: (() => Promise<unknown>)[];
}

/** What reads pages. */
interface Readers {
  readonly converter: Converter;
  readonly fetcher: PageFetcher;
  readonly renderer: Renderer;
}

/** Everything the HTTP room needs, of the parts of a service. */
export function httpDeps(
  config: Config,
  parts: HttpParts,
  { converter, fetcher, renderer }: Readers,
): HttpDeps {
  const calls = createRunningCalls();
  const { access, stores, pool, prometheus, observer, drain, log, opened } = parts;
  const mcp = openMcp(converter, (error) => log.warn({ err: error }, 'mcp'));
  opened.push(() => mcp.close());
  const readiness = () => readReadiness(stores, pool, drain);
  return {
    ...config.server,
    maxFileBytes: config.fetching.maxResponseBytes,
    authenticator: access.authenticator,
    meter: access.meter,
    converter,
    usage: access.usage,
    jobs: stores.jobs,
    fetcher,
    userAgent: config.fetching.userAgent,
    licenses: access.licenses,
    aiQuota: access.aiQuota,
    ai: observeAi(openAi(config), observer),
    mcp,
    plans: Object.fromEntries(access.plans),
    isLeaving: () => drain.isLeaving,
    isDraining: () => drain.isDraining,
    beginWork: drain.begin,
    readiness,
    metrics: async () => prometheus.read(await readiness()),
    metricsToken: config.secrets.metricsToken?.reveal() ?? null,
    runningCalls: calls,
    running: () => readRunning({ ...parts, config, calls, renderer }),
    admin: openAdmin(config, access, log),
    openSpan: observer.tracing.request,
    onAnswer(answer) {
      prometheus.observe(answer);
      access.usage.onAnswer(answer);
      log[answer.status === 200 && POLLS.has(answer.route) ? 'debug' : 'info'](answer, 'answered');
    },
    onFault: requestFaultLog(log, (error) =>
      adviceOn(error, { ...config.ai, hasKey: config.secrets.aiApiKey !== null }),
    ),
  };
}

/** Routes that our own pages ask every second or two; successful calls of them are on level `debug`, whoever makes them. */
const POLLS = new Set(['/v1/usage', '/admin/api/running']);

/** The endpoint, loaded with the first call that comes to it: the SDK is a tenth of what a start would load. */
function openMcp(converter: Converter, onDefect: (error: unknown) => void): McpEndpoint {
  let opened: Promise<McpEndpoint> | undefined;
  const open = async () => (await import('./mcp/mcp-endpoint.ts')).createMcpEndpoint(converter, onDefect);
  return {
    async answer(...call) {
      opened ??= open();
      return (await opened).answer(...call);
    },
    close: async () => (await opened)?.close(),
  };
}

/** The parts behind `/admin`; null without an admin token. */
function openAdmin(config: Config, access: Access, log: Logger): AdminDoor | null {
  const { admin: gate, keys, licenses, reports } = access;
  if (gate === null) return null;
  return {
    gate,
    keys,
    licenses,
    reports,
    async runChecks() {
      // Loaded when it is asked for: it brings the proofs of the egress rule.
      const { runChecks } = await import('./doctor/checks.ts');
      return runChecks(config);
    },
    onAction: (action) => log.info(action, 'admin'),
  };
}
