import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DOORS } from '../contract/doors.ts';
import type { ReadyResponse } from '../contract/health.ts';
import type { CacheLooks, RunningResponse } from '../contract/running.ts';
import type { Admission } from '../conversion/admission.ts';
import { RESULT_LOOKS } from '../conversion/kept-results.ts';
import { SNAPSHOT_RESULTS } from '../conversion/snapshots/snapshot-source.ts';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { AnswerRecord } from '../http/deps.ts';
import type { Drain } from '../http/drain.ts';

/** Stages of a request whose time is measured. */
type Stage = 'fetch' | 'render' | 'queue' | 'convert' | 'write' | 'ai_first_chunk';

/** Where figures go. `outcome` is `ok` or a failure reason; times are milliseconds. */
export interface Measures {
  stage(stage: Stage, outcome: string, ms: number): void;
  store(store: string, operation: string, outcome: string, ms: number): void;
  limit(decision: 'admitted' | 'paid' | 'minute' | 'hour' | 'month'): void;
  aiCall(outcome: string): void;
}

/** What is read when Prometheus asks. */
interface LiveParts {
  readonly admission: Pick<Admission, 'inFlight' | 'heldBytes' | 'waiting' | 'expectedWaitMs'>;
  readonly drain: Pick<Drain, 'isLeaving'>;
  readonly workers: number;
  readonly unsentBytes: () => number;
}

export type Prometheus = ReturnType<typeof createPrometheus>;

const REQUEST_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const STAGE_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 45];
const STORE_BUCKETS_S = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 3];

/** Metrics of one process. Labels are closed sets (routes, statuses, reasons, plans, stages): never a key, a host or a URL. */
export function createPrometheus(live: LiveParts) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addGauges(registry, live);
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const ready = gauge('pagemark_ready', '1 while /ready answers 200.');
  const store = gauge('pagemark_store_up', '1 while the stores answer and take writes.');
  const requests = new Counter({
    name: 'pagemark_requests_total',
    help: 'Answers by route, status, reason and the plan of the key.',
    labelNames: ['route', 'status', 'reason', 'plan'] as const,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'pagemark_request_seconds',
    help: 'Seconds from the first byte of a request to the end of its answer.',
    labelNames: ['route', 'plan'] as const,
    buckets: REQUEST_BUCKETS_S,
    registers: [registry],
  });
  const snapshots = closedCounter(registry, 'result', SNAPSHOT_RESULTS, {
    name: 'pagemark_snapshots_total',
    help: 'Pages by how the snapshots answered: hit, miss, stale (asked for again), request (wanted newer), collapsed (shared a fetch), stale_if_error; and store_fault.',
  });
  const results = closedCounter(registry, 'result', RESULT_LOOKS, {
    name: 'pagemark_results_total',
    help: 'Looks for a kept result: hit (nothing was converted), miss; and store_fault.',
  });
  const doors = closedCounter(registry, 'door', DOORS, {
    name: 'pagemark_door_calls_total',
    help: "Answers to calls of another product's interface, by product.",
  });
  const letGo = closedCounter(registry, 'cause', ['stalled', 'unsent_bytes'], {
    name: 'pagemark_readers_let_go_total',
    help: 'Connections closed because the reader took nothing for 30 s (stalled), or too much waited (unsent_bytes).',
  });
  const measures = createMeasures(registry);
  return {
    measures,
    observe({ route, door, status, reason, durationMs, writeMs, plan = 'none' }: AnswerRecord): void {
      if (door !== undefined) doors.observe(door);
      requests.inc({ route, status: String(status), reason: reason ?? 'none', plan });
      duration.observe({ route, plan }, durationMs / 1000);
      if (writeMs !== undefined) measures.stage('write', 'ok', writeMs);
    },
    observeSnapshot: snapshots.observe,
    observeResult: results.observe,
    /** Looks for kept pages and results since the start, as the metrics count them. */
    readCaches: async (): Promise<RunningResponse['cache']> => ({
      pages: await snapshots.read(),
      results: await results.read(),
    }),
    observeLetGo: letGo.observe,
    /** All metrics as text; the readiness of this moment is shown with them. */
    async read(readiness: Pick<ReadyResponse, 'status' | 'store'>) {
      ready.set(Number(readiness.status === 'ready'));
      store.set(Number(readiness.store));
      return { body: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

/** A counter by one label of a closed set, each value of which is there from the start; `read` is for looks into a cache. */
function closedCounter<Value extends string>(
  registry: Registry,
  label: 'result' | 'cause' | 'door',
  all: readonly Value[],
  named: { readonly name: string; readonly help: string },
): { readonly observe: (value: Value) => void; readonly read: () => Promise<CacheLooks> } {
  const counter = new Counter({ ...named, labelNames: [label], registers: [registry] });
  for (const value of all) counter.inc({ [label]: value }, 0);
  return {
    observe: (value) => counter.inc({ [label]: value }),
    async read() {
      const { values } = await counter.get();
      const hit = values.find(({ labels }) => labels.result === 'hit')?.value ?? 0;
      // A fault of the store comes besides what became of the look.
      const looks = values.filter(({ labels }) => labels.result !== 'store_fault');
      return { hit, looks: looks.reduce((sum, { value }) => sum + value, 0) };
    },
  };
}

function createMeasures(registry: Registry): Measures {
  const stages = new Histogram({
    name: 'pagemark_stage_seconds',
    help: 'Seconds of a stage of a request: fetch, render, queue, convert, write, ai_first_chunk; by outcome.',
    labelNames: ['stage', 'outcome'] as const,
    buckets: STAGE_BUCKETS_S,
    registers: [registry],
  });
  const stores = new Histogram({
    name: 'pagemark_store_seconds',
    help: 'Seconds of a call of a store, by store, operation and outcome.',
    labelNames: ['store', 'operation', 'outcome'] as const,
    buckets: STORE_BUCKETS_S,
    registers: [registry],
  });
  const limits = new Counter({
    name: 'pagemark_limit_decisions_total',
    help: 'Decisions of the request windows: admitted, paid, minute or hour (which window refused), month (the quota of a key).',
    labelNames: ['decision'] as const,
    registers: [registry],
  });
  const provider = new Counter({
    name: 'pagemark_ai_calls_total',
    help: 'Calls of the AI provider until the first piece of text, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  return {
    stage: (stage, outcome, ms) => stages.observe({ stage, outcome }, ms / 1000),
    store: (store, operation, outcome, ms) => stores.observe({ store, operation, outcome }, ms / 1000),
    limit: (decision) => limits.inc({ decision }),
    aiCall: (outcome) => provider.inc({ outcome }),
  };
}

function addGauges(registry: Registry, { admission, drain, workers, unsentBytes }: LiveParts): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge('pagemark_conversions_in_flight', 'Conversions that hold a place.', () => admission.inFlight);
  gauge('pagemark_held_bytes', 'Page bytes held in memory.', () => admission.heldBytes);
  gauge('pagemark_worker_queue', 'Pages that wait for a worker.', () => admission.waiting);
  gauge('pagemark_unsent_bytes', 'Bytes of answers that wait for their readers.', unsentBytes);
  gauge('pagemark_workers', 'Conversion threads.', () => workers);
  gauge(
    'pagemark_expected_wait_seconds',
    'Seconds that a page queued now would wait for a worker.',
    () => admission.expectedWaitMs / 1000,
  );
  gauge('pagemark_draining', '1 while the process shuts down.', () => Number(drain.isLeaving));
  new Gauge({
    name: 'pagemark_info',
    help: 'Always 1; the labels name the engine and the Node version.',
    labelNames: ['engine', 'node'] as const,
    registers: [registry],
  }).set({ engine: ENGINE_VERSION, node: process.version }, 1);
}
