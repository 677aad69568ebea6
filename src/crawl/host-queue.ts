/** Hands out what has an address so that no host is asked by more than `perHost` at a time. */
export function createHostQueue<Addressed extends { readonly url: string }>(
  all: readonly Addressed[],
  perHost: number,
) {
  const waiting = new Map<string, Addressed[]>();
  const active = new Map<string, number>();
  for (const each of all) {
    const { host } = new URL(each.url);
    const list = waiting.get(host);
    if (list === undefined) waiting.set(host, [each]);
    else list.push(each);
  }
  for (const list of waiting.values()) list.reverse();
  return {
    /** The next one whose host has room and is free, in the order given as far as that allows; undefined: none now. */
    take(isFree: (url: string) => boolean = () => true): Addressed | undefined {
      for (const [host, list] of waiting) {
        const running = active.get(host) ?? 0;
        const next = list.at(-1)!;
        if (running >= perHost || !isFree(next.url)) continue;
        list.pop();
        // To the end of the line, so that hosts take turns.
        waiting.delete(host);
        if (list.length > 0) waiting.set(host, list);
        active.set(host, running + 1);
        return next;
      }
      return undefined;
    },
    /** The address is done: its host has room again. */
    done(url: string): void {
      const { host } = new URL(url);
      const running = (active.get(host) ?? 1) - 1;
      if (running === 0) active.delete(host);
      else active.set(host, running);
    },
  };
}
