import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long accepted work may go on once new work is refused (design: drain). */
export const DRAIN_MS = 30_000;
const POLL_MS = 20;

/** How far a process is on its way to its end: it serves, it is leaving and serves, it refuses new work. */
export type Drain = ReturnType<typeof createDrain>;

/** `delayMs`: how long it goes on serving after it began to leave, so that a balancer can see that (`PAGEMARK_DRAIN_DELAY_MS`). */
export function createDrain(delayMs: number) {
  let stage: 'serving' | 'leaving' | 'draining' = 'serving';
  let open = 0;
  let watched: Server | undefined;
  /** Refuses new work at once. */
  const skip = (): void => {
    stage = 'draining';
  };
  return {
    /** True from the signal on: `/ready` says no, and connections close after their answers. */
    get isLeaving(): boolean {
      return stage !== 'serving';
    },
    /** True from the end of the delay on: new work is refused as `draining`. */
    get isDraining(): boolean {
      return stage === 'draining';
    },
    /** Counts the requests of a server that are not answered yet. */
    watch(server: Server): void {
      watched = server;
      server.on('request', (_request, response) => {
        open++;
        response.once('close', () => open--);
      });
    },
    /** Counts work that is none of a request; what is returned ends it. */
    begin(): () => void {
      open++;
      return () => {
        open--;
      };
    },
    /** Leaves, drains; resolves when all requests are answered, and all work has ended, or `DRAIN_MS` of draining have passed. */
    async run(): Promise<void> {
      stage = 'leaving';
      // Without a delay new work is refused in the same moment.
      if (delayMs > 0) await sleep(delayMs);
      skip();
      const endsAt = performance.now() + DRAIN_MS;
      // What had arrived by now is read, and answered, be it with a refusal.
      await sleep(POLL_MS);
      watched?.closeIdleConnections();
      while (open > 0 && performance.now() < endsAt) await sleep(POLL_MS);
    },
    skip,
  };
}
