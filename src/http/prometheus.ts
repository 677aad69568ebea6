import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SNAPSHOT_RESULTS, type SnapshotResult } from '../conversion/snapshots/snapshot-source.ts';
import type { AnswerRecord } from './deps.ts';

/** Figures read when Prometheus asks. */
export interface LiveFigures {
  readonly inFlight: () => number;
  readonly heldBytes: () => number;
  readonly waiting: () => number;
}

export interface Prometheus {
  observe(answer: AnswerRecord): void;
  readonly observeSnapshot: (result: SnapshotResult) => void;
  read(): Promise<{ readonly body: string; readonly contentType: string }>;
}

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics of one process. Labels are routes, statuses and reasons only: never a key, a host or a URL. */
export function createPrometheus(live: LiveFigures): Prometheus {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'pagemark_requests_total',
    help: 'Answers by route, status and reason.',
    labelNames: ['route', 'status', 'reason'] as const,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'pagemark_request_seconds',
    help: 'Seconds from the first byte of a request to the end of its answer.',
    labelNames: ['route'] as const,
    buckets: BUCKETS_S,
    registers: [registry],
  });
  const snapshots = new Counter({
    name: 'pagemark_snapshots_total',
    help: 'Pages by how the snapshots answered: hit, miss, stale (asked for again), request (wanted newer), collapsed (shared a fetch), stale_if_error; and store_fault.',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  for (const result of SNAPSHOT_RESULTS) snapshots.inc({ result }, 0);
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge('pagemark_conversions_in_flight', 'Conversions that hold a place.', live.inFlight);
  gauge('pagemark_held_bytes', 'Page bytes held in memory.', live.heldBytes);
  gauge('pagemark_worker_queue', 'Pages that wait for a worker.', live.waiting);
  return {
    observe({ route, status, reason, durationMs }) {
      requests.inc({ route, status: String(status), reason: reason ?? 'none' });
      duration.observe({ route }, durationMs / 1000);
    },
    observeSnapshot: (result) => snapshots.inc({ result }),
    read: async () => ({ body: await registry.metrics(), contentType: registry.contentType }),
  };
}
