import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Answers a request of Node with a handler of web requests (WHATWG Fetch). The handler gets method, address and header
 * fields: the body of the request is read already. Its signal is aborted with `cancelled`, and when the response closes
 * before its end. Rejects as `fetch` does, before anything is written; a stream that breaks off ends the response where it is.
 */
export async function answerByFetch(
  request: IncomingMessage,
  response: ServerResponse,
  cancelled: AbortSignal,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  if (response.destroyed) gone.abort();
  const answer = await fetch(webRequest(request, AbortSignal.any([gone.signal, cancelled])));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  try {
    for await (const chunk of answer.body ?? []) {
      if (gone.signal.aborted) break;
      if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal });
    }
  } catch {
    // The caller went away or cancelled.
  }
  response.end();
}

function webRequest({ method = 'POST', url = '/', headers }: IncomingMessage, signal: AbortSignal): Request {
  const fields = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  // Only the path is looked at; Host and Origin were judged at the door.
  return new Request(new URL(url, 'http://localhost'), { method, headers: fields, signal });
}
