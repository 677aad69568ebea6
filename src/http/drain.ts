import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long accepted work may go on once new work is refused (design: drain). */
export const DRAIN_MS = 30_000;
const POLL_MS = 20;

/** How far a process is on its way to its end: it serves, it is leaving and serves, it refuses new work. */
export interface Drain {
  /** True from the signal on: `/ready` says no, and connections close after their answers. */
  readonly isLeaving: boolean;
  /** True from the end of the delay on: new work is refused as `draining`. */
  readonly isDraining: boolean;
  /** Counts the requests of a server that are not answered yet. */
  watch(server: Server): void;
  /** Leaves, drains; resolves when all requests are answered or `DRAIN_MS` of draining have passed. */
  run(): Promise<void>;
  /** Ends the serving at once. */
  skip(): void;
}

/** `delayMs`: how long it goes on serving after it began to leave, so that a balancer can see that (`PAGEMARK_DRAIN_DELAY_MS`). */
export function createDrain(delayMs: number): Drain {
  let stage: 'serving' | 'leaving' | 'draining' = 'serving';
  let open = 0;
  let closeIdle = () => {};
  return {
    get isLeaving() {
      return stage !== 'serving';
    },
    get isDraining() {
      return stage === 'draining';
    },
    watch(server) {
      closeIdle = () => server.closeIdleConnections();
      server.on('request', (_request, response) => {
        open++;
        response.once('close', () => open--);
      });
    },
    async run() {
      stage = 'leaving';
      // Without a delay new work is refused in the same moment.
      if (delayMs > 0) await sleep(delayMs);
      stage = 'draining';
      const endsAt = performance.now() + DRAIN_MS;
      closeIdle();
      while (open > 0 && performance.now() < endsAt) await sleep(POLL_MS);
    },
    skip() {
      stage = 'draining';
    },
  };
}
