import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { fail, toFailure } from '../contract/failure.ts';
import type { PlanLimits } from '../contract/plans.ts';
import type { RateLimitStore } from '../storage/ports.ts';
import { clientOf } from './license-service.ts';
import { isSameSecret } from './secret-key.ts';

/** How long a session lasts, in milliseconds: half an hour of work, and a forgotten page is closed by itself. */
export const SESSION_MS = 30 * 60_000;

/** How much a clock of another process may be ahead, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** Wrong tokens of one address, and of all together: the hour adds nothing, since 60 full minutes fit into it. */
const ADDRESS_LIMITS: PlanLimits = { perMinute: 10, perHour: 600 };
const ALL_LIMITS: PlanLimits = { perMinute: 100, perHour: 6000 };

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
 * HMAC-SHA-256 by a key that HKDF (RFC 5869) derives from the token, so every process with the same token knows it and no store
 * keeps it. A new token ends all.
 */
export type AdminGate = ReturnType<typeof createAdminGate>;

/** `now`: wall clock in milliseconds. */
export function createAdminGate(
  adminToken: string,
  windows: Pick<RateLimitStore, 'admit' | 'giveBack'>,
  now: () => number,
) {
  const key = Buffer.from(hkdfSync('sha256', adminToken, '', 'pagemark admin session 1', 32));
  const codeOf = (id: string): string => createHmac('sha256', key).update(id).digest('base64url');
  const admit = async (subject: string, limits: PlanLimits): Promise<string> => {
    const decision = await windows.admit(subject, limits);
    if (decision.admitted) return decision.admissionId;
    const { retryAfterMs } = decision;
    const message = `Wait ${Math.ceil(retryAfterMs / 1000)} s and call again: too many wrong admin tokens were given.`;
    throw fail('rate_limited', message, { retryAfterMs });
  };
  /** Counts a token that was given, and takes a right one back. Throws `rate_limited`. */
  const count = async (address: string, isRight: boolean): Promise<void> => {
    const own = `admin:${clientOf(address)}`;
    const ownId = await admit(own, ADDRESS_LIMITS);
    const allId = await admit('admin', ALL_LIMITS);
    if (!isRight) return;
    await windows.giveBack(own, ownId, ADDRESS_LIMITS);
    await windows.giveBack('admin', allId, ALL_LIMITS);
  };
  return {
    /**
     * Accepts the admin token alone. Throws `unauthorized`, or `rate_limited` once an address gave 10 wrong ones in a minute, or
     * all gave 100: then the right one is refused too. Calls count before they are told apart, so that guesses at once are limited.
     * Without an answer of the store the right one is accepted: an operator comes to see what is wrong.
     */
    async check(token: string, address: string): Promise<void> {
      const isRight = isSameSecret(token, adminToken);
      try {
        await count(address, isRight);
      } catch (error) {
        if (!isRight || toFailure(error).reason !== 'store_unavailable') throw error;
      }
      if (!isRight)
        throw fail('unauthorized', 'Give the value of PAGEMARK_ADMIN_TOKEN; this one is another.');
    },
    /** A new session, and the text that proves it. */
    open() {
      const issued = Buffer.alloc(TIME_BYTES);
      issued.writeUIntBE(now(), 0, TIME_BYTES);
      const id = Buffer.concat([issued, randomBytes(RANDOM_BYTES)]).toString('base64url');
      return { session: sessionOf(id), sealed: `${id}.${codeOf(id)}` };
    },
    /** The session that a text proves; null when it is over, forged, or none at all. */
    read(sealed: string): AdminSession | null {
      const [, id, code] = SEALED.exec(sealed) ?? [];
      if (id === undefined || code === undefined || !isSameSecret(code, codeOf(id))) return null;
      const session = sessionOf(id);
      const leftMs = session.expiresAtMs - now();
      return leftMs > 0 && leftMs <= SESSION_MS + CLOCK_SKEW_MS ? session : null;
    },
  };
}

function sessionOf(id: string): AdminSession {
  const issuedAtMs = Buffer.from(id, 'base64url').readUIntBE(0, TIME_BYTES);
  return { id, expiresAtMs: issuedAtMs + SESSION_MS };
}
