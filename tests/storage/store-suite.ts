import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApiKeyRecord, LicenseRecord, Stores } from '../../src/storage/ports.ts';
import { jobTests } from './job-suite.ts';
import { runSlidingLog } from './sliding-log.ts';
import { usageTests } from './usage-suite.ts';

/** A clock that tests set, in milliseconds. */
export interface ManualClock {
  ms: number;
}

/** How the suite gets at an adapter: a fresh, empty store on the clock. */
export interface StoreSuiteAdapter {
  readonly name: string;
  open(clock: ManualClock): Promise<{ readonly stores: Stores; close(): Promise<void> }>;
  /** Runs of the property test; fewer where a call costs a network round trip. */
  readonly runs: number;
}

const START_MS = 1_800_000_000_000;
const FREE = { perMinute: 10, perHour: 100 };

/** What every adapter of `storage/ports.ts` must do. */
export function storeSuite(adapter: StoreSuiteAdapter): void {
  describe(`${adapter.name} stores`, () => {
    const clock: ManualClock = { ms: START_MS };
    let opened: Awaited<ReturnType<StoreSuiteAdapter['open']>>;
    const store = () => opened.stores;

    beforeEach(async () => {
      clock.ms = START_MS;
      opened = await adapter.open(clock);
    });
    afterEach(() => opened.close());

    keyTests(store);
    licenseTests(store);
    windowTests(store, clock, adapter.runs);
    creditTests(store, clock);
    aiQuotaTests(store, clock);
    usageTests(store, clock);
    test('endedSessions knows what was ended until it would have been over', async () => {
      const { endedSessions } = store();
      await endedSessions.add('a', START_MS + 1000, START_MS);
      await endedSessions.add('a', START_MS + 1000, START_MS);
      expect([await endedSessions.has('a'), await endedSessions.has('b')]).toEqual([true, false]);
      await endedSessions.add('b', START_MS + 2000, START_MS + 999);
      expect(await endedSessions.has('a')).toBe(true);
      await endedSessions.add('c', START_MS + 3000, START_MS + 1000);
      expect([await endedSessions.has('a'), await endedSessions.has('b')]).toEqual([false, true]);
    });
    jobTests(store, clock);
    test('ping and sweep resolve while the store is healthy', async () => {
      await store().rateLimits.admit('a', FREE);
      clock.ms += 3_600_000;
      await store().ping();
      await store().sweep(400);
      expect((await store().rateLimits.peek('a', FREE)).hour.remaining).toBe(100);
    });
  });
}

function keyTests(store: () => Stores): void {
  const key: ApiKeyRecord = {
    id: 'key_1',
    hash: 'a'.repeat(64),
    hint: 'pmk_AbCd',
    name: 'Schlüssel "1"',
    plan: 'free',
    account: 'acme',
    monthlyQuota: 1000,
    createdAtMs: 5,
    expiresAtMs: null,
    revokedAtMs: null,
  };

  test('apiKeys finds a key by hash and id as it was inserted', async () => {
    await store().apiKeys.insert(key);
    expect(await store().apiKeys.findByHash(key.hash)).toEqual(key);
    expect(await store().apiKeys.find('key_1')).toEqual(key);
    expect(await store().apiKeys.findByHash('b'.repeat(64))).toBeNull();
    expect(await store().apiKeys.find('key_2')).toBeNull();
  });

  test('apiKeys.insert rejects a taken id and a taken hash', async () => {
    await store().apiKeys.insert(key);
    await expect(store().apiKeys.insert({ ...key, hash: 'b'.repeat(64) })).rejects.toThrow();
    await expect(store().apiKeys.insert({ ...key, id: 'key_2' })).rejects.toThrow();
    expect(await store().apiKeys.list()).toHaveLength(1);
  });

  test('apiKeys.insertFirst adds exactly one of many concurrent first keys', async () => {
    const attempts = Array.from({ length: 8 }, (_, i) =>
      store().apiKeys.insertFirst({ ...key, id: `key_${i}`, hash: String(i).repeat(64) }),
    );
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
    expect(await store().apiKeys.list()).toHaveLength(1);
  });

  test('apiKeys.list is oldest first', async () => {
    await store().apiKeys.insert({ ...key, id: 'key_b', hash: 'b'.repeat(64), createdAtMs: 9 });
    await store().apiKeys.insert({ ...key, id: 'key_a', createdAtMs: 7 });
    expect((await store().apiKeys.list()).map((row) => row.id)).toEqual(['key_a', 'key_b']);
  });

  test('apiKeys.revoke keeps the first time and answers null for no key', async () => {
    await store().apiKeys.insert({ ...key, expiresAtMs: 77 });
    expect(await store().apiKeys.revoke('key_1', 50)).toEqual({ ...key, expiresAtMs: 77, revokedAtMs: 50 });
    expect((await store().apiKeys.revoke('key_1', 60))?.revokedAtMs).toBe(50);
    expect((await store().apiKeys.findByHash(key.hash))?.revokedAtMs).toBe(50);
    expect(await store().apiKeys.revoke('key_2', 60)).toBeNull();
  });

  test('apiKeys.setQuota sets and lifts the quota and answers null for no key', async () => {
    await store().apiKeys.insert(key);
    expect(await store().apiKeys.setQuota('key_1', 7)).toEqual({ ...key, monthlyQuota: 7 });
    await store().apiKeys.setQuota('key_1', null);
    expect((await store().apiKeys.findByHash(key.hash))?.monthlyQuota).toBeNull();
    expect(await store().apiKeys.setQuota('key_2', 7)).toBeNull();
  });
}

function licenseTests(store: () => Stores): void {
  const license: LicenseRecord = {
    id: 'lic_1',
    hash: 'a'.repeat(64),
    hint: 'pml_AbCd',
    name: '',
    tier: 'pro',
    aiCallsLimit: 1000,
    createdAtMs: 5,
    expiresAtMs: 6,
    revokedAtMs: null,
  };

  test('licenses are found, listed and revoked like keys', async () => {
    expect(await store().licenses.insertFirst(license)).toBe(true);
    expect(await store().licenses.insertFirst({ ...license, id: 'lic_2', hash: 'b'.repeat(64) })).toBe(false);
    expect(await store().licenses.findByHash(license.hash)).toEqual(license);
    expect(await store().licenses.find('lic_1')).toEqual(license);
    expect(await store().licenses.list()).toEqual([license]);
    expect(await store().licenses.revoke('lic_1', 9)).toEqual({ ...license, revokedAtMs: 9 });
    expect(await store().licenses.revoke('lic_9', 9)).toBeNull();
    await expect(store().licenses.insert({ ...license, id: 'lic_3' })).rejects.toThrow();
  });
}

function windowTests(store: () => Stores, clock: ManualClock, runs: number): void {
  test('rateLimits.admit lets 10 of 100 concurrent calls in and tells the exact wait', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => store().rateLimits.admit('k', FREE)));
    const refused = all.filter((decision) => !decision.admitted);
    expect(refused).toHaveLength(90);
    for (const decision of refused) {
      expect(decision).toMatchObject({ exceeded: 'minute', retryAfterMs: 60_000 });
      expect(decision.windows.minute).toEqual({ limit: 10, remaining: 0, resetMs: 60_000 });
      expect(decision.windows.hour).toEqual({ limit: 100, remaining: 90, resetMs: 3_600_000 });
    }
  });

  test('rateLimits.admit refuses one millisecond before the wait is over and admits after it', async () => {
    for (let i = 0; i < 10; i++, clock.ms += 100) await store().rateLimits.admit('k', FREE);
    const refused = await store().rateLimits.admit('k', FREE);
    if (refused.admitted) throw new Error('expected a refusal');
    expect(refused.retryAfterMs).toBe(59_000);
    clock.ms += 58_999;
    expect((await store().rateLimits.admit('k', FREE)).admitted).toBe(false);
    clock.ms += 1;
    expect((await store().rateLimits.admit('k', FREE)).admitted).toBe(true);
    expect((await store().rateLimits.admit('k', FREE)).admitted).toBe(false);
  });

  test('rateLimits.admit holds the hour when no minute is full', async () => {
    for (let i = 0; i < 100; i++, clock.ms += 10_000) {
      expect((await store().rateLimits.admit('k', FREE)).admitted).toBe(true);
    }
    const refused = await store().rateLimits.admit('k', FREE);
    expect(refused).toMatchObject({ admitted: false, exceeded: 'hour', retryAfterMs: 2_600_000 });
    clock.ms += 2_600_000;
    expect((await store().rateLimits.admit('k', FREE)).admitted).toBe(true);
  });

  test('rateLimits keeps subjects apart', async () => {
    for (let i = 0; i < 10; i++) await store().rateLimits.admit('k', FREE);
    expect((await store().rateLimits.admit('other', FREE)).admitted).toBe(true);
  });

  test('rateLimits.giveBack frees the call in both windows once', async () => {
    const first = await store().rateLimits.admit('k', FREE);
    await store().rateLimits.admit('k', FREE);
    if (!first.admitted) throw new Error('expected an admission');
    const states = await store().rateLimits.giveBack('k', first.admissionId, FREE);
    expect([states.minute.remaining, states.hour.remaining]).toEqual([9, 99]);
    const again = await store().rateLimits.giveBack('k', first.admissionId, FREE);
    expect([again.minute.remaining, again.hour.remaining]).toEqual([9, 99]);
    expect((await store().rateLimits.giveBack('nobody', first.admissionId, FREE)).minute.remaining).toBe(10);
  });

  test('rateLimits.giveBack of an old call leaves the minute alone', async () => {
    const first = await store().rateLimits.admit('k', FREE);
    clock.ms += 60_000;
    await store().rateLimits.admit('k', FREE);
    if (!first.admitted) throw new Error('expected an admission');
    const states = await store().rateLimits.giveBack('k', first.admissionId, FREE);
    expect([states.minute.remaining, states.hour.remaining]).toEqual([9, 99]);
  });

  test('rateLimits.admitPaid counts in the minute only', async () => {
    const limits = { perMinute: 3, perHour: 1 };
    await store().rateLimits.admit('k', limits);
    expect(await store().rateLimits.admit('k', limits)).toMatchObject({ exceeded: 'hour' });
    const paid = await store().rateLimits.admitPaid('k', limits);
    expect(paid.windows.minute.remaining).toBe(1);
    expect(paid.windows.hour.remaining).toBe(0);
    expect((await store().rateLimits.admitPaid('k', limits)).admitted).toBe(true);
    expect(await store().rateLimits.admitPaid('k', limits)).toMatchObject({ exceeded: 'minute' });
    clock.ms += 3_600_000;
    expect((await store().rateLimits.admit('k', limits)).admitted).toBe(true);
  });

  test('rateLimits.admit follows a plan that grows or shrinks', async () => {
    for (let i = 0; i < 10; i++, clock.ms += 1000) await store().rateLimits.admit('k', FREE);
    expect((await store().rateLimits.admit('k', { perMinute: 11, perHour: 100 })).admitted).toBe(true);
    const shrunk = await store().rateLimits.admit('k', { perMinute: 2, perHour: 100 });
    expect(shrunk).toMatchObject({ admitted: false, retryAfterMs: 59_000 });
    expect(shrunk.windows.minute.remaining).toBe(0);
  });

  test('rateLimits admits nothing more when the clock is set back an hour', async () => {
    for (let i = 0; i < 10; i++) await store().rateLimits.admit('k', FREE);
    clock.ms -= 3_600_000;
    const refused = await store().rateLimits.admit('k', FREE);
    expect(refused).toMatchObject({ admitted: false, retryAfterMs: 3_660_000 });
    clock.ms += 3_660_000;
    expect((await store().rateLimits.admit('k', FREE)).admitted).toBe(true);
  });

  test('rateLimits equals a brute-force log over random calls, waits and returns', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('admit' as const), wait: fc.nat(9000) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('paid' as const), wait: fc.nat(3000) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('back' as const), wait: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('admit' as const), wait: fc.nat(1_000_000) }) },
    );
    let subject = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 120 }),
        fc.record({ perMinute: fc.integer({ min: 1, max: 8 }), perHour: fc.integer({ min: 1, max: 30 }) }),
        (steps, limits) => runSlidingLog(store().rateLimits, clock, `s${subject++}`, steps, limits),
      ),
      { numRuns: runs },
    );
  });
}

function creditTests(store: () => Stores, clock: ManualClock): void {
  test('credits.spend takes exactly what was granted under concurrency', async () => {
    expect(await store().credits.grant('k', 5, 'g1', 1)).toBe(5);
    expect(await store().credits.grant('k', 5, 'g1', 1)).toBe(5);
    const spent = await Promise.all(
      Array.from({ length: 20 }, (_, i) => store().credits.spend('k', `r${i}`, 'lease', 2)),
    );
    expect(spent.filter((result) => result !== null)).toHaveLength(5);
    expect(await store().credits.balance('k')).toBe(0);
    expect(await store().credits.balance('other')).toBe(0);
  });

  test('credits.giveBack returns a held spend once and a settled one never', async () => {
    await store().credits.grant('k', 2, 'g', 1);
    await store().credits.spend('k', 'a', 'lease', 2);
    await store().credits.spend('k', 'b', 'lease', 2);
    await store().credits.giveBack('k', 'a', 3);
    await store().credits.giveBack('k', 'a', 3);
    await store().credits.settle('k', 'b');
    await store().credits.giveBack('k', 'b', 3);
    expect(await store().credits.balance('k')).toBe(1);
    const rows = await store().credits.entries('k', 0, 100);
    expect(rows.map((row) => [row.seq, row.kind, row.delta, row.balance, row.ref, row.atMs])).toEqual([
      [1, 'grant', 2, 2, 'g', 1],
      [2, 'spend', -1, 1, 'a', 2],
      [3, 'spend', -1, 0, 'b', 2],
      [4, 'give_back', 1, 1, 'a', 3],
    ]);
    expect(await store().credits.entries('k', 3, 1)).toEqual([rows[3]]);
  });

  test('leases.reap returns what a dead process held and leaves the living alone', async () => {
    await store().credits.grant('k', 2, 'g', 1);
    await store().leases.renew('dead', 1000);
    await store().leases.renew('alive', 1000);
    await store().credits.spend('k', 'a', 'dead', 2);
    await store().credits.spend('k', 'b', 'alive', 2);
    clock.ms += 999;
    expect(await store().leases.reap(3)).toBe(0);
    await store().leases.renew('alive', 1000);
    clock.ms += 1;
    expect(await store().leases.reap(3)).toBe(1);
    expect(await store().leases.reap(3)).toBe(0);
    expect(await store().credits.balance('k')).toBe(1);
    await store().leases.end('alive', 4);
    expect(await store().credits.balance('k')).toBe(2);
  });

  test('leases.reap returns a hold whose lease was already reaped', async () => {
    await store().credits.grant('k', 1, 'g', 1);
    await store().credits.spend('k', 'a', 'stalled', 2);
    expect(await store().leases.reap(3)).toBe(1);
    expect(await store().credits.balance('k')).toBe(1);
  });
}

function aiQuotaTests(store: () => Stores, clock: ManualClock): void {
  const reserve = (limit = 50) => store().aiQuota.reserve('lic', '2026-11', limit, 'lease', 1);
  const used = async () => (await store().aiQuota.usage('lic', '2026-11')).used;

  test('aiQuota.reserve lets exactly the limit through under concurrency', async () => {
    await store().leases.renew('lease', 1000);
    const all = await Promise.all(Array.from({ length: 200 }, () => reserve()));
    const reserved = all.filter((result) => result.reserved);
    expect(reserved).toHaveLength(50);
    expect(new Set(reserved.map((result) => result.used)).size).toBe(50);
    expect(await used()).toBe(50);
    expect((await store().aiQuota.usage('lic', '2026-12')).used).toBe(0);
    expect((await store().aiQuota.usage('other', '2026-11')).used).toBe(0);
  });

  test('aiQuota.reserve lets no more through at once than told, kept calls and those of another month with them', async () => {
    const { aiQuota, leases } = store();
    await leases.renew('lease', 1000);
    const reserveOf = (period: string) => aiQuota.reserve('lic', period, 50, 'lease', 1, 4);
    const first = await reserveOf('2026-10');
    if (!first.reserved) throw new Error('expected a reservation');
    await aiQuota.keep(first.reservationId, 'lic', '2026-10', 50);
    const all = await Promise.all(Array.from({ length: 20 }, () => reserveOf('2026-11')));
    expect(all.filter(({ reserved }) => reserved)).toHaveLength(3);
    expect(await reserveOf('2026-11')).toEqual({ reserved: false, used: 3 });
    expect((await aiQuota.reserve('other', '2026-11', 50, 'lease', 1, 4)).reserved).toBe(true);
    await aiQuota.settle(first.reservationId);
    expect((await reserveOf('2026-11')).reserved).toBe(true);
  });

  test('aiQuota counts kept calls once and gives the others back', async () => {
    const [kept, released] = [await reserve(), await reserve()];
    if (!kept.reserved || !released.reserved) throw new Error('expected reservations');
    expect(await store().aiQuota.keep(kept.reservationId, 'lic', '2026-11', 50)).toBe(true);
    await store().aiQuota.release(kept.reservationId);
    await store().aiQuota.settle(released.reservationId);
    expect(await used()).toBe(2);
    await store().aiQuota.release(released.reservationId);
    await store().aiQuota.settle(kept.reservationId);
    await store().aiQuota.settle(kept.reservationId);
    expect(await used()).toBe(1);
  });

  test('aiQuota.release gives back a call whose keep was not answered, whichever it is', async () => {
    for (const isKept of [true, false]) {
      const call = await reserve();
      if (!call.reserved) throw new Error('expected a reservation');
      if (isKept) await store().aiQuota.keep(call.reservationId, 'lic', '2026-11', 50);
      await store().aiQuota.release(call.reservationId, true);
      expect(await used()).toBe(0);
    }
  });

  test('leases.reap counts a dead process kept call and releases its open one', async () => {
    await store().leases.renew('lease', 1000);
    const [kept, open] = [await reserve(), await reserve()];
    if (!kept.reserved || !open.reserved) throw new Error('expected reservations');
    await store().aiQuota.keep(kept.reservationId, 'lic', '2026-11', 50);
    clock.ms += 1000;
    expect(await store().leases.reap(9)).toBe(1);
    expect(await used()).toBe(1);
    await store().aiQuota.settle(kept.reservationId);
    await store().aiQuota.release(open.reservationId);
    expect(await used()).toBe(1);
  });

  test('aiQuota.keep after a lost lease takes a free call and refuses when there is none', async () => {
    const [first, second] = [await reserve(2), await reserve(2)];
    if (!first.reserved || !second.reserved) throw new Error('expected reservations');
    await store().leases.reap(9);
    expect(await used()).toBe(0);
    const other = await reserve(2);
    expect(other.reserved).toBe(true);
    expect(await store().aiQuota.keep(first.reservationId, 'lic', '2026-11', 2)).toBe(true);
    expect(await store().aiQuota.keep(second.reservationId, 'lic', '2026-11', 2)).toBe(false);
    expect(await used()).toBe(2);
  });
}
