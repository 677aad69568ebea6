import { randomUUID } from 'node:crypto';
import { type Failure, fail, type ServiceError } from '../contract/failure.ts';
import type { Stores, WindowStates } from '../storage/ports.ts';
import type { KeyIdentity } from './key-ring.ts';
import type { LeaseHold, ProcessLease } from './process-lease.ts';

/** A call that both windows let in. Settle it or give it back, once. */
export interface Admission {
  readonly ok: true;
  readonly identity: KeyIdentity;
  readonly windows: WindowStates;
  readonly admissionId: string;
  /** Set when a credit pays for the call, because the hour was used up. */
  readonly credit: HeldCredit | null;
}

interface HeldCredit {
  readonly ref: string;
  readonly hold: LeaseHold;
}

/** A call that a window refused; it counts nothing. */
export interface Refusal {
  readonly ok: false;
  readonly identity: KeyIdentity;
  readonly windows: WindowStates;
  readonly exceeded: 'minute' | 'hour';
  /** Exact milliseconds after which the call would be admitted. */
  readonly retryAfterMs: number;
}

/** What `GET /v1/usage` shows a key. */
export interface UsageReport {
  readonly plan: KeyIdentity['plan'];
  readonly windows: WindowStates;
  readonly credits: number;
}

/** Counts calls of API keys against their plan, and against their credits past the hourly limit. */
export class Meter {
  readonly #stores: Pick<Stores, 'rateLimits' | 'credits'>;
  readonly #lease: ProcessLease;
  readonly #now: () => number;

  constructor(stores: Pick<Stores, 'rateLimits' | 'credits'>, lease: ProcessLease, now: () => number) {
    this.#stores = stores;
    this.#lease = lease;
    this.#now = now;
  }

  /** Counts the call, or refuses it; past the hourly limit a credit pays when there is one. */
  async admit(identity: KeyIdentity): Promise<Admission | Refusal> {
    const { keyId, plan } = identity;
    const decision = await this.#stores.rateLimits.admit(keyId, plan);
    if (decision.admitted) {
      return {
        ok: true,
        identity,
        windows: decision.windows,
        admissionId: decision.admissionId,
        credit: null,
      };
    }
    const { exceeded, retryAfterMs, windows } = decision;
    const refusal: Refusal = { ok: false, identity, windows, exceeded, retryAfterMs };
    if (exceeded === 'minute') return refusal;
    const credit = await this.#spend(keyId);
    return credit === null ? refusal : this.#admitPaid(identity, credit);
  }

  /**
   * The call ended. A success makes a spent credit final; a failure gives it back. The windows keep the call
   * either way.
   */
  async settle(admission: Admission, outcome: 'success' | 'failure'): Promise<void> {
    const { credit, identity } = admission;
    if (credit === null) return;
    const { keyId } = identity;
    if (outcome === 'success') await credit.hold.end(() => this.#stores.credits.settle(keyId, credit.ref));
    else await this.#returnCredit(keyId, credit);
  }

  /** The call was refused after all (busy, draining, store away): out of both windows, credit returned. */
  async giveBack(admission: Admission): Promise<WindowStates> {
    const { admissionId, identity } = admission;
    const [windows] = await Promise.all([
      this.#stores.rateLimits.giveBack(identity.keyId, admissionId, identity.plan),
      this.settle(admission, 'failure'),
    ]);
    return windows;
  }

  /** The key's windows, without counting anything. */
  windows({ keyId, plan }: KeyIdentity): Promise<WindowStates> {
    return this.#stores.rateLimits.peek(keyId, plan);
  }

  /** The key's own state, without counting anything. */
  async usage(identity: KeyIdentity): Promise<UsageReport> {
    const [windows, credits] = await Promise.all([
      this.windows(identity),
      this.#stores.credits.balance(identity.keyId),
    ]);
    return { plan: identity.plan, windows, credits };
  }

  async #spend(keyId: string): Promise<HeldCredit | null> {
    const ref = randomUUID();
    const hold = this.#lease.take();
    try {
      if (await this.#stores.credits.spend(keyId, ref, hold.leaseId, this.#now())) return { ref, hold };
    } catch (cause) {
      hold.unknown();
      throw cause;
    }
    hold.nothing();
    return null;
  }

  #returnCredit(keyId: string, { ref, hold }: HeldCredit): Promise<void> {
    return hold.end(() => this.#stores.credits.giveBack(keyId, ref, this.#now()));
  }

  async #admitPaid(identity: KeyIdentity, credit: HeldCredit): Promise<Admission | Refusal> {
    const { keyId, plan } = identity;
    let keep = false;
    try {
      const paid = await this.#stores.rateLimits.admitPaid(keyId, plan);
      keep = paid.admitted;
      const { windows } = paid;
      if (paid.admitted) return { ok: true, identity, windows, admissionId: paid.admissionId, credit };
      return { ok: false, identity, windows, exceeded: 'minute', retryAfterMs: paid.retryAfterMs };
    } finally {
      if (!keep) await this.#returnCredit(keyId, credit);
    }
  }
}

/** The 429 for a refusal. */
export function rateLimited(refusal: Refusal): ServiceError {
  const { plan } = refusal.identity;
  const [limit, window] =
    refusal.exceeded === 'minute' ? [plan.perMinute, '60 seconds'] : [plan.perHour, '3600 seconds'];
  const extra: Partial<Failure> = { retryAfterMs: refusal.retryAfterMs };
  return fail(
    'rate_limited',
    `Wait ${Math.ceil(refusal.retryAfterMs / 1000)} s and call again; the plan "${plan.name}" allows ${limit} requests in any ${window} and all are used.`,
    extra,
  );
}
