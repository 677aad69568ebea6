import { siteOf } from '../../crawl/crawl-address.ts';
import { createHostPaces } from '../../crawl/host-paces.ts';
import type { Site } from '../../crawl/read-site.ts';

/** The time from one request to the next that a site asks for: every page, retry and picture of its host goes through. */
export type Pace = ReturnType<typeof createPace>;

type Spaced = Pick<Site, 'origin' | 'delayS'>;

/** Starts without a site. Rejects with the reason of `stop` for one that waits when it is aborted. */
export function createPace(stop: AbortSignal) {
  const paces = createHostPaces();
  let kept: Spaced | undefined;
  let next = ({ origin, delayS }: Spaced): Promise<void> => paces.through(origin, delayS * 1000, stop);
  return {
    isKept: (): boolean => kept !== undefined,
    /** From now on requests of the host of a site are so far apart. */
    keep({ origin, delayS }: Spaced): void {
      if (delayS === 0 || kept?.origin === origin) return;
      // What told of the delay was a request.
      paces.space(origin, delayS * 1000);
      kept = { origin, delayS };
    },
    /** Has `may` say when one may go, where other machines ask too. */
    share(may: (delayS: number) => Promise<void>): void {
      next = ({ delayS }) => may(delayS);
    },
    async through(url: string): Promise<void> {
      if (kept !== undefined && siteOf(new URL(url)) === siteOf(new URL(kept.origin))) await next(kept);
    },
    /** What slows a crawl down, for its progress. */
    note: (): string => (kept === undefined ? '' : `, a page every ${kept.delayS} s as robots.txt asks`),
  };
}
