import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FailureReason } from '../contract/failure.ts';
import type { MonthCalls, Stores, WindowDecision, WindowStates } from '../storage/ports.ts';
import type { Caller } from './authenticator.ts';
import type { Held, ProcessLease } from './process-lease.ts';
import type { UsageRecorder } from './usage-recorder.ts';

/** A request that both windows let in. Exactly one of its two ends must be called. */
export interface Ticket {
  readonly windows: WindowStates;
  /** It was answered, or failed for a reason: that returns a spent credit, the windows keep the count either way. */
  settle(reason?: FailureReason): Promise<void>;
  /** It was refused after all (busy, draining, store away): out of both windows, credit returned. */
  giveBack(reason: FailureReason): Promise<WindowStates>;
}

/** What the windows say to one more request; a refused one counts nothing. */
type Admission =
  | { readonly admitted: true; readonly ticket: Ticket }
  | Extract<WindowDecision, { admitted: false }>;

/** Windows, prepaid credits, and the monthly quota of a key that has one. */
interface KeyUsage {
  readonly windows: WindowStates;
  readonly credits: number;
  readonly month: (MonthCalls & { readonly limit: number }) | null;
}

/** A credit that pays for a request, because the hour was used up: the `ref` of its spend. */
type HeldCredit = Held<string>;

/** How long windows that were seen may be shown again: a flood of refusals must not cost a read each. */
const SEEN_MS = 100;
const SEEN_MAX = 10_000;

/** Counts requests of API keys against their plan, and against their credits past the hourly limit. */
export class RequestMeter {
  readonly #stores: Pick<Stores, 'rateLimits' | 'credits'>;
  readonly #lease: ProcessLease;
  readonly #usage: Pick<UsageRecorder, 'add'>;
  readonly #now: () => number;
  readonly #seen: LRUCache<string, WindowStates>;

  /** `now`: wall clock in milliseconds. `clock`: milliseconds of a monotonic clock. */
  constructor(
    stores: Pick<Stores, 'rateLimits' | 'credits'>,
    parts: {
      readonly lease: ProcessLease;
      readonly usage: Pick<UsageRecorder, 'add'>;
      readonly now: () => number;
      readonly clock: () => number;
    },
  ) {
    this.#stores = stores;
    this.#lease = parts.lease;
    this.#usage = parts.usage;
    this.#now = parts.now;
    // `ttlResolution`: as in `Authenticator`.
    this.#seen = new LRUCache({ max: SEEN_MAX, ttl: SEEN_MS, ttlResolution: 0, perf: { now: parts.clock } });
  }

  /** Counts the request, or refuses it; past the hourly limit a credit pays when there is one. */
  async admit(caller: Caller): Promise<Admission> {
    const admission = await this.#decide(caller);
    if (!admission.admitted) this.#usage.add(caller.keyId, { outcome: refusalReason(admission.exceeded) });
    this.#show(caller.keyId, admission.admitted ? admission.ticket.windows : admission.windows);
    return admission;
  }

  /** Windows of the caller as they were 100 ms ago or later, without counting anything. */
  async windows({ keyId, subject, plan }: Caller): Promise<WindowStates> {
    return this.seen(keyId) ?? this.#show(keyId, await this.#stores.rateLimits.peek(subject, plan));
  }

  /** What `windows` would say of a key without a look at the store, or null. */
  seen(keyId: string): WindowStates | null {
    return this.#seen.get(keyId) ?? null;
  }

  /** What the caller has used, without counting anything. */
  async usage({ keyId, subject, plan, monthlyQuota }: Caller): Promise<KeyUsage> {
    const { rateLimits, credits } = this.#stores;
    const [windows, balance, month] = await Promise.all([
      rateLimits.peek(subject, plan),
      credits.balance(keyId),
      monthlyQuota === null ? null : rateLimits.month(subject, keyId),
    ]);
    return { windows, credits: balance, month: month && { limit: monthlyQuota!, ...month } };
  }

  #show(keyId: string, windows: WindowStates): WindowStates {
    this.#seen.set(keyId, windows);
    return windows;
  }

  async #decide(caller: Caller): Promise<Admission> {
    const decision = await this.#stores.rateLimits.admit(caller.subject, caller.plan, caller);
    if (decision.admitted) return { admitted: true, ticket: this.#ticket(caller, decision, null) };
    const credit = decision.exceeded === 'hour' ? await this.#spend(caller.keyId) : null;
    return credit === null ? decision : this.#admitPaid(caller, credit);
  }

  async #admitPaid(caller: Caller, credit: HeldCredit): Promise<Admission> {
    let isKept = false;
    try {
      const paid = await this.#stores.rateLimits.admitPaid(caller.subject, caller.plan, caller);
      isKept = paid.admitted;
      return paid.admitted ? { admitted: true, ticket: this.#ticket(caller, paid, credit) } : paid;
    } finally {
      if (!isKept) await this.#returnCredit(caller.keyId, credit);
    }
  }

  #ticket(
    caller: Caller,
    { admissionId, windows }: { readonly admissionId: string; readonly windows: WindowStates },
    credit: HeldCredit | null,
  ): Ticket {
    const { keyId, plan, subject } = caller;
    const settle = async (reason?: FailureReason) => {
      const isPaid = credit !== null && reason === undefined;
      this.#usage.add(keyId, { outcome: reason ?? 'ok', credits: isPaid ? 1 : 0 });
      if (credit === null) return;
      if (isPaid) await credit.end(() => this.#stores.credits.settle(keyId, credit.held));
      else await this.#returnCredit(keyId, credit);
    };
    const giveBack = async (reason: FailureReason) => {
      const [left] = await Promise.all([
        this.#stores.rateLimits.giveBack(subject, admissionId, plan, keyId),
        settle(reason),
      ]);
      return this.#show(keyId, left);
    };
    return { windows, settle, giveBack };
  }

  #spend(keyId: string): Promise<HeldCredit | null> {
    const ref = randomUUID();
    return this.#lease.hold(async (leaseId) => {
      const spent = await this.#stores.credits.spend(keyId, ref, leaseId, this.#now());
      return spent === null ? null : ref;
    });
  }

  #returnCredit(keyId: string, { held: ref, end }: HeldCredit): Promise<void> {
    return end(() => this.#stores.credits.giveBack(keyId, ref, this.#now()));
  }
}

/** The reason of a refusal, by what is used up. */
export function refusalReason(exceeded: 'minute' | 'hour' | 'month'): 'rate_limited' | 'quota_exceeded' {
  return exceeded === 'month' ? 'quota_exceeded' : 'rate_limited';
}
