import { expect, test } from 'vitest';
import type { Stores } from '../../src/storage/ports.ts';
import type { UsageAddition } from '../../src/storage/usage-store.ts';
import type { ManualClock } from './store-suite.ts';

/** Of the suite's start: 2027-01-15. */
const TODAY = 20_833;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WIDE = { perMinute: 1000, perHour: 10_000 };
const KEY = { keyId: 'key_1', monthlyQuota: null };
const NOTHING = { cpuUs: 0, bytesIn: 0, bytesOut: 0, credits: 0, inputTokens: 0, outputTokens: 0 };

/** What every adapter must do with daily totals, accounts and monthly quotas. */
export function usageTests(store: () => Stores, clock: ManualClock): void {
  const admit = (monthlyQuota: number | null = null, keyId = 'key_1', subject = keyId) =>
    store().rateLimits.admit(subject, WIDE, { keyId, monthlyQuota });
  const callsOf = async (keyId = 'key_1') =>
    (await store().usage.daily(keyId, 0, TODAY + 400)).map(({ day, calls }) => [day - TODAY, calls]);

  test('usage counts calls on the day on which they were admitted, without those given back', async () => {
    const first = await admit();
    await store().rateLimits.admitPaid('key_1', WIDE, KEY);
    await store().rateLimits.admit('address:1', WIDE);
    expect(await callsOf()).toEqual([[0, 2]]);
    // The 15th ends 16 hours after the start of the suite.
    clock.ms = (TODAY + 1) * DAY_MS - 1;
    const last = await admit();
    clock.ms += MINUTE_MS;
    await admit();
    if (!first.admitted || !last.admitted) throw new Error('expected admissions');
    await store().rateLimits.giveBack('key_1', last.admissionId, WIDE, 'key_1');
    await store().rateLimits.giveBack('key_1', last.admissionId, WIDE, 'key_1');
    // Long out of its windows.
    await store().rateLimits.giveBack('key_1', first.admissionId, WIDE, 'key_1');
    expect(await callsOf()).toEqual([
      [0, 2],
      [1, 1],
    ]);
    expect(await store().usage.today()).toBe(TODAY + 1);
    expect(await callsOf('key_2')).toEqual([]);
  });

  test('a paid call is given back after its minute too, once', async () => {
    const paid = await store().rateLimits.admitPaid('key_1', WIDE, KEY);
    if (!paid.admitted) throw new Error('expected an admission');
    clock.ms += 2 * MINUTE_MS;
    await admit();
    expect(await callsOf()).toEqual([[0, 2]]);
    for (let i = 0; i < 2; i++) await store().rateLimits.giveBack('key_1', paid.admissionId, WIDE, 'key_1');
    expect(await callsOf()).toEqual([[0, 1]]);
    expect((await store().rateLimits.month('key_1', 'key_1')).calls).toBe(1);
  });

  test('usage counts 200 concurrent calls of two keys, and refused ones not', async () => {
    const limits = { perMinute: 60, perHour: 1000 };
    const calls = Array.from({ length: 200 }, (_, i) => {
      const keyId = `key_${i % 2}`;
      return store().rateLimits.admit(keyId, limits, { keyId, monthlyQuota: null });
    });
    expect((await Promise.all(calls)).filter(({ admitted }) => admitted)).toHaveLength(120);
    expect(await store().usage.totals(TODAY, TODAY)).toEqual([
      { keyId: 'key_0', calls: 60, outcomes: {}, ...NOTHING },
      { keyId: 'key_1', calls: 60, outcomes: {}, ...NOTHING },
    ]);
  });

  test('rateLimits of keys of one account are shared; their calls are counted apart', async () => {
    const limits = { perMinute: 3, perHour: 100 };
    const call = (keyId: string) =>
      store().rateLimits.admit('account:acme', limits, { keyId, monthlyQuota: null });
    for (const keyId of ['key_a', 'key_b', 'key_a']) expect((await call(keyId)).admitted).toBe(true);
    expect(await call('key_b')).toMatchObject({ admitted: false, exceeded: 'minute' });
    expect((await store().usage.totals(TODAY, TODAY)).map(({ keyId, calls }) => [keyId, calls])).toEqual([
      ['key_a', 2],
      ['key_b', 1],
    ]);
  });

  test('rateLimits.admit holds the monthly quota under concurrency until the month ends', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => admit(25)));
    expect(all.filter(({ admitted }) => admitted)).toHaveLength(25);
    const monthEndMs = Date.UTC(2027, 1, 1);
    const refused = await admit(25);
    expect(refused).toMatchObject({
      admitted: false,
      exceeded: 'month',
      retryAfterMs: monthEndMs - clock.ms,
    });
    expect(refused.windows.minute.remaining).toBe(975);
    expect(await store().rateLimits.admitPaid('key_1', WIDE, { ...KEY, monthlyQuota: 25 })).toMatchObject({
      exceeded: 'month',
    });
    clock.ms = monthEndMs - 1;
    expect((await admit(25)).admitted).toBe(false);
    clock.ms = monthEndMs;
    expect((await admit(25)).admitted).toBe(true);
  });

  test('rateLimits.admit follows a quota that is set, raised and lifted, and gives a call back to it', async () => {
    for (let i = 0; i < 4; i++) await admit();
    const last = await admit(5);
    expect((await admit(5)).admitted).toBe(false);
    if (!last.admitted) throw new Error('expected an admission');
    await store().rateLimits.giveBack('key_1', last.admissionId, WIDE, 'key_1');
    expect((await admit(5)).admitted).toBe(true);
    expect((await admit(6)).admitted).toBe(true);
    expect((await admit(6)).admitted).toBe(false);
    expect((await admit()).admitted).toBe(true);
    expect((await admit(0, 'key_2')).admitted).toBe(false);
  });

  test('rateLimits.month tells the calls of the month and when it ends, and counts nothing', async () => {
    const month = () => store().rateLimits.month('key_1', 'key_1');
    const monthEndMs = Date.UTC(2027, 1, 1);
    expect(await month()).toEqual({ calls: 0, resetMs: monthEndMs - clock.ms });
    for (const quota of [null, 2]) await admit(quota);
    await admit(null, 'key_2', 'key_1');
    for (let i = 0; i < 2; i++) expect((await month()).calls).toBe(2);
    clock.ms = monthEndMs - 1;
    expect(await month()).toEqual({ calls: 2, resetMs: 1 });
    clock.ms = monthEndMs;
    expect(await month()).toEqual({ calls: 0, resetMs: 28 * DAY_MS });
  });

  test.each([
    ['2027-01-31', '2027-02-01'],
    ['2027-02-28', '2027-03-01'],
    ['2028-02-29', '2028-03-01'],
    ['2028-04-30', '2028-05-01'],
    ['2028-12-01', '2029-01-01'],
  ])('rateLimits.admit on %s refuses until %s', async (day, following) => {
    clock.ms = Date.parse(`${day}T23:59:59.999Z`);
    await admit(1);
    const waitMs = Date.parse(`${following}T00:00:00Z`) - clock.ms;
    expect(await admit(1)).toMatchObject({ exceeded: 'month', retryAfterMs: waitMs });
  });

  test('usage.add adds up, once for each batch', async () => {
    const addition: UsageAddition = {
      keyId: 'key_1',
      outcomes: { ok: 2, paywall: 1 },
      cpuUs: 1500,
      bytesIn: 10,
      bytesOut: 3_000_000_000,
      credits: 1,
      inputTokens: 5,
      outputTokens: 6,
    };
    const refused: UsageAddition = { keyId: 'key_2', outcomes: { busy: 1 }, ...NOTHING };
    await store().usage.add('a', [addition, refused]);
    await store().usage.add('a', [addition, refused]);
    await store().usage.add('b', [{ ...addition, outcomes: { ok: 1 } }]);
    await store().usage.add('c', []);
    const { outcomes: _, ...figures } = addition;
    expect(await store().usage.totals(TODAY, TODAY)).toEqual([
      {
        ...figures,
        calls: 0,
        outcomes: { ok: 3, paywall: 1 },
        cpuUs: 3000,
        bytesIn: 20,
        bytesOut: 6_000_000_000,
        credits: 2,
        inputTokens: 10,
        outputTokens: 12,
      },
      { ...refused, calls: 0 },
    ]);
  });

  test('usage.daily and totals keep to their days', async () => {
    for (let i = 0; i < 3; i++, clock.ms += DAY_MS) {
      await admit();
      await store().usage.add(`batch ${i}`, [{ keyId: 'key_1', outcomes: { ok: 1 }, ...NOTHING }]);
    }
    const days = await store().usage.daily('key_1', TODAY + 1, TODAY + 1);
    expect(days).toEqual([{ keyId: 'key_1', day: TODAY + 1, calls: 1, outcomes: { ok: 1 }, ...NOTHING }]);
    const [total] = await store().usage.totals(TODAY + 1, TODAY + 5);
    expect(total).toEqual({ keyId: 'key_1', calls: 2, outcomes: { ok: 2 }, ...NOTHING });
  });

  test('usage.busiest and outcomes are of their days, over all keys', async () => {
    for (const [keyId, calls] of [
      ['key_a', 1],
      ['key_b', 3],
      ['key_c', 2],
    ] as const)
      for (let i = 0; i < calls; i++) await admit(null, keyId);
    const returned = await admit(null, 'key_d');
    if (!returned.admitted) throw new Error('expected an admission');
    await store().rateLimits.giveBack('key_d', returned.admissionId, WIDE, 'key_d');
    for (const keyId of ['key_a', 'key_b'])
      await store().usage.add(keyId, [{ keyId, outcomes: { ok: 2, 'door:jina': 1 }, ...NOTHING }]);
    const { busiest, outcomes } = store().usage;
    expect(await busiest(TODAY, TODAY, 2)).toEqual({ keyIds: ['key_b', 'key_c'], all: 3 });
    expect(await outcomes(TODAY, TODAY)).toEqual({ ok: 4, 'door:jina': 2 });
    expect(await busiest(TODAY + 1, TODAY + 2, 2)).toEqual({ keyIds: [], all: 0 });
    expect(await outcomes(TODAY + 1, TODAY + 2)).toEqual({});
  });

  test('sweep removes totals that are older than the days given', async () => {
    await admit();
    await store().usage.add('batch', [{ keyId: 'key_1', outcomes: { ok: 1 }, ...NOTHING, cpuUs: 1 }]);
    clock.ms += 30 * DAY_MS;
    await admit();
    await store().sweep(30);
    expect(await callsOf()).toEqual([
      [0, 1],
      [30, 1],
    ]);
    await store().sweep(29);
    expect(await callsOf()).toEqual([[30, 1]]);
  });

  test('sweep leaves the calls that a monthly quota counts, however few days are kept', async () => {
    await admit(2);
    await admit(2);
    clock.ms += 6 * DAY_MS;
    await store().sweep(1);
    expect(await admit(2)).toMatchObject({ admitted: false, exceeded: 'month' });
    expect((await store().rateLimits.month('key_1', 'key_1')).calls).toBe(2);
  });

  test('usage.forget removes the totals of one key, and what comes after it', async () => {
    const record = { hint: '', name: '', plan: 'free', account: null, monthlyQuota: null };
    const times = { createdAtMs: 1, expiresAtMs: null, revokedAtMs: null };
    await store().apiKeys.insert({ id: 'key_1', hash: 'a'.repeat(64), ...record, ...times });
    await admit();
    await admit(null, 'key_2');
    await store().usage.forget('key_1', 'key_1', 5);
    expect(await callsOf()).toEqual([]);
    await admit();
    await store().usage.add('late', [{ keyId: 'key_1', outcomes: { ok: 1 }, ...NOTHING }]);
    expect(await callsOf()).toEqual([[0, 1]]);
    await store().sweep(400);
    expect(await callsOf()).toEqual([]);
    expect(await callsOf('key_2')).toEqual([[0, 1]]);
  });

  test('aiQuota.keep counts a call of a licence on its day, once; release of a kept one takes it back', async () => {
    const reserve = async () => {
      const call = await store().aiQuota.reserve('lic', '2027-01', 50, 'lease', 1);
      if (!call.reserved) throw new Error('expected a reservation');
      return call.reservationId;
    };
    const keep = (id: string) => store().aiQuota.keep(id, 'lic', '2027-01', 50);
    const [kept, unanswered, open] = [await reserve(), await reserve(), await reserve()];
    for (const id of [kept, kept, unanswered, 'gone']) expect(await keep(id)).toBe(true);
    expect(await callsOf('lic')).toEqual([[0, 3]]);
    clock.ms += DAY_MS;
    await store().aiQuota.settle(kept);
    await store().aiQuota.release(open);
    await store().aiQuota.release(unanswered, true);
    await store().aiQuota.release(unanswered, true);
    expect(await callsOf('lic')).toEqual([[0, 2]]);
  });
}
