import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { ReadyResponse } from '../contract/health.ts';
import type { RunningResponse } from '../contract/running.ts';
import type { Admission } from '../conversion/admission.ts';
import type { RunningCalls } from '../conversion/running-calls.ts';
import type { WorkerPool } from '../conversion/worker-pool.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { Drain } from '../http/drain.ts';
import type { Stores } from '../storage/ports.ts';
import type { Prometheus } from './prometheus.ts';

/** A store that has not answered by then is shown as one that does not. */
const STORE_MS = 1000;

interface RunningParts {
  readonly calls: Pick<RunningCalls, 'list'>;
  readonly admission: Pick<Admission, 'inFlight' | 'waiting' | 'expectedWaitMs' | 'heldBytes'>;
  readonly pool: Pick<WorkerPool, 'threads' | 'isAlive'>;
  readonly renderer: { readonly running: number };
  readonly stores: Pick<Stores, 'ping'>;
  readonly config: Pick<Config, 'conversion' | 'storage' | 'secrets'>;
  readonly prometheus: Pick<Prometheus, 'readCaches'>;
  readonly drain: Pick<Drain, 'isLeaving' | 'isDraining'>;
}

/** What the process is at now, for whoever operates it. Never rejects; waits a second at most, for the stores. */
export async function readRunning(parts: RunningParts): Promise<RunningResponse> {
  const { calls, admission, pool, renderer, stores, config, prometheus } = parts;
  const ms = await answersIn(stores);
  return {
    version: ENGINE_VERSION,
    node: process.version,
    uptime_s: Math.round(process.uptime()),
    state: stateOf(parts),
    ...calls.list(),
    queue: {
      in_flight: admission.inFlight,
      max: config.conversion.queueMax,
      waiting: admission.waiting,
      expected_wait_ms: Math.round(admission.expectedWaitMs),
      held_bytes: admission.heldBytes,
    },
    workers: pool.threads,
    browsers: renderer.running,
    cache: await prometheus.readCaches(),
    stores: { kind: config.storage.kind, redis: config.secrets.redisUrl !== null, ms },
  };
}

function stateOf({ drain, pool }: RunningParts): RunningResponse['state'] {
  if (drain.isDraining) return 'draining';
  if (drain.isLeaving) return 'leaving';
  return pool.isAlive ? 'ready' : 'warming';
}

/** Milliseconds that the stores took to answer; null when they did not. */
async function answersIn(stores: Pick<Stores, 'ping'>): Promise<number | null> {
  const from = performance.now();
  const answered = stores.ping().then(
    () => Math.round((performance.now() - from) * 10) / 10,
    () => null,
  );
  return Promise.race([answered, sleep(STORE_MS, null, { ref: false })]);
}

/** Whether new work is welcome, by what is known: no page is converted to find it out. Never rejects. */
export async function readReadiness(
  stores: Pick<Stores, 'ping'>,
  pool: Pick<WorkerPool, 'isAlive'>,
  drain: Pick<Drain, 'isLeaving'>,
): Promise<ReadyResponse> {
  const store = await stores.ping().then(
    () => true,
    () => false,
  );
  const workers = pool.isAlive;
  const draining = drain.isLeaving;
  return { status: store && workers && !draining ? 'ready' : 'unready', store, workers, draining };
}
