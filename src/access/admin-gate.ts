import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, toFailure } from '../contract/failure.ts';
import type { PlanLimits } from '../contract/plans.ts';
import type { Stores } from '../storage/ports.ts';
import { clientOf } from './license-service.ts';
import { isSameSecret } from './secret-key.ts';

/** How long a session lasts, in milliseconds: half an hour of work, and a forgotten page is closed by itself. */
export const SESSION_MS = 30 * 60_000;

/** How much a clock of another process may be ahead, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** Wrong tokens of one address, and of all together: the hour adds nothing, since 60 full minutes fit into it. */
const ADDRESS_LIMITS: PlanLimits = { perMinute: 10, perHour: 600 };
const ALL_LIMITS: PlanLimits = { perMinute: 100, perHour: 6000 };

/** How much later a token is answered once there were so many, the right one too: whoever guesses learns nothing sooner. */
const SLOW_MS = 1000;

/** Bytes of the time of issue and of the random id in a session; both are in its id, which opens nothing. */
const TIME_BYTES = 6;
const RANDOM_BYTES = 12;

/** 18 bytes and the 32 of the code, in base64url without padding (RFC 4648, 5). */
const SEALED = /^([\w-]{24})\.([\w-]{43})$/;

/** A session of an operator. */
export interface AdminSession {
  /** Names it in the log. */
  readonly id: string;
  readonly expiresAtMs: number;
}

/**
 * Knows the admin token and the sessions that it opened. A session is its time of issue and a random id with their
 * HMAC-SHA-256 by a key that HKDF (RFC 5869) derives from the token, so every process with the same token knows it; a store
 * keeps the ids of those that were ended. A new token ends all.
 */
export type AdminGate = ReturnType<typeof createAdminGate>;

/** `now`: wall clock in milliseconds. */
export function createAdminGate(
  adminToken: string,
  { rateLimits, endedSessions }: Pick<Stores, 'rateLimits' | 'endedSessions'>,
  now: () => number,
) {
  const key = Buffer.from(hkdfSync('sha256', adminToken, '', 'pagemark admin session 1', 32));
  const codeOf = (id: string): string => createHmac('sha256', key).update(id).digest('base64url');
  /** Counts a wrong token. Milliseconds until less than too many were given, by its address or by all; 0 where less were. */
  const waitOf = async (address: string, isRight: boolean): Promise<number> => {
    const counted = [
      [`admin:${clientOf(address)}`, ADDRESS_LIMITS],
      ['admin', ALL_LIMITS],
    ] as const;
    for (const [subject, limits] of counted) {
      const waitMs = isRight ? await looked(subject, limits) : await added(subject, limits);
      if (waitMs > 0) return waitMs;
    }
    return 0;
  };
  const added = async (subject: string, limits: PlanLimits): Promise<number> => {
    const decision = await rateLimits.admit(subject, limits);
    return decision.admitted ? 0 : decision.retryAfterMs;
  };
  const looked = async (subject: string, limits: PlanLimits): Promise<number> => {
    const { minute, hour } = await rateLimits.peek(subject, limits);
    return Math.max(...[minute, hour].map(({ remaining, resetMs }) => (remaining > 0 ? 0 : resetMs)));
  };
  /** The session of a text that has its seal and whose time is not over; it may have been ended. */
  const unseal = (sealed: string): AdminSession | null => {
    const [, id, code] = SEALED.exec(sealed) ?? [];
    if (id === undefined || code === undefined || !isSameSecret(code, codeOf(id))) return null;
    const session = sessionOf(id);
    const leftMs = session.expiresAtMs - now();
    return leftMs > 0 && leftMs <= SESSION_MS + CLOCK_SKEW_MS ? session : null;
  };
  return {
    /**
     * Accepts the admin token alone, at any time. Throws `unauthorized`, or `rate_limited` once an address gave 10 wrong ones in a
     * minute, or all gave 100; then every answer is a second late. Without an answer of the store the right one is accepted: an
     * operator comes to see what is wrong.
     */
    async check(token: string, address: string): Promise<void> {
      const isRight = isSameSecret(token, adminToken);
      const waitMs = await waitOf(address, isRight).catch((error: unknown) => {
        if (!isRight || toFailure(error).reason !== 'store_unavailable') throw error;
        return 0;
      });
      if (waitMs > 0) await sleep(SLOW_MS);
      if (isRight) return;
      if (waitMs === 0)
        throw fail('unauthorized', 'Give the value of PAGEMARK_ADMIN_TOKEN; this one is another.');
      const message = `Give the value of PAGEMARK_ADMIN_TOKEN, or wait ${Math.ceil(waitMs / 1000)} s: this one is another, and too many were given.`;
      throw fail('rate_limited', message, { retryAfterMs: waitMs });
    },
    /** A new session, and the text that proves it. */
    open() {
      const issued = Buffer.alloc(TIME_BYTES);
      issued.writeUIntBE(now(), 0, TIME_BYTES);
      const id = Buffer.concat([issued, randomBytes(RANDOM_BYTES)]).toString('base64url');
      return { session: sessionOf(id), sealed: `${id}.${codeOf(id)}` };
    },
    /** The session that a text proves; null when it is over, ended, forged, or none at all, or the store does not tell. */
    async read(sealed: string): Promise<AdminSession | null> {
      const session = unseal(sealed);
      if (session === null) return null;
      const isEnded = await endedSessions.has(session.id).catch((error: unknown) => {
        if (toFailure(error).reason !== 'store_unavailable') throw error;
        return true;
      });
      return isEnded ? null : session;
    },
    /** Ends the session that a text proves, for every process. Null when there is none. Throws `store_unavailable`. */
    async end(sealed: string): Promise<AdminSession | null> {
      const session = unseal(sealed);
      if (session !== null) await endedSessions.add(session.id, session.expiresAtMs, now());
      return session;
    },
  };
}

function sessionOf(id: string): AdminSession {
  const issuedAtMs = Buffer.from(id, 'base64url').readUIntBE(0, TIME_BYTES);
  return { id, expiresAtMs: issuedAtMs + SESSION_MS };
}
