import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** A comment line this often keeps proxies from closing a silent stream, in milliseconds. */
const HEARTBEAT_MS = 15_000;

/** An open stream of server-sent events (WHATWG HTML, 9.2). All events are unnamed, so every client reads them. */
export type EventStream = ReturnType<typeof openEventStream>;

/** Sends the head of a 200 with `headers` and opens the stream. The response must not have begun. */
export function openEventStream(
  response: ServerResponse,
  headers: Readonly<Record<string, number | string | readonly string[]>>,
) {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  } as Record<string, string>);
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': keep-alive\n\n');
  }, HEARTBEAT_MS);
  const gone = new AbortController();
  response.once('close', () => {
    clearInterval(heartbeat);
    gone.abort();
  });
  return {
    /** Writes `data: <text>`; waits while the client reads slower than we write. Does nothing once it has gone. */
    async send(text: string): Promise<void> {
      if (response.destroyed || response.write(`data: ${text}\n\n`)) return;
      await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
    },
    end(): void {
      clearInterval(heartbeat);
      if (!response.destroyed) response.end();
    },
  };
}
