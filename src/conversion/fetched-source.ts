import type { FetchedPage, PageFetcher } from '../fetching/fetch-page.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { Caching, LoadedPage, PageSource } from './ports.ts';

/**
 * Pages straight from the network: as served, or as a browser shows them. What is asked for rendered and is no HTML
 * document comes as served.
 */
export function fetchedSource(fetcher: PageFetcher, renderer: Renderer): PageSource {
  return {
    async load({ url, view, waitForSelector, language, timeoutMs, signal, validators }) {
      const startedAt = performance.now();
      const leftMs = (): number => Math.max(1, timeoutMs - (performance.now() - startedAt));
      const asServed = async (): Promise<LoadedPage> =>
        servedPage(await fetcher.fetch({ url, language, timeoutMs: leftMs(), signal, validators }));
      if (view === 'source') return asServed();
      // The browser knows no robots.txt: the fetcher asks it for the page first.
      if (fetcher.judgesRobots) await fetcher.fetch({ url, language, timeoutMs: leftMs(), signal });
      const page = await renderer.render({ url, waitForSelector, language, timeoutMs: leftMs(), signal });
      if (page === null) return asServed();
      const { cacheControl, ...loaded } = page;
      return { ...loaded, caching: cacheControl === undefined ? {} : { cacheControl } };
    },
  };
}

function servedPage({
  bytes,
  contentType,
  finalUrl,
  status,
  redirects,
  headers,
  notModified,
}: FetchedPage): LoadedPage {
  return {
    bytes,
    contentType,
    finalUrl,
    status,
    redirects,
    caching: cachingOf(headers),
    ...(notModified ? { notModified } : {}),
  };
}

function cachingOf(headers: FetchedPage['headers']): Caching {
  const { etag, 'last-modified': lastModified, 'cache-control': cacheControl } = headers;
  return {
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    ...(cacheControl === undefined ? {} : { cacheControl }),
  };
}
