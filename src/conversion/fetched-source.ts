import type { PageFetcher } from '../fetching/fetch-page.ts';
import type { PageSource } from './ports.ts';

/** Pages straight from the network. */
export function fetchedSource(fetcher: PageFetcher): PageSource {
  return {
    load: ({ url, language, timeoutMs, signal }) => fetcher.fetch({ url, language, timeoutMs, signal }),
  };
}
