import { randomBytes } from 'node:crypto';
import type { PlanLimits } from '../../contract/plans.ts';
import type { CountedKey, RateLimitStore, WindowDecision, WindowStates } from '../ports.ts';
import { type StoreChange, TIMEOUT_MS } from '../store-breaker.ts';
import { monotonicMs, type StoreClock } from '../store-clock.ts';
import { wasSent } from '../store-fault.ts';
import type { UsageCountStore } from '../usage-store.ts';
import { changedKey, countedUsage, counterKey } from './call-counters.ts';
import { clockWitness } from './clock-witness.ts';
import { confirmedScripts } from './confirmed-script.ts';
import { openRedisConnection, type RedisConnection, redisWarnings } from './connection.ts';
import { lostCalls } from './lost-calls.ts';
import { runScript } from './run-script.ts';
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

/** Written by a ping, so that a server which answers but takes no writes is none; for so many milliseconds. */
const PING_KEY = 'pagemark:ping';
const PING_MS = 1000;
/** Skew of the server's clock, the same for all subjects. */
const SKEW_KEY = 'pagemark:clock';
const ANY_LIMITS: PlanLimits = { perMinute: 1, perHour: 1 };
/** What the script answers when it needs to know what other counters have of the month, and how long a month is at most. */
const NEEDS_BESIDE = 5;
const MONTH_DAYS = 31;

/** Sliding windows in Redis or Valkey, exact over all replicas. `clock` and `monotonic`: as of `openRedisWindows`. */
function redisRateLimits(
  connection: RedisConnection,
  { timeoutMs, usage, clock, monotonic }: WindowOptions & { readonly timeoutMs: number },
): RateLimitStore {
  const { kind } = connection;
  const confirmed = confirmedScripts(connection.redis);
  const witness = clockWitness(timeoutMs, monotonic ?? (clock ? () => clock.nowMs() : monotonicMs));

  const evaluate = (
    [keys, ...parts]: readonly [number, ...(string | number)[]],
    isConfirmed: boolean,
  ): Promise<Reply> =>
    connection.run((redis, isAwaited) =>
      runScript(
        WINDOW_SCRIPT,
        (command, text) =>
          (isConfirmed
            ? confirmed(command, [text, keys, ...parts])
            : redis[command](text, keys, ...parts)) as Promise<Reply>,
        isAwaited,
      ),
    );
  const run = async (
    { mode, subject, limits, admissionId, key }: Step,
    beside: CallsBeside = ['', ''],
  ): Promise<Reply> => {
    const tag = `pagemark:windows:{${subject}}`;
    // A cluster wants all keys of a script in one slot, and its nodes have a clock each.
    const skew = kind === 'cluster' ? `${tag}:clock` : SKEW_KEY;
    const counter = key === undefined ? [] : [counterKey(subject, key.keyId), changedKey(subject, kind)];
    const keys = [`${tag}:last`, `${tag}:minute`, `${tag}:hour`, `${tag}:paid`, skew, ...counter];
    const { perMinute, perHour } = limits;
    const args = [mode === 'undo' ? 'back' : mode, perMinute, perHour, admissionId, clock?.nowMs() ?? ''];
    const reply = await evaluate(
      [keys.length, ...keys, ...args, ...witness.claim(), key?.monthlyQuota ?? '', ...beside],
      kind !== 'server' && CONFIRMED.includes(mode),
    );
    witness.learn(reply[6], reply[7]);
    return reply;
  };
  const callsBeside = async ({ key }: Step, reply: Reply): Promise<CallsBeside> => {
    const [, , , , , , , , monthDay, , , source] = reply;
    const lastDay = monthDay + MONTH_DAYS - 1;
    return [monthDay, await usage.callsBeside(key!.keyId, monthDay, lastDay, source || null)];
  };
  /** Runs the script, and again with what was counted before Redis began to: the month may end between two runs. */
  const decide = async (step: Step): Promise<Reply> => {
    let reply = await run(step);
    while (reply[0] === NEEDS_BESIDE) reply = await run(step, await callsBeside(step, reply));
    return reply;
  };
  const addLost = lostCalls<Omit<Step, 'mode' | 'limits'>>(connection.redis, (call) =>
    run({ ...call, mode: 'undo', limits: ANY_LIMITS }),
  );
  const admit = async (call: Omit<Step, 'admissionId'>): Promise<WindowDecision> => {
    const admissionId = randomBytes(12).toString('base64url');
    const step = { ...call, admissionId };
    const reply = await decide(step).catch((cause: unknown) => {
      // The server may have counted the call before its answer was lost; its caller gets a 503, so it is taken back.
      if (wasSent(cause)) addLost(step);
      throw cause;
    });
    const windows = toStates(reply, call.limits);
    if (reply[0] === 1) return { admitted: true, admissionId, windows };
    return { admitted: false, exceeded: EXCEEDED[reply[0]]!, retryAfterMs: reply[1], windows };
  };
  return {
    admit: (subject, limits, key) => admit({ mode: 'admit', subject, limits, key }),
    admitPaid: (subject, limits, key) => admit({ mode: 'paid', subject, limits, key }),
    async giveBack(subject, admissionId, limits, keyId) {
      const key = keyId === undefined ? undefined : { keyId, monthlyQuota: null };
      return toStates(await run({ mode: 'back', subject, limits, admissionId, key }), limits);
    },
    peek: async (subject, limits) =>
      toStates(await run({ mode: 'peek', subject, limits, admissionId: '' }), limits),
    async month(subject, keyId) {
      const key = { keyId, monthlyQuota: 0 };
      const reply = await decide({ mode: 'peek', subject, limits: ANY_LIMITS, admissionId: '', key });
      return { calls: reply[9], resetMs: reply[10] };
    },
  };
}

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
export type RedisWindows = Awaited<ReturnType<typeof openRedisWindows>>;

interface WindowOptions {
  readonly url: string;
  readonly timeoutMs?: number;
  /** Hears when the server stops to answer, and when it answers again. */
  readonly onChange?: ((change: StoreChange) => void) | undefined;
  /** Where the totals are kept. */
  readonly usage: UsageCountStore;
  readonly clock?: StoreClock;
  readonly monotonic?: () => number;
}

/**
 * Opens the windows on a Redis or Valkey server; `clock` replaces the server's in tests, `monotonic` this machine's (by default
 * it goes with `clock`).
 */
export async function openRedisWindows(options: WindowOptions) {
  const settings = { ...options, timeoutMs: options.timeoutMs ?? TIMEOUT_MS };
  const connection = await openRedisConnection(settings);
  return {
    rateLimits: redisRateLimits(connection, settings),
    ...countedUsage(connection, options.usage),
    warnings: () => redisWarnings(connection),
    ping: async () => {
      await connection.run((redis) => redis.set(PING_KEY, '', 'PX', PING_MS));
    },
    close: async () => connection.close(),
  };
}
