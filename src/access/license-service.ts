import { isIP } from 'node:net';
import { fail } from '../contract/failure.ts';
import type { LicenseResponse } from '../contract/license.ts';
import type { PlanLimits } from '../contract/plans.ts';
import type { LicenseRecord, Stores } from '../storage/ports.ts';
import { aiPeriod, rfc3339 } from './ai-quota.ts';
import { checkAmount, issuedSecrets, type NewSecret, stateOf, toInfo } from './issued-secrets.ts';
import { hashSecretKey } from './secret-key.ts';

/** AI calls per calendar month unless the licence says otherwise. */
const DEFAULT_AI_CALLS = 1000;

/** 30 per minute; the hour adds nothing, since 60 full minutes fit into it. */
const VALIDATE_LIMITS: PlanLimits = { perMinute: 30, perHour: 1800 };

/** A licence as lists show it. */
export type LicenseInfo = Omit<LicenseRecord, 'hash'>;

type NewLicense = NewSecret & {
  readonly tier: 'pro';
  readonly aiCalls?: number;
};

/** Issues, lists, revokes and validates licences. */
export type LicenseService = ReturnType<typeof createLicenseService>;

/** `now`: wall clock in milliseconds. */
export function createLicenseService(
  { licenses, aiQuota, rateLimits }: Pick<Stores, 'licenses' | 'aiQuota' | 'rateLimits'>,
  now: () => number,
) {
  const kind = { prefix: 'pml_', handle: 'lic_', called: 'a licence as "licenses list"' } as const;
  const ownFields = ({ tier, aiCalls = DEFAULT_AI_CALLS }: NewLicense) => {
    return { tier, aiCallsLimit: checkAmount(aiCalls, 0, 'AI calls') };
  };
  const { known: _, ...secrets } = issuedSecrets<LicenseRecord, NewLicense>(licenses, kind, ownFields, now);
  /** The licence of a key; blanks around it are none of it, as HTTP has it of a field's value. */
  const held = (key: string) => licenses.findByHash(hashSecretKey(key.trim()));
  return {
    ...secrets,
    /** Counts a validation by client address. Throws `rate_limited` past 30 in any minute. */
    async admitValidation(clientAddress: string): Promise<void> {
      const decision = await rateLimits.admit(`validate:${clientOf(clientAddress)}`, VALIDATE_LIMITS);
      if (decision.admitted) return;
      const { retryAfterMs } = decision;
      throw fail(
        'rate_limited',
        `Wait ${Math.ceil(retryAfterMs / 1000)} s and call again; an address may validate ${VALIDATE_LIMITS.perMinute} keys in any 60 seconds and all are used.`,
        { retryAfterMs },
      );
    },
    /** State of a licence key. Known, unknown and malformed keys take the same steps. */
    async validate(key: string): Promise<LicenseResponse> {
      const license = await held(key);
      const nowMs = now();
      const { used } = await aiQuota.usage(license?.id ?? 'lic_unknown', aiPeriod(nowMs));
      if (license === null) return { valid: false };
      return {
        valid: stateOf(license, nowMs) === 'active',
        ...(license.expiresAtMs === null ? {} : { expires_at: rfc3339(license.expiresAtMs) }),
        tier: license.tier,
        ai_calls_used: used,
        ai_calls_limit: license.aiCallsLimit,
      };
    },
    /** The licence behind `X-License-Key`. Throws `unauthorized`, `license_inactive` or `license_expired`. */
    async authenticate(key: string | undefined): Promise<LicenseInfo> {
      if (!key)
        throw fail('unauthorized', 'Send a licence key in the header "X-License-Key"; the request has none.');
      const license = await held(key);
      if (license === null)
        throw fail('unauthorized', 'Send a valid licence key in "X-License-Key"; the one given is unknown.');
      const state = stateOf(license, now());
      if (state === 'revoked')
        throw fail('license_inactive', 'Send an active licence key; the one given was revoked.');
      if (state === 'expired') {
        const since = rfc3339(license.expiresAtMs!);
        const message = `Renew the licence or send another key; the one given expired at "${since}".`;
        throw fail('license_expired', message);
      }
      return toInfo(license);
    },
  };
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
