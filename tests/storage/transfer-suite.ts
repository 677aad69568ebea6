import { expect, test } from 'vitest';
import type { Stores } from '../../src/storage/ports.ts';
import { exportStores, importStores, summarize } from '../../src/storage/transfer.ts';

/** Spends of a credit: more than the 500 entries that a transfer reads at once. */
const SPENDS = 600;

/** Fills stores with something of every kind. */
export async function fillStores(stores: Stores, spends = SPENDS): Promise<void> {
  for (let i = 0; i < 7; i++) {
    const hash = i.toString(16).repeat(64);
    const times = { createdAtMs: 100 - (i % 3), expiresAtMs: i % 2 ? 500 + i : null, revokedAtMs: null };
    await stores.apiKeys.insert({
      id: `key_${'aBzZ09b'[i]}`,
      hash,
      hint: 'pmk_AbCd',
      name: `"é😀 ${i}`,
      plan: 'free',
      account: i % 2 ? 'acme' : null,
      monthlyQuota: i % 3 ? i : null,
      ...times,
    });
    await stores.licenses.insert({
      id: `lic_${'aBzZ09b'[i]}`,
      hash,
      hint: 'pml_AbCd',
      name: '',
      tier: 'pro',
      aiCallsLimit: i,
      ...times,
    });
  }
  await stores.apiKeys.revoke('key_a', 300);
  await stores.credits.grant('key_B', spends + 700, 'g', 1);
  for (let i = 0; i < spends; i++) {
    await stores.credits.spend('key_B', `r${i}`, 'lease', 2);
    await stores.credits.settle('key_B', `r${i}`);
  }
  for (const license of ['lic_a', 'lic_B', 'lic_0']) {
    const call = await stores.aiQuota.reserve(license, '2026-11', 9, 'lease', 1);
    if (!call.reserved) throw new Error('expected a reservation');
    await stores.aiQuota.keep(call.reservationId, license, '2026-11', 9);
    await stores.aiQuota.settle(call.reservationId);
  }
  const limits = { perMinute: 10, perHour: 100 };
  for (let i = 0; i < 4; i++)
    await stores.rateLimits.admit('key_B', limits, { keyId: 'key_B', monthlyQuota: null });
  const figures = { cpuUs: 5, bytesIn: 6, bytesOut: 7, credits: 1, inputTokens: 0, outputTokens: 0 };
  await stores.usage.add('batch', [{ keyId: 'key_B', outcomes: { ok: 3, paywall: 1, busy: 2 }, ...figures }]);
}

/** An export as a list of lines. */
export async function exportLines(stores: Stores): Promise<string[]> {
  const lines: string[] = [];
  await exportStores(stores, async (line) => void lines.push(line));
  return lines;
}

/** Lines as `importStores` reads them. */
export function reader(lines: readonly string[]): () => AsyncGenerator<string> {
  return async function* () {
    yield* lines;
  };
}

/** What export and import between two kinds of stores must do; `open` gives empty ones. */
export function transferSuite(
  name: string,
  from: () => Promise<Stores>,
  to: () => Promise<Stores>,
  spends = SPENDS,
): void {
  test(`importStores from ${name} keeps counts and digest, and what was there works on`, async () => {
    const [source, target] = [await from(), await to()];
    await fillStores(source, spends);
    const summary = await importStores(target, reader(await exportLines(source)));
    expect(summary).toEqual(await summarize(source));
    expect(summary.counts).toEqual({
      api_key: 7,
      license: 7,
      credit_entry: spends + 1,
      ai_usage: 3,
      usage_day: 4,
    });
    const today = await target.usage.today();
    expect(await target.usage.totals(today - 1, today)).toEqual(await source.usage.totals(today - 1, today));
    expect(await target.apiKeys.find('key_Z')).toMatchObject({ account: 'acme', monthlyQuota: null });
    expect(await target.credits.balance('key_B')).toBe(700);
    expect(await target.credits.spend('key_B', 'new', 'lease', 3)).toEqual({ balance: 699 });
    expect((await target.aiQuota.usage('lic_B', '2026-11')).used).toBe(1);
    expect((await target.apiKeys.findByHash('0'.repeat(64)))?.revokedAtMs).toBe(300);
    await Promise.all([source.close(), target.close()]);
  });
}
