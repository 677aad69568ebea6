/** Who calls, for what is shared out by caller: the id of a key. */
export type CallerId = string;

/** Callers without a key: the command line. */
export const NO_KEY: CallerId = '';

/** Time in which what a caller used, and what is known of its pages, comes to count half. */
const HALF_LIFE_MS = 10_000;
/** What a page costs whatever its size. */
const BASE_MS = 2;
/** Pages of a caller cost 0.3 ms a KiB, until its own have shown more than so many KiB. */
const ASSUMED_MS_PER_KIB = 0.3;
const ASSUMED_KIB = 256;
/** Its pages are of 64 KiB, until it has sent more than two. */
const ASSUMED_PAGE_KIB = 64;
const ASSUMED_PAGES = 2;
/** Accounts that are kept; beyond, those that say nothing any more are dropped. */
const KEPT_ACCOUNTS = 1000;

interface Account {
  cpuMs: number;
  workMs: number;
  kib: number;
  pages: number;
  /** Time at which the figures hold. */
  at: number;
}

/**
 * What each caller used lately, and what its pages cost, in milliseconds. The figures fade: dear pages of one make no other's look
 * dear, and what was learnt is forgotten even when nothing comes that could correct it.
 */
export function createCallerAccounts(clock: () => number) {
  const accounts = new Map<CallerId, Account>();
  const faded = (account: Account): Account => {
    const at = clock();
    const share = 0.5 ** ((at - account.at) / HALF_LIFE_MS);
    account.cpuMs *= share;
    account.workMs *= share;
    account.kib *= share;
    account.pages *= share;
    account.at = at;
    return account;
  };
  const dropIdle = () => {
    for (const [caller, account] of accounts) if (faded(account).cpuMs < 1) accounts.delete(caller);
  };
  const accountOf = (caller: CallerId): Account => {
    const found = accounts.get(caller);
    if (found !== undefined) return faded(found);
    if (accounts.size >= KEPT_ACCOUNTS) dropIdle();
    const account = { cpuMs: 0, workMs: 0, kib: 0, pages: 0, at: clock() };
    accounts.set(caller, account);
    return account;
  };
  return {
    /** Charges CPU, of whatever part. */
    charge(caller: CallerId, cpuMs: number): void {
      accountOf(caller).cpuMs += cpuMs;
    },
    /** CPU that was charged, where older charges count less. */
    usedMs(caller: CallerId): number {
      const account = accounts.get(caller);
      return account === undefined ? 0 : faded(account).cpuMs;
    },
    /** A page of the caller used so much CPU at a worker. */
    learn(caller: CallerId, bytes: number, cpuMs: number): void {
      const account = accountOf(caller);
      account.workMs += Math.max(0, cpuMs - BASE_MS);
      account.kib += bytes / 1024;
      account.pages++;
    },
    /** CPU that a page of the caller will use at a worker; `bytes` undefined: one that is not here yet. */
    expectedMs(caller: CallerId, bytes?: number): number {
      const found = accounts.get(caller);
      const { workMs, kib, pages } = found === undefined ? { workMs: 0, kib: 0, pages: 0 } : faded(found);
      const msPerKib = (workMs + ASSUMED_KIB * ASSUMED_MS_PER_KIB) / (kib + ASSUMED_KIB);
      const pageKib =
        bytes === undefined
          ? (kib + ASSUMED_PAGES * ASSUMED_PAGE_KIB) / (pages + ASSUMED_PAGES)
          : bytes / 1024;
      return BASE_MS + pageKib * msPerKib;
    },
  };
}
