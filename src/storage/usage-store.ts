import type { DoorName } from '../contract/doors.ts';
import type { FailureReason } from '../contract/failure.ts';

/** What became of a call: answered, ended by its caller before it was, or the reason of its failure or refusal. */
export type CallOutcome = 'ok' | 'cancelled' | FailureReason;

/** Counted among the outcomes, whatever they were: answers to calls of another product's interface. */
export type DoorCount = `${typeof DOOR_PREFIX}${DoorName}`;
const DOOR_PREFIX = 'door:';

/** Outcomes alone, and the calls by door that are counted among them. */
export function splitDoors(counted: UsageTotal['outcomes']) {
  const part = (isDoor: boolean) =>
    Object.entries(counted).filter(([name]) => name.startsWith(DOOR_PREFIX) === isDoor);
  const doors = part(true).map(([name, calls]) => [name.slice(DOOR_PREFIX.length), calls]);
  return {
    outcomes: Object.fromEntries(part(false)) as Record<string, number>,
    doors: Object.fromEntries(doors) as Record<string, number>,
  };
}

/** Figures that are added up. All from 0 up. */
export interface UsageWork {
  /** CPU of conversions and browsers, in microseconds. */
  readonly cpuUs: number;
  /** Bytes of the pages that were converted, and of the answers as sent, with their fields. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Calls that a credit paid for. */
  readonly credits: number;
  /** As the AI provider counted them. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const NO_WORK: UsageWork = {
  cpuUs: 0,
  bytesIn: 0,
  bytesOut: 0,
  credits: 0,
  inputTokens: 0,
  outputTokens: 0,
};

/** What is added to the totals of a key or licence. */
export interface UsageAddition extends UsageWork {
  readonly keyId: string;
  readonly outcomes: Readonly<Partial<Record<CallOutcome | DoorCount, number>>>;
}

/** Totals of an API key or a licence over some days. */
export interface UsageTotal extends UsageWork {
  /** Id of the API key, or of the licence. */
  readonly keyId: string;
  /**
   * Calls of an API key that were admitted and not given back; AI calls of a licence that were kept. Exact: committed
   * before the answer. What is more than its outcomes was cut off.
   */
  readonly calls: number;
  /** Calls by what became of them, refusals among them; written up to a second after the answer; `DoorCount` besides. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Totals of one UTC day: whole days since 1970-01-01 on the store's clock. */
export interface DailyUsage extends UsageTotal {
  readonly day: number;
}

/** Counted calls of a key and day as one counter has them; a counter only grows. */
export interface UsageCount {
  readonly keyId: string;
  readonly day: number;
  /** Names the counter: '' that of the store itself, else one of a store of windows. */
  readonly source: string;
  readonly admitted: number;
  readonly givenBack: number;
}

/** Daily totals by API key and licence. Calls are counted by `RateLimitStore` and `AiQuotaStore`, all else by `add`. */
export interface UsageStore {
  /** The store's UTC day. */
  today(): Promise<number>;
  /** Adds to the totals of today, all or nothing; a batch that was added already changes nothing. */
  add(batchId: string, additions: readonly UsageAddition[]): Promise<void>;
  /** Days of a key or licence with anything to tell, in order, `fromDay` and `toDay` among them. */
  daily(keyId: string, fromDay: number, toDay: number): Promise<readonly DailyUsage[]>;
  /** Totals over those days by key and licence, ordered by id; those without any are left out. */
  totals(fromDay: number, toDay: number): Promise<readonly UsageTotal[]>;
  /** The `most` keys and licences with the most counted calls over those days, and how many had any. */
  busiest(
    fromDay: number,
    toDay: number,
    most: number,
  ): Promise<{ readonly keyIds: readonly string[]; readonly all: number }>;
  /** Calls of all keys and licences over those days by what became of them, as `UsageTotal` has them. */
  outcomes(fromDay: number, toDay: number): Promise<UsageTotal['outcomes']>;
  /** Removes all totals of a key for good, also what comes later. `subject`: that of its windows. */
  forget(keyId: string, subject: string, atMs: number): Promise<void>;
  /** Takes over days of another store as they are, all or none. */
  load(days: readonly DailyUsage[]): Promise<void>;
}

/** The same where the calls of API keys are counted elsewhere, and brought here. */
export interface UsageCountStore extends UsageStore {
  /** Takes over counters. What is known of one never falls, so the order and repetition of calls change nothing. */
  collect(counts: readonly UsageCount[]): Promise<void>;
  /** Calls of a key over days, without those that the counter `source` has. */
  callsBeside(keyId: string, fromDay: number, toDay: number, source: string | null): Promise<number>;
  /** Removes totals of days before one and of forgotten keys, a bounded piece per call. */
  prune(beforeDay: number): Promise<void>;
}
