import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long accepted work may go on once new work is refused (design: drain). */
export const DRAIN_MS = 30_000;
const POLL_MS = 20;

/** How far a process is on its way to its end: it serves, it is leaving and serves, it refuses new work. */
export class Drain {
  #stage: 'serving' | 'leaving' | 'draining' = 'serving';
  #open = 0;
  #server: Server | undefined;
  readonly #delayMs: number;

  /** `delayMs`: how long it goes on serving after it began to leave, so that a balancer can see that (`PAGEMARK_DRAIN_DELAY_MS`). */
  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** True from the signal on: `/ready` says no, and connections close after their answers. */
  get isLeaving(): boolean {
    return this.#stage !== 'serving';
  }

  /** True from the end of the delay on: new work is refused as `draining`. */
  get isDraining(): boolean {
    return this.#stage === 'draining';
  }

  /** Counts the requests of a server that are not answered yet. */
  watch(server: Server): void {
    this.#server = server;
    server.on('request', (_request, response) => {
      this.#open++;
      response.once('close', () => this.#open--);
    });
  }

  /** Leaves, drains; resolves when all requests are answered or `DRAIN_MS` of draining have passed. */
  async run(): Promise<void> {
    this.#stage = 'leaving';
    // Without a delay new work is refused in the same moment.
    if (this.#delayMs > 0) await sleep(this.#delayMs);
    this.skip();
    const endsAt = performance.now() + DRAIN_MS;
    // What had arrived by now is read, and answered, be it with a refusal.
    await sleep(POLL_MS);
    this.#server?.closeIdleConnections();
    while (this.#open > 0 && performance.now() < endsAt) await sleep(POLL_MS);
  }

  /** Refuses new work at once. */
  skip(): void {
    this.#stage = 'draining';
  }
}
