import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/authenticator.ts';
import type { ConvertRequest } from '../../contract/convert.ts';
import { toFailure } from '../../contract/failure.ts';
import type { ConvertCall, ConvertedPage } from '../../conversion/converter.ts';
import type { WindowStates } from '../../storage/ports.ts';
import { callerGone } from '../connections.ts';
import type { HttpDeps } from '../deps.ts';
import { countPage, endTicket } from '../metering.ts';
import { sourceHeaders } from '../page-answer.ts';
import { wantedFreshness } from '../request-headers.ts';

/** Converts the one page of an admitted request of a door, and tells of it in header fields. Throws what the converter throws. */
export async function convertPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { converter }: Pick<HttpDeps, 'converter'>,
  body: ConvertRequest,
  call: Partial<ConvertCall> = {},
): Promise<ConvertedPage> {
  const page = await converter.convert(body, {
    signal: callerGone(reply.raw),
    keyId: request.caller!.keyId,
    ...(request.running && { running: request.running }),
    ...wantedFreshness(request.headers['cache-control']),
    ...call,
  });
  sourceHeaders(reply, page);
  return page;
}

/**
 * Converts one of several pages of a caller, each of which counts as one request; `onWindows` is told what is left of the plan.
 * Throws what `countPage` throws, and the converter.
 */
export async function countAndConvert(
  caller: Caller,
  deps: Pick<HttpDeps, 'converter' | 'meter' | 'usage'>,
  body: ConvertRequest,
  call: Partial<ConvertCall> & Pick<ConvertCall, 'signal'>,
  onWindows: (windows: WindowStates) => void = () => undefined,
): Promise<ConvertedPage> {
  const ticket = await countPage(deps, caller, onWindows);
  const page = await deps.converter.convert(body, { keyId: caller.keyId, ...call }).catch(async (error) => {
    const left = await endTicket(ticket, toFailure(error).reason);
    if (left !== undefined) onWindows(left);
    throw error;
  });
  await ticket.settle();
  return page;
}
