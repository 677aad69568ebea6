import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, invalid } from '../contract/failure.ts';
import type { Holding } from '../conversion/held-bytes.ts';
import { readBody, requirePlain } from './request-body.ts';

/** Throws `unsupported_content_type` unless the body is declared as plain `application/json` in UTF-8. */
export function requireJson(headers: IncomingMessage['headers']): void {
  const given = headers['content-type'];
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  const utf8 = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if (type !== 'application/json' || !utf8) {
    throw fail(
      'unsupported_content_type',
      `Send the body as "application/json"; its Content-Type is ${given === undefined ? 'missing' : JSON.stringify(given.slice(0, 100))}.`,
    );
  }
  requirePlain(headers);
}

/** Reads and parses a JSON body. Throws what `readBody` throws, `invalid_request` for what is not UTF-8 or not JSON. */
export async function readJsonBody(
  raw: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
  holding?: Holding,
): Promise<unknown> {
  try {
    return parseJson(await readBody(raw, response, limitBytes, holding));
  } finally {
    holding?.release();
  }
}

/** The hook `preValidation` of a route whose JSON body has at most so many bytes. */
export const jsonBody = (limitBytes: number) => async (request: FastifyRequest, reply: FastifyReply) => {
  request.body = await readJsonBody(request.raw, reply.raw, limitBytes);
};

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw invalid('Send a JSON object as the body; it is empty.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    throw invalid('Send the body in UTF-8; it holds bytes that are not.', cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid('Send a JSON object as the body; it does not parse as JSON.', cause);
  }
}
