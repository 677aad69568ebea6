import { LRUCache } from 'lru-cache';
import type { Access } from '../access/access.ts';
import type { KeyIdentity } from '../access/key-ring.ts';
import { hashSecretKey } from '../access/secret-key.ts';
import { ServiceError } from '../contract/failure.ts';
import type { Caller, CallerGate, WindowStates } from './ports.ts';

/** How long windows that were seen may be shown again: a flood of refusals must not cost a read each. */
const SEEN_MS = 100;
const SEEN_MAX = 10_000;
/** How long an accepted key is good for a refusal. */
const RECALLED_MS = 500;

/**
 * The gate of HTTP and MCP: keys and windows of the access room in the form both doors use. `clock`: milliseconds of a
 * monotonic clock.
 */
export function createCallerGate(
  { keys, meter }: Pick<Access, 'keys' | 'meter'>,
  clock: () => number = () => performance.now(),
): CallerGate {
  // Without a resolution: with one, each look starts a timer, and under load its wake-up costs more than the look.
  const kept = { max: SEEN_MAX, perf: { now: clock }, ttlResolution: 0 };
  const seen = new LRUCache<string, WindowStates>({ ...kept, ttl: SEEN_MS });
  const show = ({ keyId }: Caller, windows: WindowStates): WindowStates => {
    seen.set(keyId, windows);
    return windows;
  };
  const accepted = new LRUCache<string, string>({ ...kept, ttl: RECALLED_MS });
  const identities = new WeakMap<Caller, KeyIdentity>();
  const identityOf = (caller: Caller): KeyIdentity => {
    const identity = identities.get(caller);
    if (identity === undefined) throw new TypeError('Admit a caller that this gate authenticated');
    return identity;
  };
  return {
    async authenticate(key) {
      try {
        const identity = await keys.authenticate(key);
        const caller = { keyId: identity.keyId, plan: identity.plan.name, limits: identity.plan };
        identities.set(caller, identity);
        accepted.set(hashSecretKey(key), caller.keyId);
        return caller;
      } catch (error) {
        if (error instanceof ServiceError && error.failure.reason === 'unauthorized') return null;
        throw error;
      }
    },
    windows: async (caller) =>
      seen.get(caller.keyId) ?? show(caller, await meter.windows(identityOf(caller))),
    recall(key) {
      const keyId = accepted.get(hashSecretKey(key));
      const windows = keyId === undefined ? undefined : seen.get(keyId);
      return keyId === undefined || windows === undefined ? null : { keyId, windows };
    },
    usage: (caller) => meter.usage(identityOf(caller)),
    async admit(caller) {
      const decision = await meter.admit(identityOf(caller));
      show(caller, decision.windows);
      if (!decision.ok) {
        const { exceeded, retryAfterMs, windows } = decision;
        return { admitted: false, exceeded, retryAfterMs, windows };
      }
      return {
        admitted: true,
        ticket: {
          windows: decision.windows,
          settle: (success) => meter.settle(decision, success ? 'success' : 'failure'),
          giveBack: async () => show(caller, await meter.giveBack(decision)),
        },
      };
    },
  };
}
