import type { Access } from '../access/access.ts';
import type { KeyIdentity } from '../access/key-ring.ts';
import { ServiceError } from '../contract/failure.ts';
import type { Caller, CallerGate } from './ports.ts';

/** The gate of HTTP and MCP: keys and windows of the access room in the form both doors use. */
export function createCallerGate({ keys, meter }: Pick<Access, 'keys' | 'meter'>): CallerGate {
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
    usage: (caller) => meter.usage(identityOf(caller)),
    async admit(caller) {
      const decision = await meter.admit(identityOf(caller));
      if (!decision.ok) {
        const { exceeded, retryAfterMs, windows } = decision;
        return { admitted: false, exceeded, retryAfterMs, windows };
      }
      return {
        admitted: true,
        ticket: {
          windows: decision.windows,
          settle: (success) => meter.settle(decision, success ? 'success' : 'failure'),
          giveBack: () => meter.giveBack(decision),
        },
      };
    },
  };
}
