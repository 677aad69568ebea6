import type { AddressInfo } from 'node:net';
import { type Access, createAccess } from './access/access.ts';
import { UsageRecorder } from './access/usage-recorder.ts';
import type { Config } from './config/config.ts';
import { createAdmission } from './conversion/admission.ts';
import { collectWhileIdle } from './conversion/collect-garbage.ts';
import { createConverter } from './conversion/converter.ts';
import { fetchedSource, tellingSelector } from './conversion/fetched-source.ts';
import type { PageSource } from './conversion/ports.ts';
import { openWorkerPool } from './conversion/worker-pool.ts';
import type { PageFetcher } from './fetching/fetch-page.ts';
import { watchUnsent } from './http/connections.ts';
import { createDrain } from './http/drain.ts';
import { listen } from './http/listen.ts';
import {
  browsersOf,
  keepSnapshots,
  openFetcher,
  openRenderer,
  openResults,
  openSnapshots,
  openStores,
  warningsOf,
} from './open-from-config.ts';
import { type HttpParts, httpDeps } from './open-http.ts';
import { createLog, faultLog, storeLog } from './telemetry/log.ts';
import { observeAdmission, observeSource, observeStores, observeWorkers } from './telemetry/observe.ts';
import { createPrometheus } from './telemetry/prometheus.ts';
import { openTracing } from './telemetry/tracing.ts';

const SWEEP_MS = 60_000;

/** A running service. */
export interface Service {
  /** Address it listens on, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly access: Access;
  /** Resolves when its workers have warmed up: calls wait until then. Rejects, all closed, when they cannot. */
  readonly ready: Promise<void>;
  /** Logs what the operator should know of this start. */
  logWarnings(): void;
  /** Readiness off; after the delay no new work; resolves when accepted work has finished or its time is over, all closed. */
  drain(): Promise<void>;
  /** Ends at once, accepted work too. */
  close(): Promise<void>;
}

interface StartOptions {
  readonly warmsUp?: boolean;
  readonly machineClock?: Parameters<typeof openStores>[2];
}

/**
 * Puts the service together and listens, while its workers warm up. Throws when the store cannot be opened or the port is
 * taken; whatever was opened before is closed again. `warmsUp`: whether its threads convert pages of their own before it says
 * that it is ready (the default); without that its first callers wait for V8. `machineClock`: for tests, as `openStores` has it.
 */
export async function startService(
  config: Config,
  { warmsUp = true, machineClock }: StartOptions = {},
): Promise<Service> {
  const log = createLog(config.logLevel);
  const state: State = { port: config.server.port, unsentBytes: () => 0 };
  const drain = createDrain(config.server.drainDelayMs);
  const { conversion } = config;
  const usage = new UsageRecorder();
  const admission = createAdmission({ ...conversion, browsers: browsersOf(config), onUse: usage.onUse });
  const unsentBytes = () => state.unsentBytes();
  const prometheus = createPrometheus({ admission, drain, workers: conversion.workers, unsentBytes });
  // First of all: the threads load beside what this one loads.
  const pool = openWorkerPool({ ...conversion, threads: conversion.workers, hasSpare: true, warmsUp });
  const opened = [() => pool.close()];
  try {
    const observer = { measures: prometheus.measures, tracing: await openTracing() };
    const stores = observeStores(await openStores(config, storeLog(log), machineClock), observer);
    opened.push(() => stores.close());
    const access = createAccess({
      stores,
      plans: config.plans,
      usage,
      adminToken: config.secrets.adminToken?.reveal() ?? null,
      aiConcurrency: config.ai.concurrency,
    });
    const endCollecting = collectWhileIdle({
      isIdle: () => admission.inFlight === 0,
      requests: () => admission.entered,
      collectWorkers: pool.collect,
    });
    opened.push(async () => endCollecting());
    await access.start(faultLog(log, 'leases and totals wait for the store'));
    opened.push(() => access.end());
    const parts = { access, stores, pool, admission, prometheus, observer, state, drain, log, opened };
    return await open(config, parts);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

interface State {
  port: number;
  unsentBytes: () => number;
}

interface Parts extends HttpParts {
  readonly state: State;
}

async function open(config: Config, parts: Parts): Promise<Service> {
  const { access, stores, pool, admission, prometheus, observer, state, drain, log, opened } = parts;
  const fetcher = openFetcher(config, () => [state.port]);
  const renderer = openRenderer(config, fetcher);
  opened.push(() => renderer.close());
  const inner = observeSource(fetchedSource(fetcher, renderer, admission), observer);
  const results = await openResults(config, {
    onLook: prometheus.observeResult,
    onFault: faultLog(log, 'results cannot be kept'),
  });
  opened.push(async () => results?.close());
  // The server is loaded while the thread of the snapshots starts.
  const [pages, { createHttpServer }] = await Promise.all([
    openSource(config, inner, fetcher, parts),
    import('./http/server.ts'),
  ]);
  const converter = createConverter({
    results,
    ...pages,
    source: tellingSelector(pages.source),
    workers: observeWorkers(pool, observer),
    admission: observeAdmission(admission, observer),
    timeoutMs: config.conversion.timeoutMs,
  });
  const app = await createHttpServer(httpDeps(config, parts, { converter, fetcher, renderer }));
  state.unsentBytes = watchUnsent(app.server, prometheus.observeLetGo);
  drain.watch(app.server);
  opened.push(() => app.close());
  await listen(app, { host: config.server.host, port: config.server.port });
  const { port, address, family } = app.server.address() as AddressInfo;
  state.port = port;
  const warnings = [...(await warningsOf(config, renderer)), ...(await stores.warnings())];
  const sweep = () => void stores.sweep(config.usageDays).catch((err) => log.warn({ err }, 'sweep failed'));
  const sweeper = setInterval(sweep, SWEEP_MS).unref();
  opened.push(async () => clearInterval(sweeper));
  let ended: Promise<void> | undefined;
  const end = () => {
    app.server.closeAllConnections();
    ended ??= closeAll(opened);
    return ended;
  };
  const ready = pool.ready.catch(async (error) => {
    if (drain.isLeaving) return;
    await end();
    throw error;
  });
  ready.catch(() => undefined);
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    access,
    ready,
    logWarnings: () => void warnings.map((warning) => log.warn(warning)),
    async drain() {
      log.info('ending: calls in work are finished first, a second signal ends at once');
      await drain.run();
      await end();
      log.info('ended');
    },
    close() {
      drain.skip();
      return end();
    },
  };
}

/** Pages of `inner` and what is remembered of their sites, behind snapshots unless these are off or their store cannot be opened. */
async function openSource(
  config: Config,
  inner: PageSource,
  { allows }: PageFetcher,
  { prometheus, log, opened }: Parts,
): Promise<ReturnType<typeof keepSnapshots>> {
  if (config.snapshots.ttlMs === 0) return { source: inner };
  try {
    const store = await openSnapshots(config);
    opened.push(() => store.close());
    const told = { onResult: prometheus.observeSnapshot, onFault: faultLog(log, 'snapshots cannot be kept') };
    return keepSnapshots(config, inner, { store, allows, ...told });
  } catch (err) {
    log.warn({ err }, 'snapshots are off until the next start: their store cannot be opened');
    return { source: inner };
  }
}

async function closeAll(opened: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const close of opened.toReversed()) await close().catch(() => undefined);
}
