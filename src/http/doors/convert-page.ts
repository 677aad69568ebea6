import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConvertRequest } from '../../contract/convert.ts';
import { toFailure } from '../../contract/failure.ts';
import type { ConvertCall, ConvertedPage } from '../../conversion/converter.ts';
import { callerGone } from '../connections.ts';
import type { HttpDeps } from '../deps.ts';
import { countPage, endTicket } from '../metering.ts';
import { sourceHeaders } from '../page-answer.ts';
import { wantedFreshness } from '../request-headers.ts';
import { rateLimitHeaders } from '../response-headers.ts';

/** Converts the one page of an admitted request of a door, and tells of it in header fields. Throws what the converter throws. */
export async function convertPage(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<HttpDeps, 'converter'>,
  body: ConvertRequest,
  call: Partial<ConvertCall> = {},
): Promise<ConvertedPage> {
  const page = await convert(request, reply, deps, body, call);
  sourceHeaders(reply, page);
  return page;
}

function convert(
  request: FastifyRequest,
  reply: FastifyReply,
  { converter }: Pick<HttpDeps, 'converter'>,
  body: ConvertRequest,
  { signal = callerGone(reply.raw), ...call }: Partial<ConvertCall>,
): Promise<ConvertedPage> {
  return converter.convert(body, {
    signal,
    keyId: request.caller!.keyId,
    ...(request.running && { running: request.running }),
    ...wantedFreshness(request.headers['cache-control']),
    ...call,
  });
}

/** The same for one of several pages of a request, each of which counts as one. Throws what `countPage` throws besides. */
export async function countAndConvert(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<HttpDeps, 'converter' | 'meter' | 'usage'>,
  body: ConvertRequest,
  call: Partial<ConvertCall>,
): Promise<ConvertedPage> {
  const ticket = await countPage(reply, deps, request.caller!);
  const page = await convert(request, reply, deps, body, call).catch(async (error) => {
    const left = await endTicket(ticket, toFailure(error).reason);
    if (left !== undefined) reply.headers(rateLimitHeaders(left));
    throw error;
  });
  await ticket.settle();
  return page;
}
