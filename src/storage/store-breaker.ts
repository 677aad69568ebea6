import { setTimeout as sleep } from 'node:timers/promises';

/** Longest wait for an answer where no setting says so. */
export const TIMEOUT_MS = 2000;
/** Between two probes of a server that fails at once, in milliseconds. */
const PROBE_PAUSE_MS = 50;

/** A server that stopped answering, or answers again. */
export interface StoreChange {
  readonly answers: boolean;
  /** How long it did not; 0 when it has just stopped. */
  readonly afterMs: number;
}

interface BreakerSettings {
  /** A call without an answer for so long fails. */
  readonly timeoutMs: number;
  /** Asks the server something on its own; ends within a few seconds either way. */
  readonly probe: () => Promise<unknown>;
  readonly onChange?: ((change: StoreChange) => void) | undefined;
}

/** A call was not begun, or given up, because the server answers nothing. */
export class NoAnswer extends Error {
  override readonly name: string = 'NoAnswer';
  /** False when nothing was sent. */
  readonly wasSent: boolean;

  constructor(message: string, wasSent = true) {
    super(message);
    this.wasSent = wasSent;
  }
}

/**
 * Keeps callers from waiting for a server that answers nothing, such as a frozen one. It opens when a call has no answer in its
 * time and no other call had one since it began: a server that is slow with one thing only is not frozen. All that wait fail then,
 * and further calls fail at once, until a probe is answered; callers are never probes, because each would wait its whole time.
 * Errors do not open it: they cost no time.
 */
export class StoreBreaker {
  readonly #settings: BreakerSettings;
  readonly #waiting = new Set<(reason: NoAnswer) => void>();
  #answeredAt = Number.NEGATIVE_INFINITY;
  #openedAt: number | null = null;
  #isClosed = false;

  constructor(settings: BreakerSettings) {
    this.#settings = settings;
  }

  /** True while calls fail at once. */
  get isOpen(): boolean {
    return this.#openedAt !== null;
  }

  /**
   * The answer of a call; rejects `NoAnswer` when it is late, or at once while the server is known to answer nothing. A call of
   * several steps asks `isAwaited` before a further one: what is sent after it was given up could come after its undoing.
   */
  run<T>(call: (isAwaited: () => boolean) => Promise<T>, timeoutMs = this.#settings.timeoutMs): Promise<T> {
    if (this.isOpen)
      return Promise.reject(new NoAnswer('not asked: it has answered nothing for a while', false));
    return new Promise<T>((resolve, reject) => {
      const sentAt = performance.now();
      this.#waiting.add(reject);
      // What has arrived while this process was busy is read before a call counts as late.
      const timer = setTimeout(
        () => setImmediate(() => this.#waiting.has(reject) && this.#late(sentAt, reject)),
        timeoutMs,
      );
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(reject);
        this.#answeredAt = performance.now();
      };
      const answer = new Promise<T>((answered) => answered(call(() => this.#waiting.has(reject))));
      answer.then(resolve, reject).finally(end);
    });
  }

  /** Ends probing; for the end of the connection. */
  close(): void {
    this.#isClosed = true;
  }

  #late(sentAt: number, reject: (reason: NoAnswer) => void): void {
    reject(new NoAnswer(`no answer in ${Math.round(performance.now() - sentAt)} ms`));
    this.#waiting.delete(reject);
    if (this.#answeredAt >= sentAt || this.isOpen || this.#isClosed) return;
    this.#openedAt = performance.now();
    this.#settings.onChange?.({ answers: false, afterMs: 0 });
    for (const waiting of this.#waiting) waiting(new NoAnswer('given up: it answers nothing'));
    this.#waiting.clear();
    void this.#probe();
  }

  async #probe(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#settings.probe();
        break;
      } catch {
        await sleep(PROBE_PAUSE_MS, undefined, { ref: false });
      }
    }
    const afterMs = performance.now() - this.#openedAt!;
    this.#openedAt = null;
    if (!this.#isClosed) this.#settings.onChange?.({ answers: true, afterMs });
  }
}
