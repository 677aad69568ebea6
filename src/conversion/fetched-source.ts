import { ServiceError } from '../contract/failure.ts';
import { selectorTimedOut } from '../fetching/fetch-failures.ts';
import type { FetchedPage, FetchRequest, PageFetcher } from '../fetching/fetch-page.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { Admission } from './admission.ts';
import { NO_KEY } from './caller-accounts.ts';
import type { PageSource } from './ports.ts';
import { notCached } from './snapshots/freshness.ts';

/**
 * Pages straight from the network: as served, or as a browser shows them. What is asked for rendered and is no HTML
 * document comes as served. What a page costs and holds before its conversion is charged to who asked first.
 */
export function fetchedSource(
  fetcher: PageFetcher,
  renderer: Renderer,
  { charge, renderTurn, hold }: Pick<Admission, 'charge' | 'renderTurn' | 'hold'>,
): PageSource {
  return {
    async load(request) {
      if (request.onlyIfCached) throw notCached();
      const { url, view, waitForSelector, language, timeoutMs, signal, validators, keyId } = request;
      const startedAt = performance.now();
      const own = { endsAt: startedAt + timeoutMs, isOwn: request.isHasty === true };
      const { patience = () => own } = request;
      const caller = keyId ?? NO_KEY;
      const holding = hold(caller);
      const onCpu = (ms: number): void => charge(caller, ms);
      const leftMs = (): number => Math.max(1, timeoutMs - (performance.now() - startedAt));
      const fetched = (more: Pick<FetchRequest, 'validators'> = {}): Promise<FetchedPage> =>
        fetcher
          .fetch({ url, language, timeoutMs: leftMs(), signal, onCpu, onBytes: holding.add, ...more })
          .finally(holding.release);
      // What is refused needs no browser to be.
      if (view === 'source' || !fetcher.allows(url)) return fetched({ validators });
      // The browser knows no robots.txt: the fetcher asks it for the page first.
      if (fetcher.judgesRobots) await fetched();
      const endTurn = await renderTurn(caller, signal);
      const page = await renderer
        .render({ url, waitForSelector, language, timeoutMs: leftMs(), patience, signal, onCpu })
        .finally(endTurn);
      return page ?? fetched({ validators });
    },
  };
}

/**
 * Tells who waited for a selector that it did not show, whichever of the deadlines of the call rang first: that of the
 * browser, of the fetch that callers share, or of the whole conversion.
 */
export function tellingSelector(inner: PageSource): PageSource {
  return {
    async load(request) {
      try {
        return await inner.load(request);
      } catch (error) {
        const { waitForSelector: selector } = request;
        const isLate = error instanceof ServiceError && error.failure.reason === 'fetch_timeout';
        throw isLate && selector !== undefined ? selectorTimedOut(selector, error) : error;
      }
    },
  };
}
