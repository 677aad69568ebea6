import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toUri } from '../contract/address.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import type { ConvertCall, ConvertedPage } from '../conversion/converter.ts';
import type { GivenFile } from '../conversion/given-page.ts';
import { convertData, warned } from '../conversion/response-data.ts';
import { varyWith } from './answer-coding.ts';
import { callerGone } from './connections.ts';
import type { HttpDeps } from './deps.ts';
import { wantedFreshness } from './request-headers.ts';
import type { WantedAnswer } from './wanted-answer.ts';

const BEFORE_CONTENT = '{"status":"success","data":{"content":';

/** Converts the page or the file of an admitted request for `sendPage`, and sets its header fields. Throws what the converter throws. */
export async function convertFor(
  request: FastifyRequest,
  reply: FastifyReply,
  { converter }: HttpDeps,
  body: ConvertRequest,
  { isJson }: WantedAnswer,
  file?: GivenFile,
): Promise<ConvertedPage> {
  const page = await converter.convert(body, {
    ...callOf(request, callerGone(reply.raw)),
    encoding: isJson ? 'json' : 'plain',
    ...(file === undefined ? {} : { file }),
  });
  reply.header('etag', tagOf(page, isJson));
  reply.header('vary', varyWith(reply.getHeader('vary'), 'Accept'));
  sourceHeaders(reply, page);
  return warned(page, request.warnings ?? []);
}

/** What a request says of the call that it is. */
export const callOf = ({ caller, running, headers }: FastifyRequest, signal: AbortSignal): ConvertCall => ({
  signal,
  keyId: caller!.keyId,
  ...(running && { running }),
  ...wantedFreshness(headers['cache-control']),
});

/** What every answer of one page says of it: its size, how old it is, and where it was kept. */
export function sourceHeaders(reply: FastifyReply, page: ConvertedPage): void {
  reply.header('x-pagemark-tokens', String(page.tokens));
  reply.header('x-markdown-tokens', String(page.tokens));
  if (page.ageS !== undefined) reply.header('age', String(page.ageS));
  if (page.cacheStatus !== undefined) reply.header('cache-status', page.cacheStatus);
}

/** Another representation has another strong tag (RFC 9110, 8.8.3.3), and so has one whose metadata say another fragment. */
function tagOf({ etag, metadata, fragment }: ConvertedPage, isJson: boolean): string {
  if (!isJson) return etag;
  const own = metadata === undefined || fragment === undefined ? '' : `-${digestOf(fragment)}`;
  return etag.replace(/"$/, `${own}-json"`);
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Sends a page that was converted for this: the contract's JSON answer, or the content alone. */
export function sendPage(
  reply: FastifyReply,
  page: ConvertedPage,
  { isJson, typeOf }: WantedAnswer,
): FastifyReply {
  return isJson ? sendJson(reply, page) : sendBare(reply, page, typeOf(page.format));
}

function sendJson(reply: FastifyReply, page: ConvertedPage): FastifyReply {
  // The content is the first field of the data, and '' in the place of its bytes.
  const around = JSON.stringify({ status: 'success', data: convertData(page) });
  const tail = around.slice(BEFORE_CONTENT.length + '""'.length);
  const parts = [Buffer.from(BEFORE_CONTENT), page.encoded!, Buffer.from(tail)];
  return send(reply.type('application/json; charset=utf-8'), parts);
}

/** What the envelope would carry beside the content is in header fields. */
function sendBare(reply: FastifyReply, page: ConvertedPage, type: string): FastifyReply {
  return send(reply.type(`${type}; charset=utf-8`).headers(metadataHeaders(page)), [page.encoded!]);
}

/**
 * Bytes that are joined for one write with the head, which costs less than a write of each part. More is memory outside the heap,
 * for which V8 collects the heap: a kept page of 90 KB costs a quarter less CPU in its parts (`bench/answers.mjs`).
 */
const MOST_JOINED_BYTES = 16_384;

/** Sends bytes as they are. */
function send(reply: FastifyReply, parts: readonly Uint8Array[]): FastifyReply {
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return reply
    .header('content-length', length)
    .send(length <= MOST_JOINED_BYTES ? Buffer.concat(parts, length) : Readable.from(parts));
}

/** How many bytes at the start and at the end of a part are not its own. */
function repeatedBytes({ before, after }: NonNullable<ConvertedPage['part']>): string {
  return `before=${Buffer.byteLength(before)}, after=${Buffer.byteLength(after)}`;
}

/** Percent-encoded, because field values are ASCII. The address is `Content-Location`: encoded again it may be 24 KiB. */
function metadataHeaders(page: ConvertedPage): Record<string, string> {
  const headers: Record<string, string> = {};
  if (page.finalUrl !== '') headers['content-location'] = toUri(page.finalUrl);
  if (page.nextCursor !== undefined) headers['x-pagemark-next-cursor'] = page.nextCursor;
  if (page.part !== undefined) headers['x-pagemark-repeated'] = repeatedBytes(page.part);
  if (page.outcome !== undefined) headers['x-pagemark-outcome'] = page.outcome;
  for (const [name, value] of Object.entries(page.metadata ?? {})) {
    if (value !== null && name !== 'url')
      headers[`x-pagemark-${name.toLowerCase()}`] = encodeURIComponent(String(value));
  }
  return headers;
}
