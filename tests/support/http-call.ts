import { Agent, request } from 'node:http';

/** A whole answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The slug of an error envelope. */
  readonly reason: string | undefined;
}

/** Connections kept for a load; `destroy` them at its end. */
export function loadAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 256 });
}

/** `POST` of JSON without the cost of `fetch`. Rejects with the socket's error when no whole answer came. */
export function postJson(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(url, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    });
    call.once('error', reject);
    call.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('error', reject);
      response.once('close', () => {
        if (!response.complete)
          reject(Object.assign(new Error('answer cut'), { code: 'CUT', received: text }));
      });
      response.once('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: text,
          reason: /"reason":"([a-z_0-9]+)"/.exec(text)?.[1],
        }),
      );
    });
    call.end(body);
  });
}

/** Runs `work` for 0 … `count` − 1, `concurrency` at a time. */
export async function inParallel(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, lane));
}
