/**
 * What the service stores, in the field's terms. Adapters (`sqlite/`, `postgres/`, with `sql/` that both
 * share, and `redis/`) are behind these interfaces, and every one passes the suite in `tests/storage/store-suite.ts`.
 *
 * All methods reject with `ServiceError` `store_unavailable` (with `retryAfterMs`) when the store is locked,
 * full, damaged or away. Times named `…AtMs` are wall-clock milliseconds since the Unix epoch, given by the
 * caller; the request windows run on the store's own clock, because several processes must agree on it.
 */
import type { PlanLimits } from '../contract/plans.ts';
import type { JobStore } from './job-store.ts';
import type { UsageStore } from './usage-store.ts';

/** An API key or licence as it is stored: the key itself never is, only its SHA-256. */
export interface IssuedRecord {
  /** Public handle, `key_` or `lic_` + 12 base62 characters; names it in lists, logs and the windows. */
  readonly id: string;
  /** SHA-256 of the whole key, 64 lower-case hex digits. Unique. */
  readonly hash: string;
  /** First characters of the key (`pmk_AbCd`), so that a person can tell keys apart. */
  readonly hint: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
}

export interface ApiKeyRecord extends IssuedRecord {
  /** Plan name; what it allows is decided when the key is used, so that a changed plan reaches old keys. */
  readonly plan: string;
  /** Keys of the same account share their request windows; null: windows of its own. */
  readonly account: string | null;
  /** Most calls per calendar month (UTC); null: no such limit. */
  readonly monthlyQuota: number | null;
}

export interface LicenseRecord extends IssuedRecord {
  readonly tier: 'pro';
  /** AI calls per calendar month (UTC). */
  readonly aiCallsLimit: number;
}

/** Records that are found by the hash of their secret. */
export interface RecordStore<Item> {
  /** Adds a record. A duplicate id or hash is a programming error (`internal`). */
  insert(record: Item): Promise<void>;
  /** Adds the record only when there is none yet; true when it was added. Atomic over concurrent starters. */
  insertFirst(record: Item): Promise<boolean>;
  findByHash(hash: string): Promise<Item | null>;
  find(id: string): Promise<Item | null>;
  /** All records, oldest first. */
  list(): Promise<readonly Item[]>;
  /** Marks the record revoked; an earlier revocation keeps its time. Null when there is none. */
  revoke(id: string, atMs: number): Promise<Item | null>;
}

export interface ApiKeyStore extends RecordStore<ApiKeyRecord> {
  /** Sets or lifts (null) the monthly quota. Null when there is no such key. */
  setQuota(id: string, monthlyQuota: number | null): Promise<ApiKeyRecord | null>;
}

export type LicenseStore = RecordStore<LicenseRecord>;

/** One sliding window as its caller sees it. */
export interface WindowState {
  readonly limit: number;
  /** Calls that would be admitted now. */
  readonly remaining: number;
  /** Milliseconds until the oldest counted call leaves the window and `remaining` grows; 0 when none counts. */
  readonly resetMs: number;
}

export interface WindowStates {
  readonly minute: WindowState;
  readonly hour: WindowState;
}

/** A key whose calls are counted by day, and by month where it has a quota, in the same step as in the windows. */
export interface CountedKey {
  readonly keyId: string;
  readonly monthlyQuota: number | null;
}

/** Calls of a key in this calendar month (UTC), and the milliseconds until it ends. */
export interface MonthCalls {
  readonly calls: number;
  readonly resetMs: number;
}

/** The answer of the windows: admitted under an id, or refused until a time. */
export type WindowDecision =
  | { readonly admitted: true; readonly admissionId: string; readonly windows: WindowStates }
  | {
      readonly admitted: false;
      /** Which window is full, `minute` when both are; `month` when the quota of the key is used, whatever they are. */
      readonly exceeded: 'minute' | 'hour' | 'month';
      /** Exact milliseconds after which the same call is admitted if nothing else is admitted before. */
      readonly retryAfterMs: number;
      readonly windows: WindowStates;
    };

/**
 * Both request windows of a subject (a key id, `account:…` or `address:…`), sliding and exact: in no half-open interval
 * of 60 s more than `perMinute`, in none of 3600 s more than `perHour` admissions, over all processes that
 * share the store, across restarts, whatever happens to the wall clock. A refusal counts nothing.
 */
export interface RateLimitStore {
  /** Atomic: counts the call in both windows, and among the calls of `key`; or refuses it. */
  admit(subject: string, limits: PlanLimits, key?: CountedKey): Promise<WindowDecision>;
  /** As `admit`, but for a call paid otherwise (a credit): held to and counted in the minute window only. */
  admitPaid(subject: string, limits: PlanLimits, key?: CountedKey): Promise<WindowDecision>;
  /** Takes an admission out of both windows and of the calls of its key. Once only, however often it is called; an unknown or old id changes nothing. */
  giveBack(subject: string, admissionId: string, limits: PlanLimits, keyId?: string): Promise<WindowStates>;
  /** The windows without counting anything. */
  peek(subject: string, limits: PlanLimits): Promise<WindowStates>;
  /** What counts against a monthly quota of a key, without counting anything. `subject`: that of its windows. */
  month(subject: string, keyId: string): Promise<MonthCalls>;
}

/** Why a ledger row was written. `grant` adds; `spend` takes one; `give_back` returns the spend of the same `ref`. */
export type CreditEntryKind = 'grant' | 'spend' | 'give_back';

/** One row of the ledger. Rows are only ever added; the balance is the sum of `delta`. */
export interface CreditEntry {
  readonly keyId: string;
  /** 1, 2, 3 … per key. */
  readonly seq: number;
  readonly kind: CreditEntryKind;
  readonly delta: number;
  /** Sum of all deltas up to and with this row. */
  readonly balance: number;
  /** What caused it; unique per kind and key, so a repeated call writes nothing. */
  readonly ref: string;
  readonly atMs: number;
}

/**
 * Prepaid requests of a key. A spend is held under the process's lease until it is settled or given back, so
 * that a process killed in the middle of a request loses no credit.
 */
export interface CreditLedger {
  /** Adds `amount` (≥ 1) once per `ref`; returns the balance. */
  grant(keyId: string, amount: number, ref: string, atMs: number): Promise<number>;
  /** Takes one credit if there is one. `null`: none left, nothing written. */
  spend(
    keyId: string,
    ref: string,
    leaseId: string,
    atMs: number,
  ): Promise<{ readonly balance: number } | null>;
  /** The request succeeded: the spend is final. Unknown refs change nothing. */
  settle(keyId: string, ref: string): Promise<void>;
  /** Returns a held spend, once; after `settle` it changes nothing. */
  giveBack(keyId: string, ref: string, atMs: number): Promise<void>;
  balance(keyId: string): Promise<number>;
  /** Ledger rows after `afterSeq`, in order. */
  entries(keyId: string, afterSeq: number, limit: number): Promise<readonly CreditEntry[]>;
  /** Takes over rows of another store as they are, all or none; their numbers must follow those of the key. */
  load(entries: readonly CreditEntry[]): Promise<void>;
}

/** Settled calls of a licence in one period, as export and import carry them. */
export interface AiUsageTotal {
  readonly licenseId: string;
  readonly period: string;
  readonly settled: number;
}

type AiReservation =
  | { readonly reserved: true; readonly reservationId: string; readonly used: number }
  | { readonly reserved: false; readonly used: number };

/**
 * AI calls per licence and period (`2026-11`). A call is reserved before the provider is called, marked kept
 * before its first chunk is written, and settled at its end. A reservation not kept is released; one of a
 * dead process is released when its lease runs out, and a kept one is then counted as settled.
 */
export interface AiQuotaStore {
  /**
   * Refused when `limit` calls of the period are used, or `atOnce` of the licence are under way in all processes (any number
   * unless given); `used` tells which.
   */
  reserve(
    licenseId: string,
    period: string,
    limit: number,
    leaseId: string,
    atMs: number,
    atOnce?: number,
  ): Promise<AiReservation>;
  /**
   * Durable when it resolves (also over power loss). False when the reservation is gone (released after its
   * lease ran out) and no call is left under `limit` to take instead; then nothing may be written.
   */
  keep(reservationId: string, licenseId: string, period: string, limit: number): Promise<boolean>;
  /** Turns a kept call into a counted one and forgets the reservation; others are left as they are. */
  settle(reservationId: string): Promise<void>;
  /**
   * Gives back a reservation that was not kept; kept or unknown ones are left as they are. `evenKept`: the answer to
   * `keep` was lost and nothing was written, so it is given back either way.
   */
  release(reservationId: string, evenKept?: boolean): Promise<void>;
  /** Settled, kept and still reserved calls of a licence in one period. */
  usage(licenseId: string, period: string): Promise<{ readonly used: number }>;
  /** Settled calls of all licences and periods, ordered by both. */
  totals(): Promise<readonly AiUsageTotal[]>;
  /** Takes over totals of another store, all or none; a period that already has one is an error. */
  load(totals: readonly AiUsageTotal[]): Promise<void>;
}

/**
 * Liveness of processes. What a process holds (AI reservations, credit spends) carries its lease; when the
 * lease was not renewed for its time to live, `reap` releases what it held.
 */
export interface LeaseStore {
  /** Takes or renews the lease until `ttlMs` from now on the store's clock. */
  renew(leaseId: string, ttlMs: number): Promise<void>;
  /** Ends the lease and releases what it still holds. */
  end(leaseId: string, atMs: number): Promise<void>;
  /** Releases what expired leases hold; returns how many holds were released. */
  reap(atMs: number): Promise<number>;
}

/** Sessions of operators that were ended before their time was over. */
export interface EndedSessionStore {
  /** Ends a session for every process, durable when it resolves; what was over at `atMs` is forgotten. */
  add(sessionId: string, expiresAtMs: number, atMs: number): Promise<void>;
  has(sessionId: string): Promise<boolean>;
}

/** Everything the floors above need; one value per process, made by an adapter's `open…`. */
export interface Stores {
  readonly apiKeys: ApiKeyStore;
  readonly licenses: LicenseStore;
  readonly rateLimits: RateLimitStore;
  readonly credits: CreditLedger;
  readonly aiQuota: AiQuotaStore;
  readonly leases: LeaseStore;
  readonly usage: UsageStore;
  readonly endedSessions: EndedSessionStore;
  readonly jobs: JobStore;
  /** What is set up more weakly than the promises need, for the log at start and `doctor`; mostly empty. */
  warnings(): Promise<readonly string[]>;
  /** Resolves when the store answers and takes writes, or took the last one, waiting for no writer; rejects `store_unavailable` otherwise. */
  ping(): Promise<void>;
  /** Removes what no window, lease, period or job needs any more, and daily totals older than `usageDays` but for the calls of the month: a bounded piece per call. */
  sweep(usageDays: number): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds of the two request windows. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
