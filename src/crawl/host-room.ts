import { EventEmitter, once } from 'node:events';

/** Lets so many at a time do something with a host; the others wait in order. */
export function createHostRoom(most: number) {
  const inside = new Map<string, number>();
  const left = new EventEmitter().setMaxListeners(0);
  const count = (host: string): number => inside.get(host) ?? 0;
  return {
    hasRoom: (host: string): boolean => count(host) < most,
    /** Resolves to what leaves again. Rejects where the signal is aborted meanwhile. */
    async enter(host: string, signal?: AbortSignal): Promise<() => void> {
      while (count(host) >= most) await once(left, 'left', { signal });
      inside.set(host, count(host) + 1);
      return () => {
        if (count(host) === 1) inside.delete(host);
        else inside.set(host, count(host) - 1);
        left.emit('left');
      };
    },
  };
}
