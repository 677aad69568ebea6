import { parseUrl } from '../contract/address.ts';
import type { CallStage, RunningResponse } from '../contract/running.ts';

/** Calls that are told one by one: those that have been there longest. */
const MOST_LISTED = 1000;

/** A call in flight, as those that carry it on see it. */
export interface RunningCall {
  /** Whose call it is. */
  by(keyId: string): void;
  /** The page that it asks for; its host alone is kept. */
  asks(url: string): void;
  at(stage: CallStage): void;
  end(): void;
}

/** The calls in flight of this process. */
export interface RunningCalls {
  /** A call of a route begins; `end` must be called. */
  begin(route: string): RunningCall;
  list(): Pick<RunningResponse, 'calls' | 'calls_total'>;
}

interface Entry {
  readonly route: string;
  readonly startedAt: number;
  stage: CallStage;
  stageAt: number;
  keyId: string | null;
  host: string | null;
}

/** `clock`: milliseconds of a monotonic clock. */
export function createRunningCalls(clock: () => number = () => performance.now()): RunningCalls {
  // In the order in which they began.
  const entries = new Set<Entry>();
  return {
    begin(route) {
      const now = clock();
      const entry: Entry = { route, startedAt: now, stage: 'admit', stageAt: now, keyId: null, host: null };
      entries.add(entry);
      return {
        by(keyId) {
          entry.keyId = keyId;
        },
        asks(url) {
          entry.host = parseUrl(url)?.hostname ?? null;
        },
        at(stage) {
          entry.stage = stage;
          entry.stageAt = clock();
        },
        end: () => void entries.delete(entry),
      };
    },
    list() {
      const now = clock();
      const calls = [...entries].slice(0, MOST_LISTED).map((entry) => ({
        age_ms: Math.round(now - entry.startedAt),
        stage: entry.stage,
        stage_ms: Math.round(now - entry.stageAt),
        key_id: entry.keyId,
        host: entry.host,
        route: entry.route,
      }));
      return { calls, calls_total: entries.size };
    },
  };
}
