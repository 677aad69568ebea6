import { siteOf } from '../../crawl/crawl-address.ts';
import { createHostPaces } from '../../crawl/host-paces.ts';
import type { Site } from '../../crawl/read-site.ts';

/** The time from one request to the next that a site asks for: every page, retry and picture of its host goes through. */
export type Pace = ReturnType<typeof createPace>;

/** Starts without a site. Rejects with the reason of `stop` for one that waits when it is aborted. */
export function createPace(stop: AbortSignal) {
  const paces = createHostPaces();
  let kept:
    | { readonly site: string; readonly delayS: number; readonly next: () => Promise<void> }
    | undefined;
  return {
    isKept: (): boolean => kept !== undefined,
    /** From now on requests of the host of a site are so far apart; `next` resolves when one may go, where other machines ask too. */
    keep(
      { origin, delayS }: Pick<Site, 'origin' | 'delayS'>,
      next: () => Promise<void> = () => paces.through(origin, delayS * 1000, stop),
    ): void {
      const site = siteOf(new URL(origin));
      if (delayS === 0 || kept?.site === site) return;
      // What told of the delay was a request.
      paces.space(origin, delayS * 1000);
      kept = { site, delayS, next };
    },
    async through(url: string): Promise<void> {
      if (siteOf(new URL(url)) === kept?.site) await kept.next();
    },
    /** What slows a crawl down, for its progress. */
    note: (): string => (kept === undefined ? '' : `, a page every ${kept.delayS} s as robots.txt asks`),
  };
}
