import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FailureReason } from '../contract/failure.ts';
import type { Stores, WindowDecision, WindowStates } from '../storage/ports.ts';
import type { CallOutcome } from '../storage/usage-store.ts';
import type { Caller } from './authenticator.ts';
import type { Held, ProcessLease } from './process-lease.ts';
import type { UsageRecorder } from './usage-recorder.ts';

/** A request that both windows let in. Exactly one of its two ends must be called. */
export interface Ticket {
  readonly windows: WindowStates;
  /** It was answered, cancelled, or failed for a reason: the last two return a spent credit, the windows keep the count either way. */
  settle(outcome?: CallOutcome): Promise<void>;
  /** It was refused after all (busy, draining, store away): out of both windows, credit returned. */
  giveBack(reason: FailureReason): Promise<WindowStates>;
}

/** What the windows say to one more request; a refused one counts nothing. */
type Admission =
  | { readonly admitted: true; readonly ticket: Ticket }
  | Extract<WindowDecision, { admitted: false }>;

/** A credit that pays for a request, because the hour was used up: the `ref` of its spend. */
type HeldCredit = Held<string>;

/** How long windows that were seen may be shown again: a flood of refusals must not cost a read each. */
const SEEN_MS = 100;
const SEEN_MAX = 10_000;

/** Counts requests of API keys against their plan, and against their credits past the hourly limit. */
export type RequestMeter = ReturnType<typeof createRequestMeter>;

/** `now`: wall clock in milliseconds. `clock`: milliseconds of a monotonic clock. */
export function createRequestMeter(
  { rateLimits, credits }: Pick<Stores, 'rateLimits' | 'credits'>,
  {
    lease,
    usage,
    now,
    clock,
  }: {
    readonly lease: ProcessLease;
    readonly usage: Pick<UsageRecorder, 'add'>;
    readonly now: () => number;
    readonly clock: () => number;
  },
) {
  // `ttlResolution`: as in `Authenticator`.
  const shown = new LRUCache<string, WindowStates>({
    max: SEEN_MAX,
    ttl: SEEN_MS,
    ttlResolution: 0,
    perf: { now: clock },
  });
  const show = (keyId: string, windows: WindowStates): WindowStates => {
    shown.set(keyId, windows);
    return windows;
  };
  const seen = (keyId: string): WindowStates | null => shown.get(keyId) ?? null;
  const spend = (keyId: string): Promise<HeldCredit | null> => {
    const ref = randomUUID();
    return lease.hold(async (leaseId) => {
      const spent = await credits.spend(keyId, ref, leaseId, now());
      return spent === null ? null : ref;
    });
  };
  const returnCredit = (keyId: string, { held: ref, end }: HeldCredit): Promise<void> =>
    end(() => credits.giveBack(keyId, ref, now()));
  const leaveWindows = ({ keyId, plan, subject }: Caller, admissionId: string): Promise<WindowStates> =>
    lease.finish(() => rateLimits.giveBack(subject, admissionId, plan, keyId));
  const ticketOf = (
    caller: Caller,
    { admissionId, windows }: { readonly admissionId: string; readonly windows: WindowStates },
    credit: HeldCredit | null,
  ): Ticket => {
    const { keyId } = caller;
    const settle = async (outcome: CallOutcome = 'ok') => {
      const isPaid = credit !== null && outcome === 'ok';
      usage.add(keyId, { outcome, credits: isPaid ? 1 : 0 });
      if (credit === null) return;
      if (isPaid) await credit.end(() => credits.settle(keyId, credit.held));
      else await returnCredit(keyId, credit);
    };
    const giveBack = async (reason: FailureReason) => {
      const [left] = await Promise.all([leaveWindows(caller, admissionId), settle(reason)]);
      return show(keyId, left);
    };
    return { windows, settle, giveBack };
  };
  /** Admits by a credit: into the minute first, so that a refused call writes nothing in the ledger, which keeps all. */
  const admitPaid = async (caller: Caller): Promise<Admission | null> => {
    const { keyId, subject, plan } = caller;
    // Most keys hold no credit: they are answered without a transaction.
    if ((await credits.balance(keyId)) === 0) return null;
    const paid = await rateLimits.admitPaid(subject, plan, caller);
    if (!paid.admitted) return paid;
    let credit: HeldCredit | null = null;
    try {
      credit = await spend(keyId);
    } finally {
      if (credit === null) await leaveWindows(caller, paid.admissionId);
    }
    return credit && { admitted: true, ticket: ticketOf(caller, paid, credit) };
  };
  const decide = async (caller: Caller): Promise<Admission> => {
    const decision = await rateLimits.admit(caller.subject, caller.plan, caller);
    if (decision.admitted) return { admitted: true, ticket: ticketOf(caller, decision, null) };
    // Where the minute is full as well, a credit tells that it alone is waited for.
    const isHourUsed = decision.exceeded !== 'month' && decision.windows.hour.remaining === 0;
    return (isHourUsed ? await admitPaid(caller) : null) ?? decision;
  };
  return {
    /** Counts the request, or refuses it; past the hourly limit a credit pays when there is one. */
    async admit(caller: Caller): Promise<Admission> {
      const admission = await decide(caller);
      if (!admission.admitted) usage.add(caller.keyId, { outcome: refusalReason(admission.exceeded) });
      show(caller.keyId, admission.admitted ? admission.ticket.windows : admission.windows);
      return admission;
    },
    /** Windows of the caller as they were 100 ms ago or later, without counting anything. */
    windows: async ({ keyId, subject, plan }: Caller): Promise<WindowStates> =>
      seen(keyId) ?? show(keyId, await rateLimits.peek(subject, plan)),
    /** What `windows` would say of a key without a look at the store, or null. */
    seen,
    /** What the caller has used, without counting anything: the month of a key that has a quota. */
    async usage({ keyId, subject, plan, monthlyQuota }: Caller) {
      const [windows, balance, month] = await Promise.all([
        rateLimits.peek(subject, plan),
        credits.balance(keyId),
        monthlyQuota === null ? null : rateLimits.month(subject, keyId),
      ]);
      return { windows, credits: balance, month: month && { limit: monthlyQuota!, ...month } };
    },
  };
}

/** The reason of a refusal, by what is used up. */
export function refusalReason(exceeded: 'minute' | 'hour' | 'month'): 'rate_limited' | 'quota_exceeded' {
  return exceeded === 'month' ? 'quota_exceeded' : 'rate_limited';
}
