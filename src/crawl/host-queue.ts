import { addTo } from '../core/add-to.ts';
import { siteOf } from './crawl-address.ts';

/** Hands out what has an address, hosts in turn: the next one whose host is free, in the order given as far as that allows; undefined: none is. */
export function createHostQueue<Addressed extends { readonly url: string }>(all: readonly Addressed[]) {
  const waiting = new Map<string, Addressed[]>();
  for (const each of all) addTo(waiting, siteOf(new URL(each.url)), each);
  for (const list of waiting.values()) list.reverse();
  return (isFree: (url: string) => boolean = () => true): Addressed | undefined => {
    for (const [host, list] of waiting) {
      if (!isFree(list.at(-1)!.url)) continue;
      const next = list.pop();
      // To the end of the line, so that hosts take turns.
      waiting.delete(host);
      if (list.length > 0) waiting.set(host, list);
      return next;
    }
    return undefined;
  };
}
