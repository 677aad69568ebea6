import type { Page, Request } from 'playwright-core';

/** A request that is open over more looks is a stream or a poll: the page does not wait for it. */
const LONG_REQUEST_LOOKS = 40;
/** Kinds of requests that stay open by design. */
const STREAMS: ReadonlySet<string> = new Set(['eventsource', 'websocket', 'ping', 'media']);

/** Which requests of a page are under way. */
export interface PageActivity {
  /** Takes a look: how many requests are open that content may come from. */
  look(): number;
}

/** Follows the requests of a page from now on, those of its frames included. */
export function followActivity(page: Page): PageActivity {
  /** Requests that are open, and the looks that saw them. */
  const open = new Map<Request, number>();
  page.on('request', (request) => {
    if (!STREAMS.has(request.resourceType())) open.set(request, 0);
  });
  const done = (request: Request): void => void open.delete(request);
  page.on('requestfinished', done).on('requestfailed', done);
  return {
    look() {
      let pending = 0;
      for (const [request, looks] of open) {
        if (looks < LONG_REQUEST_LOOKS) pending++;
        open.set(request, looks + 1);
      }
      return pending;
    },
  };
}
