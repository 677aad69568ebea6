import type { Duplex } from 'node:stream';
import * as zlib from 'node:zlib';
import { ServiceError } from '../contract/failure.ts';
import { BodyGatherer, type OnBytes } from './body-gatherer.ts';
import { malformedResponse, responseTooLarge } from './fetch-failures.ts';

/** The most content codings that one response may stack. */
const MAX_CONTENT_CODINGS = 2;

/** Undoes one coding; rejects with what ended the stream, and what `take` throws ends it. */
type Inflate = (bytes: Uint8Array, take: (chunk: Buffer) => void) => Promise<void>;

/** Output is produced in steps of this size: larger ones cost fewer hops to the thread pool. */
const CHUNK_BYTES = 131_072;

/** RFC 9659: a decoder need not hold a window above 8 MiB. */
const ZSTD_MAX_WINDOW_LOG = 23;

const CODINGS: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', inflateWith(zlib.createGunzip)],
  ['x-gzip', inflateWith(zlib.createGunzip)],
  ['deflate', inflateEither],
  ['br', inflateWith(zlib.createBrotliDecompress)],
  ...zstdCoding(),
]);

/** Codings of the IANA registry that are never asked for and cannot be undone here. */
const UNDECODABLE = new Set('compress x-compress zstd dcb dcz exi pack200-gzip aes128gcm'.split(' '));

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

/** What bounds the decoding of a body. */
interface DecodeLimits {
  /** Of each layer. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  readonly onBytes?: OnBytes | undefined;
}

/**
 * Undoes codings that {@link contentCodings} gave, on Node's thread pool, never on the event loop, each layer under the
 * same cap. Throws `response_too_large` past `maxBytes`, `malformed_response` for corrupt or truncated data, what `onBytes`
 * throws, or the reason of `signal`. An empty body stays empty whatever its codings.
 */
export async function decodeBody(
  bytes: Uint8Array<ArrayBuffer>,
  codings: readonly string[],
  { maxBytes, signal, onBytes }: DecodeLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    if (decoded.byteLength === 0) break;
    signal?.throwIfAborted();
    const layer = new BodyGatherer(maxBytes, onBytes);
    try {
      await CODINGS.get(coding)!(decoded, (chunk) => {
        if (!layer.add(chunk)) throw responseTooLarge(maxBytes, `decoded ${coding}`);
      });
    } catch (error) {
      throw error instanceof ServiceError ? error : malformedResponse(`corrupt ${coding}`, error);
    }
    decoded = layer.bytes();
  }
  return decoded;
}

function inflateWith(create: (options: object) => Duplex, options: zlib.BrotliOptions = {}): Inflate {
  return (bytes, take) =>
    new Promise((resolve, reject) => {
      const stream = create({ ...options, chunkSize: CHUNK_BYTES });
      stream.once('error', reject).once('end', resolve);
      stream.on('data', (chunk: Buffer) => {
        try {
          take(chunk);
        } catch (error) {
          stream.destroy(error as Error);
        }
      });
      stream.end(bytes);
    });
}

/** RFC 9110, 8.4.1.2 says zlib; some servers send raw deflate. The two header bytes of zlib tell (RFC 1950). */
function inflateEither(bytes: Uint8Array, take: (chunk: Buffer) => void): Promise<void> {
  const [method = 0, flags = 0] = bytes;
  const isZlib = (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
  return inflateWith(isZlib ? zlib.createInflate : zlib.createInflateRaw)(bytes, take);
}

/** Node has zstd from 22.15 and 23.8; its types and constants are absent before. */
function zstdCoding(): [string, Inflate][] {
  const { createZstdDecompress, constants } = zlib as unknown as {
    createZstdDecompress?: (options: object) => Duplex;
    constants: { ZSTD_d_windowLogMax?: number };
  };
  const parameter = constants.ZSTD_d_windowLogMax;
  if (createZstdDecompress === undefined || parameter === undefined) return [];
  return [['zstd', inflateWith(createZstdDecompress, { params: { [parameter]: ZSTD_MAX_WINDOW_LOG } })]];
}
