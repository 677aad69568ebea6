import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Read, readAnswers } from './raw-answers.ts';
import { type Answer, headerOf, type PlainRequest, type RawRequest } from './request-types.ts';

/** What a request is sent to. */
export interface Door {
  readonly url: string;
  readonly agent: Agent;
  /** Longest time of one request. */
  readonly deadlineMs: number;
  /** Puts the addresses and the credentials of the run into a text. */
  readonly fill: (text: string) => string;
}

export const keptConnections = () => new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends with Node's client. Rejects when no whole answer came in time. */
export function sendPlain(door: Door, { method, path, headers, body, bytes }: PlainRequest): Promise<Answer> {
  const { hostname, port } = new URL(door.url);
  const content = bytes === undefined ? Buffer.from(door.fill(body ?? '')) : Buffer.from(bytes, 'base64');
  const hasBody = body !== undefined || bytes !== undefined;
  return new Promise((resolve, reject) => {
    const call = request({
      hostname,
      port,
      agent: door.agent,
      method,
      path: door.fill(path),
      headers: {
        ...Object.fromEntries(headers.map(([name, value]) => [name, door.fill(value)])),
        ...(hasBody ? { 'content-length': content.length } : {}),
      },
    });
    const timer = setTimeout(
      () => call.destroy(new Error(`no answer within ${door.deadlineMs} ms`)),
      door.deadlineMs,
    );
    call.once('close', () => clearTimeout(timer));
    call.once('error', reject);
    call.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const fields = pairsOf(response.rawHeaders);
        const { statusCode: status = 0 } = response;
        resolve(decoded({ status, headers: fields, body: Buffer.concat(chunks) }));
      });
    });
    call.end(hasBody ? content : undefined);
  });
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1]!]] : [])) as [
    string,
    string,
  ][];
}

/** An answer without its Content-Encoding. */
function decoded(answer: Answer): Answer {
  const encoding = headerOf(answer, 'content-encoding');
  if (answer.body.length === 0) return answer;
  if (encoding === 'gzip') return { ...answer, body: gunzipSync(answer.body) };
  return encoding === 'br' ? { ...answer, body: brotliDecompressSync(answer.body) } : answer;
}

/** What came over a bare socket. */
export interface Exchange extends Read {
  readonly isClosed: boolean;
}

/**
 * Sends bytes over a connection of their own; ends with all answers, when the service closes, or at the deadline. Bytes that
 * are not known to be whole are followed by a half-close after `patienceMs` without an answer.
 */
export function sendRaw(
  door: Door,
  { raw, asks = [], isWhole = false }: RawRequest,
  patienceMs: number,
): Promise<Exchange> {
  const { hostname, port } = new URL(door.url);
  const methods = asks.map(({ method }) => method);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const read = (isClosed: boolean) => readAnswers(Buffer.concat(chunks), methods, isClosed);
    const end = (isClosed: boolean) => {
      clearTimeout(timer);
      clearTimeout(patience);
      socket.destroy();
      resolve({ ...read(isClosed), isClosed });
    };
    const timer = setTimeout(() => end(false), door.deadlineMs);
    const patience = isWhole ? undefined : setTimeout(() => socket.end(), patienceMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const { answers, rest } = read(false);
      const closes = answers.some((answer) => headerOf(answer, 'connection') === 'close');
      if (isWhole && !closes && rest === '' && answers.length >= asks.length) end(false);
    });
    socket.on('end', () => end(true));
    socket.on('close', () => end(true));
    socket.on('error', () => undefined);
    socket.write(Buffer.from(door.fill(raw), 'latin1'));
  });
}
