import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/authenticator.ts';
import type { ConvertRequest } from '../../contract/convert.ts';
import { type FailureReason, toFailure } from '../../contract/failure.ts';
import type { ConvertCall, ConvertedPage } from '../../conversion/converter.ts';
import type { WindowStates } from '../../storage/ports.ts';
import { callerGone } from '../connections.ts';
import type { HttpDeps } from '../deps.ts';
import { countPage, endTicket } from '../metering.ts';
import { callOf, sourceHeaders } from '../page-answer.ts';

/** Converts the one page of an admitted request of a door, and tells of it in header fields. Throws what the converter throws. */
export async function convertPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { converter }: Pick<HttpDeps, 'converter'>,
  body: ConvertRequest,
  call: Partial<ConvertCall> = {},
): Promise<ConvertedPage> {
  const page = await converter.convert(body, { ...callOf(request, callerGone(reply.raw)), ...call });
  sourceHeaders(reply, page);
  return page;
}

/**
 * Converts one of several pages that a caller asked for, each of which counts as one. `show` is told the windows. Throws what
 * `countPage` and the converter throw.
 */
export async function countAndConvert(
  deps: Pick<HttpDeps, 'converter' | 'meter' | 'usage'>,
  caller: Caller,
  body: ConvertRequest,
  call: ConvertCall,
  show: (windows: WindowStates) => void = () => undefined,
): Promise<ConvertedPage> {
  const ticket = await countPage(deps, caller, show);
  // A store that fails now must not turn what the page was into something else.
  const end = (reason?: FailureReason) =>
    endTicket(ticket, reason, call.signal?.aborted === true).catch(() => undefined);
  const page = await deps.converter.convert(body, call).catch(async (error) => {
    const left = await end(toFailure(error).reason);
    if (left !== undefined) show(left);
    throw error;
  });
  await end();
  return page;
}
