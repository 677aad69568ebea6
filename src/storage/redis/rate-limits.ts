import { createHash, randomBytes } from 'node:crypto';
import type { PlanLimits } from '../../contract/plans.ts';
import type { RateLimitStore, WindowDecision, WindowStates } from '../ports.ts';
import { type StoreChange, TIMEOUT_MS } from '../store-breaker.ts';
import { monotonicMs, type StoreClock } from '../store-clock.ts';
import { wasSent } from '../store-fault.ts';
import { ConfirmedScripts } from './confirmed-script.ts';
import { RedisConnection, redisWarnings } from './connection.ts';
import { WINDOW_SCRIPT } from './window-script.ts';

type Mode = 'admit' | 'paid' | 'back' | 'peek';
/** What the script returns; see `WINDOW_SCRIPT`. */
type Reply = readonly [
  answer: number,
  waitMs: number,
  minute: number,
  hour: number,
  minuteMs: number,
  hourMs: number,
  clockMs: number,
  skewMs: number,
];

const SCRIPT_SHA = createHash('sha1').update(WINDOW_SCRIPT).digest('hex');
/** Keys of the script. */
const KEYS = 4;
/** Skew of the server's clock, the same for all subjects. */
const SKEW_KEY = 'pagemark:clock';
const ANY_LIMITS: PlanLimits = { perMinute: 1, perHour: 1 };
/** Calls whose answer was lost, remembered until the server takes them back. */
const UNDO_MAX = 10_000;
const UNDO_AFTER_MS = 1000;

/** Sliding windows in Redis or Valkey, exact over all replicas. */
class RedisRateLimits implements RateLimitStore {
  readonly #connection: RedisConnection;
  readonly #confirmed: ConfirmedScripts;
  readonly #clock: StoreClock | undefined;
  readonly #witness: ClockWitness;
  readonly #undo = new Map<string, string>();
  #undoTimer: NodeJS.Timeout | undefined;

  /** `clock` replaces the server's in tests, `monotonic` this machine's (by default it goes with `clock`). */
  constructor(connection: RedisConnection, timeoutMs: number, clock?: StoreClock, monotonic?: () => number) {
    this.#connection = connection;
    this.#confirmed = new ConfirmedScripts(connection.redis);
    this.#clock = clock;
    this.#witness = new ClockWitness(timeoutMs, monotonic ?? (clock ? () => clock.nowMs() : monotonicMs));
    connection.redis.on('ready', () => void this.#undoLost());
  }

  admit(subject: string, limits: PlanLimits): Promise<WindowDecision> {
    return this.#admit('admit', subject, limits);
  }

  admitPaid(subject: string, limits: PlanLimits): Promise<WindowDecision> {
    return this.#admit('paid', subject, limits);
  }

  async giveBack(subject: string, admissionId: string, limits: PlanLimits): Promise<WindowStates> {
    try {
      return toStates(await this.#run('back', subject, limits, admissionId), limits);
    } catch (cause) {
      this.#remember(subject, admissionId);
      throw cause;
    }
  }

  async peek(subject: string, limits: PlanLimits): Promise<WindowStates> {
    return toStates(await this.#run('peek', subject, limits, ''), limits);
  }

  async #admit(mode: 'admit' | 'paid', subject: string, limits: PlanLimits): Promise<WindowDecision> {
    const admissionId = randomBytes(12).toString('base64url');
    let reply: Reply;
    try {
      reply = await this.#run(mode, subject, limits, admissionId);
    } catch (cause) {
      // The server may have counted the call before its answer was lost; its caller gets a 503, so it is taken back.
      if (wasSent(cause)) this.#remember(subject, admissionId);
      throw cause;
    }
    const windows = toStates(reply, limits);
    if (reply[0] === 1) return { admitted: true, admissionId, windows };
    return { admitted: false, exceeded: reply[0] === 2 ? 'minute' : 'hour', retryAfterMs: reply[1], windows };
  }

  async #run(mode: Mode, subject: string, limits: PlanLimits, id: string): Promise<Reply> {
    const tag = `pagemark:windows:{${subject}}`;
    const { kind } = this.#connection;
    // A cluster wants all keys of a script in one slot, and its nodes have a clock each.
    const skew = kind === 'cluster' ? `${tag}:clock` : SKEW_KEY;
    const keys = [`${tag}:last`, `${tag}:minute`, `${tag}:hour`, skew];
    const args = [mode, limits.perMinute, limits.perHour, id, this.#clock?.nowMs() ?? ''];
    const reply = await this.#evaluate(
      [...keys, ...args, ...this.#witness.claim()],
      // What a replica did not have yet when it took over would be admitted again; more room than was taken is never given.
      kind !== 'server' && (mode === 'admit' || mode === 'paid'),
    );
    this.#witness.learn(reply[6], reply[7]);
    return reply;
  }

  async #evaluate(parts: readonly (string | number)[], isConfirmed: boolean): Promise<Reply> {
    return this.#connection.run(async (redis) => {
      const run = (command: 'evalsha' | 'eval', text: string) =>
        (isConfirmed
          ? this.#confirmed.run(command, [text, KEYS, ...parts])
          : redis[command](text, KEYS, ...parts)) as Promise<Reply>;
      try {
        return await run('evalsha', SCRIPT_SHA);
      } catch (cause) {
        if (!(cause instanceof Error && cause.message.startsWith('NOSCRIPT'))) throw cause;
        return run('eval', WINDOW_SCRIPT);
      }
    });
  }

  #remember(subject: string, admissionId: string): void {
    if (this.#undo.size < UNDO_MAX) this.#undo.set(admissionId, subject);
    this.#undoSoon();
  }

  /** A server that was slow keeps its connection, so its return is not told. */
  #undoSoon(): void {
    if (this.#connection.redis.status === 'end') return;
    this.#undoTimer ??= setTimeout(() => void this.#undoLost(), UNDO_AFTER_MS).unref();
  }

  async #undoLost(): Promise<void> {
    clearTimeout(this.#undoTimer);
    this.#undoTimer = undefined;
    for (const [admissionId, subject] of [...this.#undo]) {
      try {
        await this.#run('back', subject, ANY_LIMITS, admissionId);
        this.#undo.delete(admissionId);
      } catch {
        return this.#undoSoon();
      }
    }
  }
}

function toStates(reply: Reply, limits: PlanLimits): WindowStates {
  const [, , minute, hour, minuteMs, hourMs] = reply;
  return {
    minute: { limit: limits.perMinute, remaining: Math.max(0, limits.perMinute - minute), resetMs: minuteMs },
    hour: { limit: limits.perHour, remaining: Math.max(0, limits.perHour - hour), resetMs: hourMs },
  };
}

/** The request windows in Redis, and what belongs to their connection. */
interface RedisWindows {
  readonly rateLimits: RateLimitStore;
  warnings(): Promise<readonly string[]>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the windows on a Redis or Valkey server; `clock` and `monotonic` replace the server's and our own in tests. */
export async function openRedisWindows(options: {
  readonly url: string;
  readonly timeoutMs?: number;
  /** Hears when the server stops to answer, and when it answers again. */
  readonly onChange?: ((change: StoreChange) => void) | undefined;
  readonly clock?: StoreClock;
  readonly monotonic?: () => number;
}): Promise<RedisWindows> {
  const { url, timeoutMs = TIMEOUT_MS, onChange, clock, monotonic } = options;
  const connection = await RedisConnection.open({ url, timeoutMs, onChange });
  return {
    rateLimits: new RedisRateLimits(connection, timeoutMs, clock, monotonic),
    warnings: () => redisWarnings(connection),
    ping: async () => {
      await connection.run((redis) => redis.ping());
    },
    close: async () => connection.close(),
  };
}

/** What a process says about the time on the server: a claim in milliseconds, how far it may be wrong, and the skew it knew. */
type ClockClaim = readonly [claimMs: number | '', toleranceMs: number, skewMs: number];

/** Two clocks drift apart by less than this share of the time since they were compared (0.05 % is usual at worst). */
const DRIFT = 0.001;

/**
 * Watches the clock of a server with this machine's monotonic one. Nobody can set a monotonic clock, so what the
 * server's gains or loses against it beyond latency and drift is a step of its clock, not time that passed.
 */
class ClockWitness {
  readonly #latencyMs: number;
  readonly #monotonicMs: () => number;
  #seen: { readonly storeMs: number; readonly atMs: number; readonly skewMs: number } | null = null;

  /** `latencyMs`: a command is given up after it, so the server runs it at most this much later than it was sent. */
  constructor(latencyMs: number, monotonicMs: () => number) {
    this.#latencyMs = latencyMs;
    this.#monotonicMs = monotonicMs;
  }

  /** For the next command; without a claim before the first answer. */
  claim(): ClockClaim {
    if (this.#seen === null) return ['', 0, 0];
    const { storeMs, atMs, skewMs } = this.#seen;
    const passedMs = this.#monotonicMs() - atMs;
    return [Math.floor(storeMs + passedMs), Math.ceil(this.#latencyMs + passedMs * DRIFT), skewMs];
  }

  /** Takes over the time and skew of an answer. */
  learn(storeMs: number, skewMs: number): void {
    this.#seen = { storeMs, atMs: this.#monotonicMs(), skewMs };
  }
}
