import { type Failure, ServiceError } from '../contract/failure.ts';
import { type CallerId, createCallerAccounts } from './caller-accounts.ts';
import { busy, createFairTurns } from './fair-turns.ts';
import { createHeldBytes, limited } from './held-bytes.ts';
import { createMachinePace } from './machine-pace.ts';

/** A call whose page would wait longer than this for a worker is refused, unless told otherwise. */
const MAX_WAIT_MS = 1000;
/** One whose page is here already is kept a little longer: what it took to get it is spent. */
const WAIT_OF_ARRIVED = 1.25;
/** One that waits already is refused only where the wait was misjudged by far: it would be told late, after all its work. */
const LONGEST_WAIT = 2;
/**
 * Until the first page has cost what pages will cost, one may wait so many times as long: what waits for new threads is done as
 * soon as they are warm.
 */
const WAIT_OF_NEW = 4;
/** A page that is on its way for longer, and longer than others of its caller, is not about to arrive. */
const ARRIVES_WITHIN_MS = 250;
/** Part that each page has in what is known of how long its caller's are on their way. */
const ARRIVAL_SHARE = 1 / 8;
/** Pages of one caller in browsers, or waiting for one. */
const MAX_RENDERS = 8;
/** What a page keeps a browser for, before more is known of it. */
const RENDER_MS = 2000;

/** A place among the calls in flight. */
export interface Place {
  /**
   * The page is here; its bytes count, in place of those of an earlier page of the call. Resolves when it is the
   * caller's turn at a worker, to what ends the turn. Throws `busy` when it would wait too long, what `Holding.add` throws,
   * or the reason of `signal`.
   */
  turn(bytes: number, signal: AbortSignal): Promise<WorkerTurn>;
  /** Gives the place back, whatever was reached. Idempotent. */
  leave(): void;
}

/**
 * Ends a turn at a worker: the CPU that the page used there, and the time that it took. `isCold`: it cost several times what it
 * will, because its thread is new.
 */
export type WorkerTurn = (cpuMs: number, ms: number, isCold?: boolean) => void;

export type Admission = ReturnType<typeof createAdmission>;

export interface AdmissionSettings {
  /** Pages at workers and in browsers at a time; one more of each is for callers with none there. */
  readonly workers: number;
  readonly browsers: number;
  /** Calls in flight, over all callers and of one of them. */
  readonly queueMax: number;
  readonly concurrencyMax: number;
  readonly maxHeldBytes?: number;
  /** Milliseconds that a page may wait for a worker; infinity: until the signal of its call. */
  readonly maxWaitMs?: number;
  /** Hears of CPU that a caller used, in milliseconds, and of the bytes of its page where a worker used it. */
  readonly onUse?: (caller: CallerId, cpuMs: number, bytes: number) => void;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

interface CallerState {
  calls: number;
  /** When each call began whose page is not here yet, oldest first. */
  readonly coming: Map<symbol, number>;
  /** How long its pages are on their way. */
  arrivesMs: number;
}

/**
 * Admission in front of the workers: places, bytes and waiting are bounded, over all callers and for each, and who used
 * the least lately is served first. A call is refused for its wait only while no worker is free for its caller.
 */
export function createAdmission(settings: AdmissionSettings) {
  const { queueMax, concurrencyMax, onUse, clock = () => performance.now() } = settings;
  let isNew = true;
  const maxWaitMs = () => (settings.maxWaitMs ?? MAX_WAIT_MS) * (isNew ? WAIT_OF_NEW : 1);
  const accounts = createCallerAccounts(clock);
  const { usedMs } = accounts;
  const pace = createMachinePace(clock);
  const turns = createFairTurns({
    size: settings.workers,
    usedMs,
    msPerExpectedMs: () => pace.msPerCpuMs,
    maxWaitMs: () => LONGEST_WAIT * maxWaitMs(),
    clock,
  });
  const renders = createFairTurns({ size: settings.browsers, usedMs, clock });
  const charge = (caller: CallerId, cpuMs: number, bytes: number): void => {
    accounts.charge(caller, cpuMs);
    onUse?.(caller, cpuMs, bytes);
  };
  const callers = new Map<CallerId, CallerState>();
  /** Pages of each caller in browsers, or waiting for one. */
  const rendering = new Map<CallerId, number>();
  const held = createHeldBytes(settings.maxHeldBytes);
  let [inFlight, entered] = [0, 0];

  /** Why a call of the caller would be refused now, or null. */
  const refusal = (caller: CallerId): Failure | null => {
    const { calls = 0, coming = [], arrivesMs = 0 } = callers.get(caller) ?? {};
    if (inFlight >= queueMax || held.isFull) return busy(0);
    if (calls >= concurrencyMax) return limited(`${concurrencyMax} calls of this key are in work`);
    // Its own pages that are still on their way come before this one, so that a flood is refused before its fetches. The
    // workers go on while this one is on its way.
    const since = clock() - Math.max(ARRIVES_WITHIN_MS, arrivesMs);
    let arriving = 0;
    for (const [, at] of coming) if (at >= since) arriving++;
    const waitMs = turns.waitMs(caller, arriving * accounts.expectedMs(caller)) - arrivesMs;
    return waitMs > maxWaitMs() ? busy(waitMs) : null;
  };

  /** Takes a place, or throws that refusal. Synchronous: a refusal is instant. */
  const enter = (caller: CallerId): Place => {
    const failure = refusal(caller);
    if (failure !== null) throw new ServiceError(failure);
    const state: CallerState = callers.get(caller) ?? { calls: 0, coming: new Map(), arrivesMs: 0 };
    callers.set(caller, state);
    inFlight++;
    entered++;
    state.calls++;
    const call = Symbol();
    state.coming.set(call, clock());
    let hasLeft = false;
    const page = held.hold(caller);
    return {
      async turn(bytes, signal) {
        const since = state.coming.get(call);
        if (since !== undefined) state.arrivesMs += ARRIVAL_SHARE * (clock() - since - state.arrivesMs);
        state.coming.delete(call);
        page.release();
        const waitMs = turns.waitMs(caller);
        if (waitMs > WAIT_OF_ARRIVED * maxWaitMs()) throw new ServiceError(busy(waitMs));
        page.add(bytes);
        const end = await turns.take(caller, accounts.expectedMs(caller, bytes), signal);
        return (cpuMs, ms, isCold = false) => {
          charge(caller, cpuMs, bytes);
          // What waits will meet a warm thread: told by the first pages, the wait would be several times what it is.
          if (!isCold) {
            accounts.learn(caller, bytes, cpuMs);
            isNew = false;
          }
          pace.observe(cpuMs, ms);
          end();
        };
      },
      leave() {
        if (hasLeft) return;
        hasLeft = true;
        state.coming.delete(call);
        page.release();
        inFlight--;
        state.calls--;
        if (state.calls === 0) callers.delete(caller);
      },
    };
  };

  /**
   * Resolves when it is the caller's turn at a browser, to what ends the turn. Throws `concurrency_limited` when too many pages of
   * the caller are there or wait, or the reason of `signal`.
   */
  const renderTurn = async (caller: CallerId, signal: AbortSignal): Promise<() => void> => {
    const count = (more: number): void => {
      const pages = (rendering.get(caller) ?? 0) + more;
      if (pages === 0) rendering.delete(caller);
      else rendering.set(caller, pages);
    };
    if (rendering.get(caller) === MAX_RENDERS)
      throw new ServiceError(limited(`${MAX_RENDERS} pages of this key are in browsers`));
    count(1);
    try {
      const end = await renders.take(caller, RENDER_MS, signal);
      return () => {
        count(-1);
        end();
      };
    } catch (error) {
      count(-1);
      throw error;
    }
  };

  return {
    refusal,
    enter,
    renderTurn,
    /** Charges the caller with CPU that it made another part than a worker use, in milliseconds. */
    charge: (caller: CallerId, cpuMs: number): void => charge(caller, cpuMs, 0),
    /** What a page of the caller holds that is on its way. */
    hold: held.hold,
    get inFlight() {
      return inFlight;
    },
    /** Calls that ever took a place. */
    get entered() {
      return entered;
    },
    get heldBytes() {
      return held.total;
    },
    /** Pages that wait for a worker. */
    get waiting() {
      return turns.waiting;
    },
    /** Milliseconds that a page of a caller with nothing in work would wait for a worker. */
    get expectedWaitMs() {
      return turns.waitMs('nobody');
    },
  };
}
