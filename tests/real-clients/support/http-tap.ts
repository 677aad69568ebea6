import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, unzipSync } from 'node:zlib';

/** A forwarder on loopback that measures what passes. */
export interface HttpTap {
  readonly url: string;
  /** Bytes of each JSON-RPC message that passed, in both directions, without the coding of its transfer. */
  readonly messageBytes: readonly number[];
  close(): Promise<void>;
}

/** Forwards everything to `target`, connections that end early included. */
export async function startHttpTap(target: string): Promise<HttpTap> {
  const messageBytes: number[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const forward = request(new URL(url, target), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      record(answer, answer.headers);
      answer.pipe(outgoing);
      answer.once('close', () => answer.complete || outgoing.destroy());
    });
    forward.once('error', () => outgoing.destroy());
    outgoing.once('close', () => forward.destroy());
    record(incoming, headers);
    incoming.pipe(forward);
  });
  const record = (body: NodeJS.ReadableStream, headers: IncomingHttpHeaders) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.once('end', () => messageBytes.push(...messagesOf(Buffer.concat(chunks), headers)));
  };
  // What the service says of idle connections is passed on, so none may be closed here.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messageBytes,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The bytes of each message of a body: one of JSON, or as many as an event stream has `data` lines. */
function messagesOf(body: Buffer, headers: IncomingHttpHeaders): number[] {
  const coding = headers['content-encoding'];
  const plain = coding === 'br' ? brotliDecompressSync(body) : coding ? unzipSync(body) : body;
  if (!headers['content-type']?.includes('text/event-stream'))
    return plain.length === 0 ? [] : [plain.length];
  const lines = plain.toString().split('\n');
  return lines.filter((line) => line.startsWith('data:')).map((line) => Buffer.byteLength(line));
}
