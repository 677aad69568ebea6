import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { fail, toFailure } from '../contract/failure.ts';
import type { PlanLimits } from '../contract/plans.ts';
import type { RateLimitStore } from '../storage/ports.ts';
import { clientOf } from './license-service.ts';

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
export class AdminGate {
  readonly #tokenDigest: Buffer;
  readonly #key: Buffer;
  readonly #limits: Pick<RateLimitStore, 'admit' | 'giveBack'>;
  readonly #now: () => number;

  /** `now`: wall clock in milliseconds. */
  constructor(token: string, limits: Pick<RateLimitStore, 'admit' | 'giveBack'>, now: () => number) {
    this.#tokenDigest = digest(token);
    this.#key = Buffer.from(hkdfSync('sha256', token, '', 'pagemark admin session 1', 32));
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Accepts the admin token alone. Throws `unauthorized`, or `rate_limited` once an address gave 10 wrong ones in a minute, or
   * all gave 100: then the right one is refused too. Calls count before they are told apart, so that guesses at once are limited.
   * Without an answer of the store the right one is accepted: an operator comes to see what is wrong.
   */
  async check(token: string, address: string): Promise<void> {
    const isRight = timingSafeEqual(digest(token), this.#tokenDigest);
    try {
      await this.#count(address, isRight);
    } catch (error) {
      if (!isRight || toFailure(error).reason !== 'store_unavailable') throw error;
    }
    if (!isRight) throw fail('unauthorized', 'Give the value of PAGEMARK_ADMIN_TOKEN; this one is another.');
  }

  /** A new session, and the text that proves it. */
  open(): { readonly session: AdminSession; readonly sealed: string } {
    const issued = Buffer.alloc(TIME_BYTES);
    issued.writeUIntBE(this.#now(), 0, TIME_BYTES);
    const id = Buffer.concat([issued, randomBytes(RANDOM_BYTES)]).toString('base64url');
    return { session: sessionOf(id), sealed: `${id}.${this.#codeOf(id)}` };
  }

  /** The session that a text proves; null when it is over, forged, or none at all. */
  read(sealed: string): AdminSession | null {
    const [, id, code] = SEALED.exec(sealed) ?? [];
    if (id === undefined || code === undefined) return null;
    if (!timingSafeEqual(Buffer.from(code), Buffer.from(this.#codeOf(id)))) return null;
    const session = sessionOf(id);
    const leftMs = session.expiresAtMs - this.#now();
    return leftMs > 0 && leftMs <= SESSION_MS + CLOCK_SKEW_MS ? session : null;
  }

  #codeOf(id: string): string {
    return createHmac('sha256', this.#key).update(id).digest('base64url');
  }

  /** Counts a token that was given, and takes a right one back. Throws `rate_limited`. */
  async #count(address: string, isRight: boolean): Promise<void> {
    const own = `admin:${clientOf(address)}`;
    const ownId = await this.#admit(own, ADDRESS_LIMITS);
    const allId = await this.#admit('admin', ALL_LIMITS);
    if (!isRight) return;
    await this.#limits.giveBack(own, ownId, ADDRESS_LIMITS);
    await this.#limits.giveBack('admin', allId, ALL_LIMITS);
  }

  async #admit(subject: string, limits: PlanLimits): Promise<string> {
    const decision = await this.#limits.admit(subject, limits);
    if (decision.admitted) return decision.admissionId;
    const seconds = Math.ceil(decision.retryAfterMs / 1000);
    throw fail('rate_limited', `Wait ${seconds} s and call again: too many wrong admin tokens were given.`, {
      retryAfterMs: decision.retryAfterMs,
    });
  }
}

function sessionOf(id: string): AdminSession {
  const issuedAtMs = Buffer.from(id, 'base64url').readUIntBE(0, TIME_BYTES);
  return { id, expiresAtMs: issuedAtMs + SESSION_MS };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
