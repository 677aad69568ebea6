import { siteOf } from './crawl-address.ts';

/** Those inside of a host, and the others in their order. */
interface Room {
  inside: number;
  readonly line: Set<() => void>;
}

/** Lets so many at a time do something with the host of an address; the others wait in order. */
export function createHostRoom(most: number) {
  const rooms = new Map<string, Room>();
  const hostOf = (url: string): string => siteOf(new URL(url));
  return {
    hasRoom: (url: string): boolean => (rooms.get(hostOf(url))?.inside ?? 0) < most,
    /** Resolves to what leaves again. Rejects with the reason of a signal that is aborted meanwhile. */
    async enter(url: string, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      const host = hostOf(url);
      const room = rooms.get(host) ?? { inside: 0, line: new Set() };
      rooms.set(host, room);
      if (room.inside < most) room.inside++;
      else await turnIn(room.line, signal);
      return () => {
        const [next] = room.line;
        // The room goes on to who is next.
        if (next !== undefined) next();
        else if (--room.inside === 0) rooms.delete(host);
      };
    },
  };
}

function turnIn(line: Room['line'], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      line.delete(next);
      signal.removeEventListener('abort', giveUp);
      settle();
    };
    const next = end(resolve);
    const giveUp = end(() => reject(signal.reason));
    signal.addEventListener('abort', giveUp);
    line.add(next);
  });
}
