import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Answer, headerOf, type PlainRequest, type RawRequest } from './request-types.ts';

/** What could be read of the bytes of a connection. */
interface Read {
  readonly answers: readonly Answer[];
  /** Bytes behind the last whole answer. */
  readonly rest: string;
}

const HEAD_END = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [\t -~]*$/;
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*$/;

/** Reads answers as RFC 9112 has them; interim ones (1xx) are left out. `methods`: of the requests, in order. */
function readAnswers(bytes: Buffer, methods: readonly string[], isClosed: boolean): Read {
  const answers: Answer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(HEAD_END, at);
    if (end === -1) break;
    const [line = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(STATUS_LINE.exec(line)?.[1]);
    const headers = lines.map((field) => FIELD_LINE.exec(field));
    if (Number.isNaN(status) || headers.includes(null)) break;
    const fields = headers.map((field) => [field![1]!.toLowerCase(), field![2]!] as const);
    const start = end + HEAD_END.length;
    const isBodiless = status < 200 || status === 204 || status === 304 || methods[answers.length] === 'HEAD';
    const body = isBodiless ? { bytes: Buffer.alloc(0), end: start } : bodyAt(bytes, start, fields, isClosed);
    if (body === null) break;
    at = body.end;
    if (status >= 200) answers.push({ status, headers: fields, body: body.bytes });
  }
  return { answers, rest: bytes.toString('latin1', at) };
}

/** The body that begins at a place, or null while it is not whole. */
function bodyAt(
  bytes: Buffer,
  start: number,
  fields: readonly (readonly [string, string])[],
  isClosed: boolean,
): { readonly bytes: Buffer; readonly end: number } | null {
  const field = (name: string) => fields.find(([given]) => given === name)?.[1];
  if (field('transfer-encoding')?.toLowerCase() === 'chunked') return chunksAt(bytes, start);
  const length = field('content-length');
  const end = length === undefined ? (isClosed ? bytes.length : Number.NaN) : start + Number(length);
  return end <= bytes.length ? { bytes: bytes.subarray(start, end), end } : null;
}

function chunksAt(bytes: Buffer, start: number): { readonly bytes: Buffer; readonly end: number } | null {
  const chunks: Buffer[] = [];
  let at = start;
  while (true) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const from = lineEnd + 2;
    if (Number.isNaN(size) || from + size + 2 > bytes.length) return null;
    chunks.push(bytes.subarray(from, from + size));
    at = from + size + 2;
    if (size === 0) return { bytes: Buffer.concat(chunks), end: at };
  }
}

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
