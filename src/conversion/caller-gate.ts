import { LRUCache } from 'lru-cache';
import type { Access } from '../access/access.ts';
import type { KeyIdentity } from '../access/key-ring.ts';
import { ServiceError } from '../contract/failure.ts';
import type { Caller, CallerGate, WindowStates } from './ports.ts';

/** How long windows that were seen may be shown again: a flood of refusals must not cost a read each. */
const SEEN_MS = 100;
const SEEN_MAX = 10_000;

/** The gate of HTTP and MCP: keys and windows of the access room in the form both doors use. */
export function createCallerGate({ keys, meter }: Pick<Access, 'keys' | 'meter'>): CallerGate {
  const seen = new LRUCache<string, WindowStates>({ max: SEEN_MAX, ttl: SEEN_MS });
  const show = ({ keyId }: Caller, windows: WindowStates): WindowStates => {
    seen.set(keyId, windows);
    return windows;
  };
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
        return caller;
      } catch (error) {
        if (error instanceof ServiceError && error.failure.reason === 'unauthorized') return null;
        throw error;
      }
    },
    windows: async (caller) =>
      seen.get(caller.keyId) ?? show(caller, await meter.windows(identityOf(caller))),
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
