import { connect } from 'node:net';

/** What came back over a bare socket. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Milliseconds until the connection was closed by the server. */
  readonly closedAfterMs: number;
}

/** Writes bytes to a server and reads until it closes, or until its first answer is there. */
export function rawRequest(
  url: string,
  chunks: readonly (string | Buffer)[],
  until: 'closed' | 'answered' = 'closed',
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
      if (until === 'answered' && isWhole(text)) socket.destroy();
    });
    socket.on('close', () => {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve({ status, head, body: rest.join('\r\n\r\n'), closedAfterMs: performance.now() - startedAt });
    });
    socket.on('error', () => undefined);
    for (const chunk of chunks) socket.write(chunk);
  });
}

function isWhole(answer: string): boolean {
  const [head = '', body] = answer.split('\r\n\r\n', 2);
  return body !== undefined && Buffer.byteLength(body) >= Number(/^content-length: (\d+)/im.exec(head)?.[1]);
}
