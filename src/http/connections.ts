import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of answers that wait for their readers, over all connections. */
const MAX_UNSENT_BYTES = 256 * 1024 * 1024;
/** A reader that takes nothing for so long is let go. */
const WRITE_DEADLINE_MS = 30_000;
/** Looks within one deadline. */
const LOOKS = 30;

/** Why a connection was closed: its answer made no progress, or all together held too much. */
export type LetGo = 'stalled' | 'unsent_bytes';

/** How far the answer of a connection was at the last look, and since when. */
interface Progress {
  readonly socket: Socket;
  /** Bytes of finished writes. */
  writtenBytes: number;
  /** Bytes of the write under way that the system has not taken. */
  queuedBytes: number;
  since: number;
}

/**
 * Lets slow readers go: a connection whose answer makes no progress for the write deadline is closed, and where all of
 * them together wait with too much, those without progress for the longest first. Returns what tells how many bytes wait now.
 */
export function watchUnsent(
  server: Server,
  onLetGo: (cause: LetGo) => void = () => undefined,
  { maxBytes = MAX_UNSENT_BYTES, writeDeadlineMs = WRITE_DEADLINE_MS } = {},
): () => number {
  const answers = new Map<ServerResponse, Progress>();
  const letGo = (socket: Socket, cause: LetGo): void => {
    if (socket.destroyed) return;
    socket.destroy();
    onLetGo(cause);
  };
  const unsentBytes = (): number => {
    let sum = 0;
    for (const answer of answers.keys()) sum += answer.writableLength;
    return sum;
  };
  const look = (): void => {
    const now = performance.now();
    for (const [answer, progress] of answers) {
      if (note(answer, progress)) progress.since = now;
      else if (now - progress.since >= writeDeadlineMs) letGo(progress.socket, 'stalled');
    }
  };
  const makeRoom = (): void => {
    let excessBytes = unsentBytes() - maxBytes;
    if (excessBytes <= 0) return;
    const waiting = [...answers].filter(([answer]) => answer.writableLength > 0);
    for (const [answer, { socket }] of waiting.sort(([, a], [, b]) => a.since - b.since)) {
      if (excessBytes <= 0) return;
      excessBytes -= answer.writableLength;
      letGo(socket, 'unsent_bytes');
    }
  };
  let timer: NodeJS.Timeout | undefined;
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    answers.set(answer, { socket, writtenBytes: 0, queuedBytes: 0, since: performance.now() });
    timer ??= setInterval(() => {
      look();
      makeRoom();
    }, writeDeadlineMs / LOOKS).unref();
    // What the system took at once holds nothing.
    answer.once('prefinish', () => setImmediate(() => answer.writableLength > 0 && makeRoom()));
    answer.once('close', () => {
      answers.delete(answer);
      if (answers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  });
  return unsentBytes;
}

/** Notes how far an answer is; true when nothing of it waits, or some of it was taken since the last time. */
function note({ writableLength, socket: own }: ServerResponse, progress: Progress): boolean {
  const { socket, writtenBytes, queuedBytes } = progress;
  progress.writtenBytes = socket.bytesWritten - socket.writableLength;
  progress.queuedBytes = queueOf(socket);
  // Behind another answer of its connection it waits for that one, not for the reader.
  if (own === null || writableLength === 0) return true;
  return progress.writtenBytes > writtenBytes || progress.queuedBytes < queuedBytes;
}

/** Node tells of a write only when all of it was taken; its handle tells of the rest. */
function queueOf(socket: Socket): number {
  return (socket as { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;
}

/** Whether the connection closed before the answer was written. */
export const hasLeft = ({ destroyed, writableFinished }: ServerResponse): boolean =>
  destroyed && !writableFinished;

/** A signal that is aborted when the connection closes before the answer was written. */
export function callerGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!response.writableFinished) controller.abort(new Error('The caller closed the connection'));
  };
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}
