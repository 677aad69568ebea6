import type { RedisClient } from './open-client.ts';

const MAX = 10_000;
const RETRY_MS = 1000;

/**
 * Remembers calls whose answer was lost until the server has taken them back: it may have counted them. Returns what adds one.
 * `takeBack` may be repeated, and rejects when it is not known to be done.
 */
export function lostCalls<Call extends { readonly admissionId: string }>(
  redis: RedisClient,
  takeBack: (call: Call) => Promise<unknown>,
): (call: Call) => void {
  const calls = new Map<string, Call>();
  let timer: NodeJS.Timeout | undefined;
  let isUndoing = false;
  const undo = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (isUndoing) return;
    isUndoing = true;
    try {
      // Those that are added meanwhile are among them.
      for (const [admissionId, call] of calls) {
        await takeBack(call);
        calls.delete(admissionId);
      }
    } catch {
      undoSoon();
    } finally {
      isUndoing = false;
    }
  };
  /** A server that was slow keeps its connection, so its return is not told. */
  const undoSoon = (): void => {
    if (redis.status !== 'end') timer ??= setTimeout(undo, RETRY_MS).unref();
  };
  redis.on('ready', undo);
  return (call) => {
    if (calls.size < MAX) calls.set(call.admissionId, call);
    undoSoon();
  };
}
