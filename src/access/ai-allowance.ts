import { fail, type ServiceError } from '../contract/failure.ts';
import type { AiQuotaStore } from '../storage/ports.ts';
import { aiPeriod, aiPeriodEnd } from './ai-period.ts';
import type { LicenseInfo } from './license-desk.ts';
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
export class AiAllowance {
  readonly #quota: AiQuotaStore;
  readonly #lease: ProcessLease;
  readonly #now: () => number;

  constructor(quota: AiQuotaStore, lease: ProcessLease, now: () => number) {
    this.#quota = quota;
    this.#lease = lease;
    this.#now = now;
  }

  /** Reserves one call, before the provider is asked. Throws `ai_quota_exceeded` with `resetAt`. */
  async reserve(license: Pick<LicenseInfo, 'id' | 'aiCallsLimit'>): Promise<AiCall> {
    const nowMs = this.#now();
    const period = aiPeriod(nowMs);
    const limit = license.aiCallsLimit;
    const hold = this.#lease.take();
    const reservation = await this.#quota
      .reserve(license.id, period, limit, hold.leaseId, nowMs)
      .catch((cause: unknown) => {
        hold.unknown();
        throw cause;
      });
    if (!reservation.reserved) {
      hold.nothing();
      throw exceeded(limit, nowMs);
    }
    const { reservationId, used } = reservation;
    let state: 'reserved' | 'keeping' | 'kept' | 'ended' = 'reserved';
    return {
      used,
      limit,
      keep: async () => {
        // Until the answer is here the store may or may not have kept the call.
        state = 'keeping';
        const isKept = await this.#quota.keep(reservationId, license.id, period, limit);
        state = isKept ? 'kept' : 'reserved';
        if (!isKept) throw exceeded(limit, nowMs);
      },
      end: async () => {
        if (state === 'ended') return;
        const ended = state;
        state = 'ended';
        await hold.end(() =>
          ended === 'kept'
            ? this.#quota.settle(reservationId)
            : this.#quota.release(reservationId, ended === 'keeping'),
        );
      },
    };
  }
}

function exceeded(limit: number, nowMs: number): ServiceError {
  const resetAt = aiPeriodEnd(nowMs);
  return fail(
    'ai_quota_exceeded',
    `Wait until "${resetAt}" or use another licence; all ${limit} AI calls of this month are used.`,
    { resetAt, retryAfterMs: Date.parse(resetAt) - nowMs },
  );
}
