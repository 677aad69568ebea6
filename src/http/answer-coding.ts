import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { weightsOf } from './request-headers.ts';

/** What answers are compressed with on their way (RFC 9110, 8.4). */
type Coding = 'br' | 'gzip';

/** A shorter answer fits into one packet as it is, and its head outweighs what is saved. */
const LEAST_BYTES = 1024;
/** Bytes that a compressor gives at a time; Node's own 16 KiB make four times the calls. */
const CHUNK_BYTES = 64 * 1024;
/** Text, and no stream of events: those must arrive as they happen. */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:json|javascript)\b|image\/svg\+xml)/;

/** Brotli's fourth level takes the time of gzip's and less room; a window of 256 KiB bounds its memory. */
const brotliOptions = (bytes: number) => ({
  chunkSize: CHUNK_BYTES,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
});
const GZIP_OPTIONS = { chunkSize: CHUNK_BYTES, level: 4 };

/** The coding that an `Accept-Encoding` field prefers; null: as it is. */
export function preferredCoding(accept: string | undefined): Coding | null {
  const weights = weightsOf(accept);
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  if (weightOf('br') === 0 && weightOf('gzip') === 0) return null;
  return weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
}

/**
 * Compresses an answer from 1 KiB up for who accepts it, but no error, which is short. Node's threads do it, not the event
 * loop. No answer holds a secret beside text of the caller's choice: its length would tell of it.
 */
export function encodeAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const type = String(reply.getHeader('content-type'));
  const isError = reply.statusCode >= 400;
  // What the whole answer would say (RFC 9110, 15.4.5).
  if (reply.statusCode === 304) reply.header('vary', varyWith(reply.getHeader('vary'), 'Accept-Encoding'));
  if (payload === null || payload === undefined || isError || !COMPRESSIBLE.test(type)) return payload;
  reply.header('vary', varyWith(reply.getHeader('vary'), 'Accept-Encoding'));
  const bytes = lengthOf(reply, payload);
  const coding = preferredCoding(request.headers['accept-encoding']);
  if (coding === null || bytes < LEAST_BYTES || reply.statusCode === 206) return payload;
  reply.removeHeader('content-length').removeHeader('accept-ranges').header('content-encoding', coding);
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') reply.header('etag', codedTag(etag, coding));
  const source = payload instanceof Readable ? payload : Readable.from([payload]);
  if (request.method === 'HEAD') return source;
  const compressor = coding === 'br' ? createBrotliCompress(brotliOptions(bytes)) : createGzip(GZIP_OPTIONS);
  // Either end that breaks off ends the other; the server tells the reader.
  return pipeline(source, compressor, () => undefined);
}

/** Bytes of an answer; of a stream those that it announced. */
function lengthOf(reply: FastifyReply, payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return Buffer.byteLength(payload);
  return Number(reply.getHeader('content-length') ?? Number.POSITIVE_INFINITY);
}

/** The `Vary` field of an answer that depends on one more field of the request. */
export function varyWith(present: unknown, field: string): string {
  return present === undefined ? field : `${String(present)}, ${field}`;
}

/** Other bytes have another strong tag (RFC 9110, 8.8.3.3); a weak one tells of the content alone. */
function codedTag(etag: string, coding: Coding): string {
  return etag.startsWith('W/') ? etag : etag.replace(/"$/, `-${coding}"`);
}

/**
 * The strong tag of `If-None-Match` (RFC 9110, 13.1.2) that is that of an answer in any coding; null: none. `*` is any
 * answer. The comparison is the weak one.
 */
export function matchingTag(header: string | undefined, etag: string): string | null {
  if (header?.trim() === '*') return etag;
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.find((tag) => tag.replace(/-(?:br|gzip)"$/, '"') === etag) ?? null;
}
