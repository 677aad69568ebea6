import { fail, type ServiceError } from '../contract/failure.ts';
import type { AiQuotaStore, LicenseRecord } from '../storage/ports.ts';
import { dayOf, dayStartMs, monthOf } from '../storage/usage-days.ts';
import type { ProcessLease } from './process-lease.ts';

/** One AI call under way. Call `keep` before the first chunk is written, and `end` whatever happens. */
export interface AiCall {
  /** Calls of the month with this one. */
  readonly used: number;
  readonly limit: number;
  /**
   * Commits the call: from here on it counts, whatever becomes of this process. Throws `ai_quota_exceeded`
   * when the reservation was released meanwhile and no call is left; then nothing may be written.
   */
  keep(): Promise<void>;
  /** The call is over: a kept one is settled, any other is given back. Repeating it changes nothing. */
  end(): Promise<void>;
}

/** Reserves and counts AI calls per licence and calendar month (UTC). */
export type AiQuota = ReturnType<typeof createAiQuota>;

/** `atOnce`: calls of one licence that may be under way, over all processes. */
export function createAiQuota(quota: AiQuotaStore, lease: ProcessLease, now: () => number, atOnce: number) {
  return {
    /** Reserves one call, before the provider is asked. Throws `ai_quota_exceeded` with `resetAt`, or `concurrency_limited`. */
    async reserve({ id, aiCallsLimit: limit }: Pick<LicenseRecord, 'id' | 'aiCallsLimit'>): Promise<AiCall> {
      const nowMs = now();
      const period = aiPeriod(nowMs);
      let seen = 0;
      const reserved = await lease.hold(async (leaseId) => {
        const answer = await quota.reserve(id, period, limit, leaseId, nowMs, atOnce);
        seen = answer.used;
        return answer.reserved ? answer : null;
      });
      if (reserved === null) throw seen >= limit ? exceeded(limit, nowMs) : tooManyAtOnce(atOnce);
      const { reservationId, used } = reserved.held;
      let state: 'reserved' | 'keeping' | 'kept' | 'ended' = 'reserved';
      return {
        used,
        limit,
        async keep() {
          // Until the answer is here the store may or may not have kept the call.
          state = 'keeping';
          const isKept = await quota.keep(reservationId, id, period, limit);
          state = isKept ? 'kept' : 'reserved';
          if (!isKept) throw exceeded(limit, nowMs);
        },
        async end() {
          if (state === 'ended') return;
          const ended = state;
          state = 'ended';
          await reserved.end(() =>
            ended === 'kept'
              ? quota.settle(reservationId)
              : quota.release(reservationId, ended === 'keeping'),
          );
        },
      };
    },
  };
}

/** What is told of a licence whose calls are not over yet, in milliseconds: most answers take longer than one second. */
const RETRY_AFTER_MS = 1000;

function tooManyAtOnce(atOnce: number): ServiceError {
  return fail(
    'concurrency_limited',
    `Retry after the time in Retry-After, with fewer calls at a time: ${atOnce} calls of this licence are in work.`,
    { retryAfterMs: RETRY_AFTER_MS },
  );
}

function exceeded(limit: number, nowMs: number): ServiceError {
  const endMs = dayStartMs(monthOf(dayOf(nowMs)).next);
  const resetAt = rfc3339(endMs);
  return fail(
    'ai_quota_exceeded',
    `Wait until "${resetAt}" or use another licence; all ${limit} AI calls of this month are used.`,
    { resetAt, retryAfterMs: endMs - nowMs },
  );
}

/** The calendar month (UTC) of a time, such as `2026-11`: the period of the AI quota. */
export function aiPeriod(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7);
}

/** A time as RFC 3339 UTC, without a fraction when it has none. */
export function rfc3339(atMs: number): string {
  return new Date(atMs).toISOString().replace('.000Z', 'Z');
}
