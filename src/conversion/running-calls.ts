import { createHash } from 'node:crypto';
import { parseUrl } from '../contract/address.ts';
import type { CallStage, RunningResponse } from '../contract/running.ts';
import type { UsageResponse } from '../contract/usage.ts';

/** Calls that are told one by one: those that have been there longest. */
const MOST_LISTED = 1000;

/** The calls in flight of this process. */
export type RunningCalls = ReturnType<typeof createRunningCalls>;

/** A call in flight, as those that carry it on see it. */
export type RunningCall = ReturnType<RunningCalls['begin']>;

interface Entry {
  readonly route: string;
  readonly startedAt: number;
  stage: CallStage;
  stageAt: number;
  keyId: string | null;
  host: string | null;
  page?: ReturnType<typeof loggedPage> | undefined;
}

/** A page as the log tells of it: its host, with a port that is not the usual one, and 16 digits of the SHA-256 of its address. */
function loggedPage({ host, origin, pathname, search }: URL) {
  const digest = createHash('sha256').update(origin + pathname + search);
  return { host, urlDigest: digest.digest('hex').slice(0, 16) };
}

/** `clock`: milliseconds of a monotonic clock. */
export function createRunningCalls(clock: () => number = () => performance.now()) {
  // In the order in which they began.
  const entries = new Set<Entry>();
  return {
    /** A call of a route begins; `end` must be called. */
    begin(route: string) {
      const now = clock();
      const entry: Entry = { route, startedAt: now, stage: 'admit', stageAt: now, keyId: null, host: null };
      entries.add(entry);
      return {
        /** Whose call it is. */
        by(keyId: string): void {
          entry.keyId = keyId;
        },
        /** The page that it asks for; its host and a digest alone are kept. */
        asks(url: string): void {
          const address = parseUrl(url);
          entry.host = address?.hostname || null;
          entry.page = address?.host ? loggedPage(address) : undefined;
        },
        /** The page that it asked for last. */
        page: () => entry.page,
        at(stage: CallStage): void {
          entry.stage = stage;
          entry.stageAt = clock();
        },
        end: (): void => void entries.delete(entry),
      };
    },
    /** Those of a key that ask for a page, the oldest first. */
    of(keyId: string): UsageResponse['running'] {
      const now = clock();
      return [...entries].flatMap(({ keyId: by, host, stage, startedAt }) =>
        by === keyId && host !== null ? [{ host, stage, age_ms: Math.round(now - startedAt) }] : [],
      );
    },
    list(): Pick<RunningResponse, 'calls' | 'calls_total'> {
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
