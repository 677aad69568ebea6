import type { Page, Request } from 'playwright-core';

/** A request that takes longer is a stream or a poll: the page does not wait for it. */
const LONG_REQUEST_MS = 4_000;
/** Kinds of requests that stay open by design. */
const STREAMS: ReadonlySet<string> = new Set(['eventsource', 'websocket', 'ping', 'media']);

/** Which requests of a page are under way. */
export interface PageActivity {
  /** Requests that content may come from. */
  readonly pending: number;
}

/** Follows the requests of a page from now on, those of its frames included. */
export function followActivity(page: Page): PageActivity {
  const open = new Map<Request, number>();
  page.on('request', (request) => {
    if (!STREAMS.has(request.resourceType())) open.set(request, performance.now());
  });
  const done = (request: Request): void => void open.delete(request);
  page.on('requestfinished', done).on('requestfailed', done);
  return {
    get pending() {
      const now = performance.now();
      let pending = 0;
      for (const startedAt of open.values()) if (now - startedAt < LONG_REQUEST_MS) pending++;
      return pending;
    },
  };
}
