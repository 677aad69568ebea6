import { randomUUID } from 'node:crypto';
import type { DoorName } from '../contract/doors.ts';
import { toFailure } from '../contract/failure.ts';
import {
  type CallOutcome,
  type DoorCount,
  NO_WORK,
  type UsageAddition,
  type UsageStore,
  type UsageWork,
} from '../storage/usage-store.ts';

/** How long figures wait to be written together: what a killed process may lose of them. */
const FLUSH_MS = 1000;

/** A figure of one call is counted as at most so much: what a provider says of its tokens, no store could add up. */
const MOST_OF_A_CALL = 2 ** 40;

/** What one part of a call adds to the totals of its key or licence; what is absent is 0. */
interface UsagePart extends Partial<UsageWork> {
  readonly outcome?: CallOutcome | DoorCount;
}

/** What is looked at of an answer. */
interface Answered {
  readonly keyId?: string;
  readonly licenseId?: string;
  readonly door?: DoorName;
  readonly bytesOut: number;
}

interface Sum {
  readonly outcomes: Partial<Record<CallOutcome | DoorCount, number>>;
  readonly work: { -readonly [Name in keyof UsageWork]: number };
}

/**
 * Adds up what calls cost and what became of them, and writes it once a second: one transaction for all keys. The calls
 * themselves are counted by the stores, before they are answered.
 */
export class UsageRecorder {
  #store: Pick<UsageStore, 'add'> | null = null;
  #sums = new Map<string, Sum>();
  /** Written, but not known to have arrived: it is repeated under its name until it is. */
  #sent: { readonly id: string; readonly additions: readonly UsageAddition[] } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> | null = null;

  /** Names the store; nothing is written before. */
  writeTo(store: Pick<UsageStore, 'add'>): void {
    this.#store = store;
  }

  /** Adds to the totals of a key or licence. */
  add(keyId: string, { outcome, ...work }: UsagePart): void {
    const sum = this.#sums.get(keyId) ?? { outcomes: {}, work: { ...NO_WORK } };
    this.#sums.set(keyId, sum);
    if (outcome !== undefined) sum.outcomes[outcome] = (sum.outcomes[outcome] ?? 0) + 1;
    for (const [name, figure] of Object.entries(work))
      sum.work[name as keyof UsageWork] += Math.min(Math.max(Math.round(figure) || 0, 0), MOST_OF_A_CALL);
  }

  /** CPU that a caller used, in milliseconds, and the bytes of its page where a worker used it. */
  readonly onUse = (keyId: string, cpuMs: number, bytesIn: number): void =>
    this.add(keyId, { cpuUs: cpuMs * 1000, bytesIn });

  /** An answer that was sent; one to nobody known adds nothing. */
  onAnswer({ keyId, licenseId, door, bytesOut }: Answered): void {
    const id = keyId ?? licenseId;
    if (id !== undefined) this.add(id, { bytesOut, ...(door !== undefined && { outcome: `door:${door}` }) });
  }

  /** Writes once a second from now on. `onFault` hears of a store that is away; nothing is lost by it. */
  start(onFault: (cause: unknown) => void): void {
    this.#timer = setInterval(() => void this.flush().catch(onFault), FLUSH_MS).unref();
  }

  /** Writes what there is. Rejects as the store does; where that is away, it is written with the next call. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  /** Writes what is left, and ends. */
  async end(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#flushing?.catch(() => undefined);
    await this.flush();
  }

  async #write(): Promise<void> {
    const store = this.#store;
    if (store === null) return;
    // What is added meanwhile waits for the next turn: there would always be more.
    const isRepeated = this.#sent !== null;
    if (!isRepeated && this.#sums.size === 0) return;
    this.#sent ??= { id: randomUUID(), additions: this.#take() };
    await store.add(this.#sent.id, this.#sent.additions).catch((cause: unknown) => {
      // What the store refuses it would refuse again, and with it all that comes after.
      if (toFailure(cause).reason !== 'store_unavailable') this.#sent = null;
      throw cause;
    });
    this.#sent = null;
    if (isRepeated) await this.#write();
  }

  #take(): readonly UsageAddition[] {
    const sums = this.#sums;
    this.#sums = new Map();
    return [...sums].map(([keyId, { outcomes, work }]) => ({ keyId, outcomes, ...work }));
  }
}
