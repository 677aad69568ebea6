import { isIP } from 'node:net';
import { fail } from '../contract/failure.ts';
import type { PlanLimits } from '../contract/plans.ts';
import type { LicenseRecord, Stores } from '../storage/ports.ts';
import { aiPeriod, rfc3339 } from './ai-quota.ts';
import { checkAmount, IssuedSecrets, type NewSecret, stateOf, toInfo } from './issued-secrets.ts';
import { hashSecretKey } from './secret-key.ts';

/** AI calls per calendar month unless the licence says otherwise. */
const DEFAULT_AI_CALLS = 1000;

/** 30 per minute; the hour adds nothing, since 60 full minutes fit into it. */
const VALIDATE_LIMITS: PlanLimits = { perMinute: 30, perHour: 1800 };

/** A licence as lists show it. */
export type LicenseInfo = Omit<LicenseRecord, 'hash'>;

interface NewLicense extends NewSecret {
  readonly tier: 'pro';
  readonly aiCalls?: number;
}

/** The answer to a validation; an unknown key gets `valid` alone. */
export type LicenseStatus =
  | { readonly known: false; readonly valid: false }
  | {
      readonly known: true;
      readonly valid: boolean;
      /** RFC 3339 UTC; null: no expiry. */
      readonly expiresAt: string | null;
      readonly tier: 'pro';
      readonly aiCallsUsed: number;
      readonly aiCallsLimit: number;
    };

/** Issues, lists, revokes and validates licences. */
export class LicenseService extends IssuedSecrets<LicenseRecord, NewLicense> {
  readonly #stores: Pick<Stores, 'licenses' | 'aiQuota' | 'rateLimits'>;

  /** `now`: wall clock in milliseconds. */
  constructor(stores: Pick<Stores, 'licenses' | 'aiQuota' | 'rateLimits'>, now: () => number) {
    super(stores.licenses, { prefix: 'pml_', handle: 'lic_', called: 'a licence as "licenses list"' }, now);
    this.#stores = stores;
  }

  /** Counts a validation by client address. Throws `rate_limited` past 30 in any minute. */
  async admitValidation(clientAddress: string): Promise<void> {
    const decision = await this.#stores.rateLimits.admit(
      `validate:${clientOf(clientAddress)}`,
      VALIDATE_LIMITS,
    );
    if (decision.admitted) return;
    const seconds = Math.ceil(decision.retryAfterMs / 1000);
    throw fail(
      'rate_limited',
      `Wait ${seconds} s and call again; an address may validate ${VALIDATE_LIMITS.perMinute} keys in any 60 seconds and all are used.`,
      { retryAfterMs: decision.retryAfterMs },
    );
  }

  /** State of a licence key. Known, unknown and malformed keys take the same steps. */
  async validate(key: string): Promise<LicenseStatus> {
    const license = await this.#stores.licenses.findByHash(hashSecretKey(key));
    const nowMs = this.now();
    const { used } = await this.#stores.aiQuota.usage(license?.id ?? 'lic_unknown', aiPeriod(nowMs));
    if (license === null) return { known: false, valid: false };
    return {
      known: true,
      valid: stateOf(license, nowMs) === 'active',
      expiresAt: license.expiresAtMs === null ? null : rfc3339(license.expiresAtMs),
      tier: license.tier,
      aiCallsUsed: used,
      aiCallsLimit: license.aiCallsLimit,
    };
  }

  /** The licence behind `X-License-Key`. Throws `unauthorized`, `license_inactive` or `license_expired`. */
  async authenticate(key: string | null | undefined): Promise<LicenseInfo> {
    if (key === null || key === undefined || key === '') {
      throw fail('unauthorized', 'Send a licence key in the header "X-License-Key"; the request has none.');
    }
    const license = await this.#stores.licenses.findByHash(hashSecretKey(key));
    if (license === null) {
      throw fail('unauthorized', 'Send a valid licence key in "X-License-Key"; the one given is unknown.');
    }
    const state = stateOf(license, this.now());
    if (state === 'revoked') {
      throw fail('license_inactive', 'Send an active licence key; the one given was revoked.');
    }
    if (state === 'expired') {
      const since = rfc3339(license.expiresAtMs!);
      throw fail(
        'license_expired',
        `Renew the licence or send another key; the one given expired at "${since}".`,
      );
    }
    return toInfo(license);
  }

  protected override ownFields({ tier, aiCalls = DEFAULT_AI_CALLS }: NewLicense) {
    return { tier, aiCallsLimit: checkAmount(aiCalls, 0, 'AI calls') };
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
