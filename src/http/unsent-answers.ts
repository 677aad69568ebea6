import type { Server, ServerResponse } from 'node:http';

/** Bytes of answers that wait for their readers, over all connections. */
const MAX_UNSENT_BYTES = 256 * 1024 * 1024;
/** A reader that takes nothing for so long is let go. */
const WRITE_DEADLINE_MS = 30_000;
/** Looks within one deadline. */
const LOOKS = 30;

export interface UnsentLimits {
  readonly maxBytes?: number;
  readonly writeDeadlineMs?: number;
}

/** What waits to be sent. */
export interface UnsentAnswers {
  readonly bytes: number;
}

/** An answer that waits, and since when nothing of it was taken. */
interface Waiting {
  /** Bytes that the system has not taken yet, at the last look. */
  left: number;
  since: number;
}

/**
 * Lets slow readers go: a connection whose answer makes no progress for the write deadline is closed, and where all of
 * them together hold too much, those without progress for the longest first.
 */
export function watchUnsent(server: Server, limits: UnsentLimits = {}): UnsentAnswers {
  const { maxBytes = MAX_UNSENT_BYTES, writeDeadlineMs = WRITE_DEADLINE_MS } = limits;
  const answers = new Map<ServerResponse, Waiting>();
  const bytes = (): number => {
    let sum = 0;
    for (const answer of answers.keys()) sum += answer.writableLength;
    return sum;
  };
  const look = (): void => {
    const now = performance.now();
    for (const [answer, waiting] of answers) {
      const left = leftOf(answer);
      if (left === 0 || left !== waiting.left) Object.assign(waiting, { left, since: now });
      else if (now - waiting.since >= writeDeadlineMs) answer.destroy();
    }
  };
  const makeRoom = (): void => {
    let excess = bytes() - maxBytes;
    if (excess <= 0) return;
    look();
    const oldest = [...answers].sort(([, a], [, b]) => a.since - b.since);
    for (const [answer] of oldest) {
      if (excess <= 0) return;
      excess -= answer.writableLength;
      if (answer.writableLength > 0) answer.destroy();
    }
  };
  let timer: NodeJS.Timeout | undefined;
  server.on('request', (_request, response: ServerResponse) => {
    answers.set(response, { left: 0, since: performance.now() });
    timer ??= setInterval(() => {
      look();
      makeRoom();
    }, writeDeadlineMs / LOOKS).unref();
    response.once('prefinish', () => setImmediate(makeRoom));
    response.once('close', () => {
      answers.delete(response);
      if (answers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  });
  return {
    get bytes() {
      return bytes();
    },
  };
}
