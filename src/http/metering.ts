import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/authenticator.ts';
import { refusalReason, type Ticket } from '../access/request-meter.ts';
import { type FailureReason, fail, ServiceError, toFailure } from '../contract/failure.ts';
import type { WindowDecision, WindowStates } from '../storage/ports.ts';
import { hasLeft } from './connections.ts';
import type { AnsweredCaller, HttpDeps } from './deps.ts';
import { bearerKey, unauthorized } from './request-headers.ts';
import { rateLimitHeaders } from './response-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    ticket: Ticket | null;
  }
}

/** Reasons whose requests count nowhere (design, "Busy vs unavailable"), and of one that never arrived. */
const GIVEN_BACK = new Set<FailureReason>([
  'busy',
  'concurrency_limited',
  'draining',
  'store_unavailable',
  'request_timeout',
]);

/** The caller of a request, by its bearer key; from here on the call is in flight. Throws `unauthorized`, `store_unavailable`. */
export async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticator, runningCalls }: Pick<HttpDeps, 'authenticator' | 'runningCalls'>,
): Promise<Caller> {
  const running = runningCalls.begin(request.routeOptions.url ?? 'unknown');
  request.running = running;
  if (reply.raw.destroyed) running.end();
  const header = request.headers.authorization;
  const key = bearerKey(header);
  const caller = key === null ? null : await authenticator.authenticate(key);
  if (caller === null) throw unauthorized(header);
  request.caller = caller;
  running.by(caller.keyId);
  return caller;
}

/** Credential, then what `check` wants of the request before its body is read: what it asks for is counted as it is done. */
export const authenticated =
  (deps: HttpDeps, check: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await authenticate(request, reply, deps);
    refuseWhileDraining(deps);
    await check(request, reply);
  };

/** Credential → windows → room, then the same. */
export const admitted = (deps: HttpDeps, check: (request: FastifyRequest) => void = () => undefined) =>
  authenticated(deps, async (request, reply) => {
    await admit(request, reply, deps, request.caller!);
    check(request);
  });

/** Counts the request, which is one page (`countPage`). */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<HttpDeps, 'meter' | 'converter' | 'usage'>,
  caller: Caller,
): Promise<void> {
  request.ticket = await countPage(deps, caller, (windows) => reply.headers(rateLimitHeaders(windows)));
}

/** What `read` makes of a request that is not counted as such: one that it refuses counts as any refused request does, but for want of room or time. */
export async function countingRefusals<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<HttpDeps, 'meter' | 'converter' | 'usage'>,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { reason } = toFailure(error);
    if (GIVEN_BACK.has(reason)) deps.usage.add(request.caller!.keyId, { outcome: reason });
    else await admit(request, reply, deps, request.caller!);
    throw error;
  }
}

/**
 * Counts a page in both windows and shows them; throws `rate_limited` when one is full, `quota_exceeded` when the
 * calls of the month are used. Where there is no room
 * for a conversion of the caller it throws `busy` or `concurrency_limited` before anything is counted: a flood of
 * refusals must not cost two writes each.
 */
export async function countPage(
  { meter, converter, usage }: Pick<HttpDeps, 'meter' | 'converter' | 'usage'>,
  caller: Caller,
  show: (windows: WindowStates) => void,
): Promise<Ticket> {
  const refusal = converter.refusal(caller.keyId);
  if (refusal !== null) {
    usage.add(caller.keyId, { outcome: refusal.reason });
    show(await meter.windows(caller));
    throw new ServiceError(refusal);
  }
  const admission = await meter.admit(caller);
  if (!admission.admitted) {
    show(admission.windows);
    throw refused(admission, caller);
  }
  show(admission.ticket.windows);
  return admission.ticket;
}

function refused(
  { exceeded, windows, retryAfterMs }: Extract<WindowDecision, { admitted: false }>,
  { plan, monthlyQuota }: Caller,
): ServiceError {
  // Both may be full: then the one that frees later is meant by Retry-After.
  const isHour =
    exceeded === 'hour' || (windows.hour.remaining === 0 && retryAfterMs > windows.minute.resetMs);
  const window = isHour ? 'hour' : 'minute';
  const used =
    exceeded === 'month'
      ? `all ${monthlyQuota} calls of this month are used`
      : `all ${windows[window].limit} requests per ${window} of plan "${plan.name}" are used`;
  const waitS = Math.ceil(retryAfterMs / 1000);
  return fail(refusalReason(exceeded), `Retry after ${waitS} s: ${used}.`, { retryAfterMs });
}

/** Ends the ticket before the answer is sent: given back by its reason (`GIVEN_BACK`), settled otherwise. */
export async function closeTicket(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: FailureReason | undefined,
): Promise<void> {
  const ticket = request.ticket;
  if (ticket === null) return;
  request.ticket = null;
  const windows = await endTicket(ticket, reason, hasLeft(reply.raw));
  if (windows !== undefined) reply.headers(rateLimitHeaders(windows));
}

/**
 * Settles a ticket, or gives it back and returns the windows after that, by the reason of the failure if any: what a call that its
 * caller has left failed by says nothing.
 */
export async function endTicket(
  ticket: Ticket,
  reason: FailureReason | undefined,
  isLeft: boolean,
): Promise<WindowStates | undefined> {
  if (reason !== undefined && GIVEN_BACK.has(reason)) return ticket.giveBack(reason);
  await ticket.settle(reason && isLeft ? 'cancelled' : reason);
  return undefined;
}

/** Whose call a request is, once its credential was accepted. */
export function answeredCaller({
  caller,
  license,
}: Pick<FastifyRequest, 'caller' | 'license'>): AnsweredCaller {
  if (caller) return { keyId: caller.keyId, plan: caller.plan.name };
  return license ? { licenseId: license.id, tier: license.tier } : {};
}

const DRAIN_RETRY_MS = 5000;

/** Throws `draining` once the process has begun to shut down. */
export function refuseWhileDraining({ isDraining }: Pick<HttpDeps, 'isDraining'>): void {
  if (!isDraining()) return;
  throw fail('draining', 'Retry after the time in Retry-After: this process is shutting down.', {
    retryAfterMs: DRAIN_RETRY_MS,
  });
}
