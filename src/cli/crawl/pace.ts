import { setTimeout as sleep } from 'node:timers/promises';
import { siteOf } from '../../crawl/crawl-address.ts';

/** Resolves to 0 when one may go, else to the milliseconds after which it may ask again. */
type Gate = () => number | Promise<number>;

/** The time from one request to the next that a site asks for: every page, retry and picture of its host goes through. */
export type Pace = ReturnType<typeof createPace>;

/** Starts without a site. Rejects with the reason of `stop` for one that waits when it is aborted. */
export function createPace(stop: AbortSignal) {
  let kept: { readonly site: string; readonly delayMs: number; readonly gate: Gate } | undefined;
  return {
    /** From now on requests of the host of an address are so far apart; `gate` where other machines ask too. */
    keep(url: string, delayMs: number, gate: Gate = ownGate(delayMs)): void {
      if (delayMs > 0) kept = { site: siteOf(new URL(url)), delayMs, gate };
    },
    async through(url: string): Promise<void> {
      if (kept === undefined || siteOf(new URL(url)) !== kept.site) return;
      for (let waitMs = await kept.gate(); waitMs > 0; waitMs = await kept.gate())
        await sleep(waitMs, undefined, { signal: stop });
    },
    /** What slows a crawl down, for its progress. */
    note: (): string =>
      kept === undefined ? '' : `, a page every ${kept.delayMs / 1000} s as robots.txt asks`,
  };
}

function ownGate(delayMs: number): Gate {
  // What told of the delay was a request.
  let nextAt = performance.now() + delayMs;
  return () => {
    const waitMs = nextAt - performance.now();
    if (waitMs <= 0) nextAt = performance.now() + delayMs;
    return Math.max(0, waitMs);
  };
}
