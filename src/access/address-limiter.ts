import { isIP } from 'node:net';
import type { PlanLimits } from '../contract/plans.ts';
import type { RateLimitStore, WindowDecision } from '../storage/ports.ts';

/** 30 per minute; the hour adds nothing, since 60 full minutes fit into it. */
export const VALIDATE_LIMITS: PlanLimits = { perMinute: 30, perHour: 1800 };

/** Limits calls that carry no key, by client address. */
export class AddressLimiter {
  readonly #rateLimits: RateLimitStore;
  readonly #purpose: string;
  readonly #limits: PlanLimits;

  /** `purpose` keeps the counts of different operations apart. */
  constructor(rateLimits: RateLimitStore, purpose: string, limits: PlanLimits) {
    this.#rateLimits = rateLimits;
    this.#purpose = purpose;
    this.#limits = limits;
  }

  admit(address: string): Promise<WindowDecision> {
    return this.#rateLimits.admit(`${this.#purpose}:${clientOf(address)}`, this.#limits);
  }
}

/** The client behind an address: an IPv4 address, or the /64 of an IPv6 address, which one client owns whole. */
export function clientOf(address: string): string {
  const bare = address.split('%', 1)[0]!;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped) return mapped[1]!;
  if (isIP(bare) !== 6) return bare;
  // WHATWG URL writes every IPv6 address in the one canonical form.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
