import type { RedisClient } from './open-client.ts';

const MAX = 10_000;
const RETRY_MS = 1000;

/** Calls whose answer was lost, remembered until the server has taken them back: it may have counted them. */
export class LostCalls<Call extends { readonly admissionId: string }> {
  readonly #redis: RedisClient;
  readonly #takeBack: (call: Call) => Promise<unknown>;
  readonly #calls = new Map<string, Call>();
  #timer: NodeJS.Timeout | undefined;
  #isUndoing = false;

  /** `takeBack` may be repeated, and rejects when it is not known to be done. */
  constructor(redis: RedisClient, takeBack: (call: Call) => Promise<unknown>) {
    this.#redis = redis;
    this.#takeBack = takeBack;
    redis.on('ready', () => void this.#undo());
  }

  add(call: Call): void {
    if (this.#calls.size < MAX) this.#calls.set(call.admissionId, call);
    this.#undoSoon();
  }

  /** A server that was slow keeps its connection, so its return is not told. */
  #undoSoon(): void {
    if (this.#redis.status === 'end') return;
    this.#timer ??= setTimeout(() => void this.#undo(), RETRY_MS).unref();
  }

  async #undo(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isUndoing) return;
    this.#isUndoing = true;
    try {
      // Those that are added meanwhile are among them.
      for (const [admissionId, call] of this.#calls) {
        await this.#takeBack(call);
        this.#calls.delete(admissionId);
      }
    } catch {
      this.#undoSoon();
    } finally {
      this.#isUndoing = false;
    }
  }
}
