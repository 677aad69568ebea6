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
export function createStoreBreaker({ timeoutMs: defaultMs, probe, onChange }: BreakerSettings) {
  const waiting = new Set<(reason: NoAnswer) => void>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let openedAt: number | null = null;
  let isClosed = false;
  const probeUntilAnswered = async (): Promise<void> => {
    while (!isClosed) {
      try {
        await probe();
        break;
      } catch {
        await sleep(PROBE_PAUSE_MS, undefined, { ref: false });
      }
    }
    const afterMs = performance.now() - openedAt!;
    openedAt = null;
    if (!isClosed) onChange?.({ answers: true, afterMs });
  };
  const giveUp = (sentAt: number, reject: (reason: NoAnswer) => void): void => {
    // The same text each time: the log counts what is alike.
    reject(new NoAnswer('no answer in its time'));
    waiting.delete(reject);
    if (answeredAt >= sentAt || openedAt !== null || isClosed) return;
    openedAt = performance.now();
    onChange?.({ answers: false, afterMs: 0 });
    for (const other of waiting) other(new NoAnswer('given up: it answers nothing'));
    waiting.clear();
    void probeUntilAnswered();
  };
  return {
    /** True while calls fail at once. */
    get isOpen(): boolean {
      return openedAt !== null;
    },
    /**
     * The answer of a call; rejects `NoAnswer` when it is late, or at once while the server is known to answer nothing. A call of
     * several steps asks `isAwaited` before a further one: what is sent after it was given up could come after its undoing.
     * `isAnswer`: its end comes from the server; of one that may end without it, silence of the others tells.
     */
    run<T>(
      call: (isAwaited: () => boolean) => Promise<T>,
      {
        timeoutMs = defaultMs,
        isAnswer = true,
      }: { readonly timeoutMs?: number | undefined; readonly isAnswer?: boolean } = {},
    ): Promise<T> {
      if (openedAt !== null)
        return Promise.reject(new NoAnswer('not asked: it has answered nothing for a while', false));
      return new Promise<T>((resolve, reject) => {
        const sentAt = performance.now();
        waiting.add(reject);
        // What has arrived while this process was busy is read before a call counts as late.
        const timer = setTimeout(
          () => setImmediate(() => waiting.has(reject) && giveUp(sentAt, reject)),
          timeoutMs,
        );
        const end = () => {
          clearTimeout(timer);
          waiting.delete(reject);
          if (isAnswer) answeredAt = performance.now();
        };
        const answer = new Promise<T>((answered) => answered(call(() => waiting.has(reject))));
        answer.then(resolve, reject).finally(end);
      });
    },
    /** Ends probing; for the end of the connection. */
    close(): void {
      isClosed = true;
    },
  };
}
