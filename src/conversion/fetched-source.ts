import type { FetchedPage, PageFetcher } from '../fetching/fetch-page.ts';
import type { Caching, PageSource } from './ports.ts';

/** Pages straight from the network. */
export function fetchedSource(fetcher: PageFetcher): PageSource {
  return {
    async load({ url, language, timeoutMs, signal, validators }) {
      const page = await fetcher.fetch({ url, language, timeoutMs, signal, validators });
      const { bytes, contentType, finalUrl, status, redirects, notModified } = page;
      return {
        bytes,
        contentType,
        finalUrl,
        status,
        redirects,
        caching: cachingOf(page.headers),
        ...(notModified ? { notModified } : {}),
      };
    },
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
