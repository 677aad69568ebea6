import type { FastifyReply, FastifyRequest } from 'fastify';
import { convertFileQuery } from '../contract/convert.ts';
import { fail, invalid } from '../contract/failure.ts';
import type { GivenFile } from '../conversion/given-page.ts';
import type { HttpDeps } from './deps.ts';
import { fileNameOf, MULTIPART_FRAMING_BYTES, readMultipartFile } from './multipart-file.ts';
import { queryReader } from './query-fields.ts';
import { heldBody, requirePlain } from './request-body.ts';

/** RFC 9110, 8.3.1. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(?:;|$)/;
/** What curl says of a body that nobody told it the type of: `--data-binary` alone. */
const UNTOLD = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;
const MULTIPART = /^multipart\//i;

/** The options of a file, of the parameters of a query. */
export const readFileOptions = queryReader(convertFileQuery, convertFileQuery);

/** Throws `unsupported_content_type` for a body under an encoding, a form of another kind, and a type that is none. */
export function requireFile({ headers }: Pick<FastifyRequest, 'headers'>): void {
  requirePlain(headers);
  const { 'content-type': type } = headers;
  const isKnown = type === undefined || (MEDIA_TYPE.test(type) && (!MULTIPART.test(type) || isForm(type)));
  if (!isKnown)
    throw fail(
      'unsupported_content_type',
      `Send the file as the body under its own type, or as the one part of "multipart/form-data"; its Content-Type is ${JSON.stringify(type.slice(0, 100))}.`,
    );
}

/** Reads the file of a request. Throws what `readBody` and `readMultipartFile` throw, `invalid_request` for an empty one. */
export function readFile(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<HttpDeps, 'converter' | 'maxFileBytes'>,
): Promise<GivenFile> {
  const { maxFileBytes } = deps;
  const { 'content-type': type = '', 'content-disposition': disposition = '' } = request.headers;
  const isPart = isForm(type);
  const limitBytes = maxFileBytes + (isPart ? MULTIPART_FRAMING_BYTES : 0);
  return heldBody(request, reply, deps, limitBytes, (body) => {
    const file = isPart
      ? readMultipartFile(body, type)
      : {
          bytes: body,
          contentType: UNTOLD.test(type) ? undefined : type || undefined,
          // Node reads header fields as Latin-1; names that are UTF-8 come out of that again.
          name: fileNameOf(Buffer.from(disposition, 'latin1').toString()),
        };
    if (file.bytes.byteLength === 0)
      throw invalid('Send a file as the body, or as the one part of a form; it is empty.');
    if (file.bytes.byteLength > maxFileBytes)
      throw fail('body_too_large', `Send at most ${maxFileBytes} bytes as file; this one is longer.`);
    return file;
  });
}

const isForm = (type: string): boolean => /^multipart\/form-data[ \t]*(?:;|$)/i.test(type);
