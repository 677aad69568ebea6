import type { Answer } from './request-types.ts';

/** What could be read of the bytes of a connection. */
export interface Read {
  readonly answers: readonly Answer[];
  /** Bytes behind the last whole answer. */
  readonly rest: string;
}

const HEAD_END = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [\t -~]*$/;
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*$/;

/** Reads answers as RFC 9112 has them; interim ones (1xx) are left out. `methods`: of the requests, in order. */
export function readAnswers(bytes: Buffer, methods: readonly string[], isClosed: boolean): Read {
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
