import * as zlib from 'node:zlib';
import { malformedResponse, responseTooLarge } from './fetch-failures.ts';

/** The most content codings that one response may stack. */
export const MAX_CONTENT_CODINGS = 2;

type Inflate = (bytes: Uint8Array, maxBytes: number) => Promise<Buffer>;

/** Output is produced in steps of this size: larger ones cost fewer hops to the thread pool. */
const CHUNK_BYTES = 131_072;

/** RFC 9659: a decoder need not hold a window above 8 MiB. */
const ZSTD_MAX_WINDOW_LOG = 23;

const CODINGS: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', inflateWith(zlib.gunzip)],
  ['x-gzip', inflateWith(zlib.gunzip)],
  ['deflate', inflateEither],
  ['br', inflateWith(zlib.brotliDecompress)],
  ...zstdCoding(),
]);

/** Codings of the IANA registry that are never asked for and cannot be undone here. */
const UNDECODABLE = new Set([
  'compress',
  'x-compress',
  'zstd',
  'dcb',
  'dcz',
  'exi',
  'pack200-gzip',
  'aes128gcm',
]);

/** What is sent as `Accept-Encoding`: the codings that this Node can undo. */
export const ACCEPT_ENCODING = ['gzip', 'deflate', 'br', 'zstd']
  .filter((name) => CODINGS.has(name))
  .join(', ');

/**
 * The codings of a `Content-Encoding` header that are to be undone, outermost last as in the header. Words that
 * are no coding (`utf-8`, `none`, `identity`) count for nothing, as in browsers. Throws `malformed_response` for
 * a coding that cannot be undone and for more than {@link MAX_CONTENT_CODINGS}.
 */
export function contentCodings(header: string | undefined): readonly string[] {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  const codings = names.filter((name) => CODINGS.has(name) || UNDECODABLE.has(name));
  const unknown = codings.find((name) => !CODINGS.has(name));
  if (unknown !== undefined) throw malformedResponse(`content coding ${unknown}`);
  if (codings.length > MAX_CONTENT_CODINGS) throw malformedResponse(`${codings.length} content codings`);
  return codings;
}

/**
 * Undoes content codings on Node's thread pool, never on the event loop, each layer under the same cap. Throws
 * `response_too_large` past `maxBytes`, `malformed_response` for corrupt or truncated data, or the reason of
 * `signal`. An empty body stays empty whatever its codings.
 */
export async function decodeBody(
  bytes: Uint8Array<ArrayBuffer>,
  codings: readonly string[],
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  let decoded: Uint8Array = bytes;
  for (const coding of codings.toReversed()) {
    if (decoded.byteLength === 0) break;
    signal?.throwIfAborted();
    decoded = await undo(coding, decoded, maxBytes);
  }
  return ownBuffer(decoded);
}

async function undo(coding: string, bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const inflate = CODINGS.get(coding);
  if (inflate === undefined) throw malformedResponse(`content coding ${coding}`);
  try {
    return await inflate(bytes, maxBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw responseTooLarge(maxBytes, `decoded ${coding}`);
    }
    throw malformedResponse(`corrupt ${coding}`, error);
  }
}

type CallbackInflate = (
  bytes: Uint8Array,
  options: zlib.ZlibOptions & zlib.BrotliOptions,
  done: (error: Error | null, result: Buffer) => void,
) => void;

function inflateWith(inflate: CallbackInflate, options: zlib.BrotliOptions = {}): Inflate {
  return (bytes, maxBytes) =>
    new Promise((resolve, reject) => {
      inflate(bytes, { ...options, maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES }, (error, result) =>
        error === null ? resolve(result) : reject(error),
      );
    });
}

/** RFC 9110, 8.4.1.2 says zlib; some servers send raw deflate. The two header bytes of zlib tell (RFC 1950). */
function inflateEither(bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  const [method = 0, flags = 0] = bytes;
  const isZlib = (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
  return inflateWith(isZlib ? zlib.inflate : zlib.inflateRaw)(bytes, maxBytes);
}

/** Node has zstd from 22.15 and 23.8; its types and constants are absent before. */
function zstdCoding(): [string, Inflate][] {
  const { zstdDecompress, constants } = zlib as unknown as {
    zstdDecompress?: CallbackInflate;
    constants: { ZSTD_d_windowLogMax?: number };
  };
  const parameter = constants.ZSTD_d_windowLogMax;
  if (zstdDecompress === undefined || parameter === undefined) return [];
  return [['zstd', inflateWith(zstdDecompress, { params: { [parameter]: ZSTD_MAX_WINDOW_LOG } })]];
}

/** A buffer of exactly these bytes: Node's small buffers share a slab, which cannot be transferred. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength &&
    bytes.buffer instanceof ArrayBuffer &&
    !Buffer.isBuffer(bytes)
    ? (bytes as Uint8Array<ArrayBuffer>)
    : bytes.byteLength === bytes.buffer.byteLength
      ? new Uint8Array(bytes.buffer as ArrayBuffer)
      : new Uint8Array(bytes);
}
