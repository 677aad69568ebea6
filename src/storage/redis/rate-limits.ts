import { createHash, randomBytes } from 'node:crypto';
import type { PlanLimits } from '../../contract/plans.ts';
import type { CountedKey, MonthCalls, RateLimitStore, WindowDecision, WindowStates } from '../ports.ts';
import { type StoreChange, TIMEOUT_MS } from '../store-breaker.ts';
import { monotonicMs, type StoreClock } from '../store-clock.ts';
import { wasSent } from '../store-fault.ts';
import type { UsageCountStore, UsageStore } from '../usage-store.ts';
import { changedKey, countedUsage, counterKey } from './call-counters.ts';
import { ClockWitness } from './clock-witness.ts';
import { ConfirmedScripts } from './confirmed-script.ts';
import { RedisConnection, redisWarnings } from './connection.ts';
import { LostCalls } from './lost-calls.ts';
import { WINDOW_SCRIPT } from './window-script.ts';

/** `undo`: as `back`, of a call whose answer was lost. */
type Mode = 'admit' | 'paid' | 'back' | 'undo' | 'peek';
/** What a replica must have before it counts as done: when it takes over, it would else admit again, or count what was undone. */
const CONFIRMED: readonly Mode[] = ['admit', 'paid', 'undo'];
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
  monthDay: number,
  monthCalls: number,
  monthMs: number,
  source: string,
];

/** What other counters have of the calls of a key in the month that begins on a day. */
type CallsBeside = readonly [monthDay: number | '', calls: number | ''];

/** What one run of the script is about. */
interface Step {
  readonly mode: Mode;
  readonly subject: string;
  readonly limits: PlanLimits;
  readonly admissionId: string;
  /** Whose calls are counted; undefined: nobody's. */
  readonly key?: CountedKey | undefined;
}

const SCRIPT_SHA = createHash('sha1').update(WINDOW_SCRIPT).digest('hex');
/** Skew of the server's clock, the same for all subjects. */
const SKEW_KEY = 'pagemark:clock';
const ANY_LIMITS: PlanLimits = { perMinute: 1, perHour: 1 };
/** What the script answers when it needs to know what other counters have of the month, and how long a month is at most. */
const NEEDS_BESIDE = 5;
const MONTH_DAYS = 31;

/** Sliding windows in Redis or Valkey, exact over all replicas. */
class RedisRateLimits implements RateLimitStore {
  readonly #connection: RedisConnection;
  readonly #confirmed: ConfirmedScripts;
  readonly #clock: StoreClock | undefined;
  readonly #witness: ClockWitness;
  readonly #usage: UsageCountStore;
  readonly #lost: LostCalls<Omit<Step, 'mode' | 'limits'>>;

  /** `clock` replaces the server's in tests, `monotonic` this machine's (by default it goes with `clock`). */
  constructor(
    connection: RedisConnection,
    timeoutMs: number,
    usage: UsageCountStore,
    clock?: StoreClock,
    monotonic?: () => number,
  ) {
    this.#connection = connection;
    this.#confirmed = new ConfirmedScripts(connection.redis);
    this.#usage = usage;
    this.#clock = clock;
    this.#witness = new ClockWitness(timeoutMs, monotonic ?? (clock ? () => clock.nowMs() : monotonicMs));
    this.#lost = new LostCalls(connection.redis, (call) =>
      this.#run({ ...call, mode: 'undo', limits: ANY_LIMITS }),
    );
  }

  admit(subject: string, limits: PlanLimits, key?: CountedKey): Promise<WindowDecision> {
    return this.#admit({ mode: 'admit', subject, limits, key, admissionId: newId() });
  }

  admitPaid(subject: string, limits: PlanLimits, key?: CountedKey): Promise<WindowDecision> {
    return this.#admit({ mode: 'paid', subject, limits, key, admissionId: newId() });
  }

  async giveBack(
    subject: string,
    admissionId: string,
    limits: PlanLimits,
    keyId?: string,
  ): Promise<WindowStates> {
    const key = keyId === undefined ? undefined : { keyId, monthlyQuota: null };
    const step = { subject, admissionId, key };
    try {
      return toStates(await this.#run({ mode: 'back', limits, ...step }), limits);
    } catch (cause) {
      this.#lost.add(step);
      throw cause;
    }
  }

  async peek(subject: string, limits: PlanLimits): Promise<WindowStates> {
    return toStates(await this.#run({ mode: 'peek', subject, limits, admissionId: '' }), limits);
  }

  async month(subject: string, keyId: string): Promise<MonthCalls> {
    const key = { keyId, monthlyQuota: 0 };
    const reply = await this.#decide({ mode: 'peek', subject, limits: ANY_LIMITS, admissionId: '', key });
    return { calls: reply[9], resetMs: reply[10] };
  }

  async #admit(step: Step): Promise<WindowDecision> {
    const { limits, admissionId } = step;
    let reply: Reply;
    try {
      reply = await this.#decide(step);
    } catch (cause) {
      // The server may have counted the call before its answer was lost; its caller gets a 503, so it is taken back.
      if (wasSent(cause)) this.#lost.add(step);
      throw cause;
    }
    const windows = toStates(reply, limits);
    if (reply[0] === 1) return { admitted: true, admissionId, windows };
    const exceeded = EXCEEDED[reply[0]]!;
    return { admitted: false, exceeded, retryAfterMs: reply[1], windows };
  }

  /** Runs the script, and again with what was counted before Redis began to: the month may end between two runs. */
  async #decide(step: Step): Promise<Reply> {
    let reply = await this.#run(step);
    while (reply[0] === NEEDS_BESIDE) reply = await this.#run(step, await this.#callsBeside(step, reply));
    return reply;
  }

  async #callsBeside({ key }: Step, [, , , , , , , , monthDay, , , source]: Reply): Promise<CallsBeside> {
    const lastDay = monthDay + MONTH_DAYS - 1;
    const other = source === '' ? null : source;
    return [monthDay, await this.#usage.callsBeside(key!.keyId, monthDay, lastDay, other)];
  }

  async #run(
    { mode, subject, limits, admissionId, key }: Step,
    beside: CallsBeside = ['', ''],
  ): Promise<Reply> {
    const tag = `pagemark:windows:{${subject}}`;
    const { kind } = this.#connection;
    // A cluster wants all keys of a script in one slot, and its nodes have a clock each.
    const skew = kind === 'cluster' ? `${tag}:clock` : SKEW_KEY;
    const counter = key === undefined ? [] : [counterKey(subject, key.keyId), changedKey(subject, kind)];
    const keys = [`${tag}:last`, `${tag}:minute`, `${tag}:hour`, `${tag}:paid`, skew, ...counter];
    const args = [
      mode === 'undo' ? 'back' : mode,
      limits.perMinute,
      limits.perHour,
      admissionId,
      this.#clock?.nowMs() ?? '',
    ];
    const reply = await this.#evaluate(
      [keys.length, ...keys, ...args, ...this.#witness.claim(), key?.monthlyQuota ?? '', ...beside],
      kind !== 'server' && CONFIRMED.includes(mode),
    );
    this.#witness.learn(reply[6], reply[7]);
    return reply;
  }

  async #evaluate(
    [keys, ...parts]: readonly [number, ...(string | number)[]],
    isConfirmed: boolean,
  ): Promise<Reply> {
    return this.#connection.run(async (redis, isAwaited) => {
      const run = (command: 'evalsha' | 'eval', text: string) =>
        (isConfirmed
          ? this.#confirmed.run(command, [text, keys, ...parts])
          : redis[command](text, keys, ...parts)) as Promise<Reply>;
      try {
        return await run('evalsha', SCRIPT_SHA);
      } catch (cause) {
        const isUnknown = cause instanceof Error && cause.message.startsWith('NOSCRIPT');
        if (!isUnknown || !isAwaited()) throw cause;
        return run('eval', WINDOW_SCRIPT);
      }
    });
  }
}

const newId = (): string => randomBytes(12).toString('base64url');

/** Answers of the script that refuse a call. */
const EXCEEDED: Readonly<Record<number, 'minute' | 'hour' | 'month'>> = {
  2: 'minute',
  3: 'hour',
  4: 'month',
};

function toStates(reply: Reply, limits: PlanLimits): WindowStates {
  const [, , minute, hour, minuteMs, hourMs] = reply;
  return {
    minute: { limit: limits.perMinute, remaining: Math.max(0, limits.perMinute - minute), resetMs: minuteMs },
    hour: { limit: limits.perHour, remaining: Math.max(0, limits.perHour - hour), resetMs: hourMs },
  };
}

/** The request windows in Redis, and what belongs to their connection. */
export interface RedisWindows {
  readonly rateLimits: RateLimitStore;
  /** The totals with the calls that are counted here. */
  readonly usage: UsageStore;
  /** Brings the counted calls to the store of the totals; one process at a time does. */
  sweep(): Promise<void>;
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
  /** Where the totals are kept. */
  readonly usage: UsageCountStore;
  readonly clock?: StoreClock;
  readonly monotonic?: () => number;
}): Promise<RedisWindows> {
  const { url, timeoutMs = TIMEOUT_MS, onChange, clock, monotonic } = options;
  const connection = await RedisConnection.open({ url, timeoutMs, onChange });
  return {
    rateLimits: new RedisRateLimits(connection, timeoutMs, options.usage, clock, monotonic),
    ...countedUsage(connection, options.usage),
    warnings: () => redisWarnings(connection),
    ping: async () => {
      await connection.run((redis) => redis.ping());
    },
    close: async () => connection.close(),
  };
}
