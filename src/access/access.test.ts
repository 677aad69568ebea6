import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Stores } from '../storage/ports.ts';
import { IN_MEMORY } from '../storage/sqlite/connection.ts';
import { openSqliteStores } from '../storage/sqlite/open-sqlite-stores.ts';
import { type Access, createAccess } from './access.ts';
import type { Caller } from './authenticator.ts';
import { clientOf } from './license-service.ts';
import type { Ticket } from './request-meter.ts';

const START_MS = Date.UTC(2026, 10, 21);
const clock = { ms: START_MS };
let stores: Stores;
let access: Access;

beforeEach(async () => {
  clock.ms = START_MS;
  stores = await openSqliteStores({
    file: IN_MEMORY,
    clock: { monotonicMs: () => clock.ms, wallMs: () => clock.ms, bootId: '' },
  });
  const now = () => clock.ms;
  access = createAccess({ stores, plans: { tiny: { perMinute: 5, perHour: 2 } }, now, clock: now });
});

async function callerOf(plan: string, credits?: number) {
  const { key } = await access.keys.issue(credits === undefined ? { plan } : { plan, credits });
  return (await access.authenticator.authenticate(key))!;
}

async function ticketOf(caller: Caller): Promise<Ticket> {
  const admission = await access.meter.admit(caller);
  if (!admission.admitted) throw new Error('expected an admission');
  return admission.ticket;
}

afterEach(() => stores.close());

describe('Authenticator', () => {
  test('knows an issued key, which list never shows', async () => {
    const { key, info } = await access.keys.issue({
      plan: 'discovery',
      name: 'ci',
      expiresAtMs: clock.ms + 10,
    });
    expect(await access.authenticator.authenticate(key)).toMatchObject({
      keyId: info.id,
      plan: { name: 'discovery', perMinute: 60 },
    });
    const listed = JSON.stringify(await access.keys.list());
    expect(listed).toContain(info.id);
    expect(listed).toContain('"ci"');
    expect(listed).not.toContain(key.slice(8));
    expect(listed).not.toContain('hash');
  });

  test.each([{ credits: 1_000_000_001 }, { monthlyQuota: 1_000_000_001 }])(
    'makes no key whose secret nobody would be told: %j',
    async (wrong) => {
      await expect(access.keys.issue({ plan: 'free', ...wrong })).rejects.toMatchObject({
        failure: { reason: 'invalid_request' },
      });
      expect(await access.keys.list()).toEqual([]);
    },
  );

  test.each(['two\nlines', 'a\0', 'x'.repeat(201)])('gives no key or licence the name %j', async (name) => {
    const refused = { failure: { reason: 'invalid_request', message: expect.stringContaining('name') } };
    await expect(access.keys.issue({ plan: 'free', name })).rejects.toMatchObject(refused);
    await expect(access.licenses.issue({ tier: 'pro', name })).rejects.toMatchObject(refused);
  });

  test('knows no revoked key, and none from the moment of its expiry', async () => {
    const revoked = await access.keys.issue({ plan: 'free' });
    await access.keys.revoke(revoked.info.id);
    const expiring = await access.keys.issue({ plan: 'free', expiresAtMs: clock.ms + 1 });
    expect(await access.authenticator.authenticate(expiring.key)).not.toBeNull();
    clock.ms += 1;
    for (const { key } of [revoked, expiring])
      expect(await access.authenticator.authenticate(key)).toBeNull();
  });

  test('looks every text up once, whatever its form', async () => {
    let lookups = 0;
    const counting = {
      ...stores,
      apiKeys: {
        ...stores.apiKeys,
        findByHash: async () => {
          lookups += 1;
          return null;
        },
      } as unknown as Stores['apiKeys'],
    };
    const { authenticator } = createAccess({ stores: counting, now: () => clock.ms });
    for (const text of ['', 'pmk_short', 'pmk_00000000000000000000000000000000000000', 'y'.repeat(5000)])
      expect(await authenticator.authenticate(text)).toBeNull();
    expect(lookups).toBe(4);
  });

  test('recalls a key for 500 ms after it was accepted, and none that was refused', async () => {
    const { key, info } = await access.keys.issue({ plan: 'free' });
    const { authenticator } = access;
    expect(authenticator.recall(key)).toBeNull();
    await authenticator.authenticate(key);
    expect(authenticator.recall(`${key}x`)).toBeNull();
    clock.ms += 500;
    expect(authenticator.recall(key)?.keyId).toBe(info.id);
    clock.ms += 1;
    expect(authenticator.recall(key)).toBeNull();
    await access.keys.revoke(info.id);
    await authenticator.authenticate(key);
    expect(authenticator.recall(key)).toBeNull();
  });
});

describe('ApiKeyService', () => {
  test('issue, revoke and addCredits refuse what they cannot do', async () => {
    const reason = (name: string) => ({ failure: { reason: name } });
    await expect(access.keys.issue({ plan: 'gold' })).rejects.toMatchObject(reason('invalid_request'));
    await expect(access.keys.revoke('key_none')).rejects.toMatchObject(reason('not_found'));
    await expect(access.keys.addCredits('key_none', 1)).rejects.toMatchObject(reason('not_found'));
    const { info } = await access.keys.issue({ plan: 'free' });
    for (const amount of [0, -1, 1.5, Number.NaN, 2e9]) {
      await expect(access.keys.addCredits(info.id, amount)).rejects.toMatchObject(reason('invalid_request'));
    }
    expect(await access.keys.addCredits(info.id, 7)).toBe(7);
  });

  test('issue keeps no key whose credits could not be granted', async () => {
    const credits = { ...stores.credits, grant: () => Promise.reject(new Error('away')) };
    access = createAccess({ stores: { ...stores, credits }, now: () => clock.ms });
    await expect(access.keys.issue({ plan: 'free', credits: 5 })).rejects.toThrow('away');
    expect(await access.keys.list()).toEqual([]);
  });

  test('issueFirst makes one key on an empty store only', async () => {
    const first = await access.keys.issueFirst({ plan: 'growth' });
    expect((await access.authenticator.authenticate(first!.key))?.plan.name).toBe('growth');
    expect(await access.keys.issueFirst({ plan: 'growth' })).toBeNull();
  });
});

describe('RequestMeter', () => {
  test('admit holds the plan and says how long to wait', async () => {
    const caller = await callerOf('free');
    for (let i = 0; i < 10; i++) await ticketOf(caller);
    clock.ms += 500;
    expect(await access.meter.admit(caller)).toMatchObject({
      admitted: false,
      exceeded: 'minute',
      retryAfterMs: 59_500,
    });
  });

  test('giveBack frees both windows, settle leaves them', async () => {
    const caller = await callerOf('free');
    const ticket = await ticketOf(caller);
    await ticket.settle('empty_content');
    expect((await access.meter.usage(caller)).windows.minute.remaining).toBe(9);
    const windows = await ticket.giveBack('busy');
    expect([windows.minute.remaining, windows.hour.remaining]).toEqual([10, 100]);
  });

  test('windows are those of 100 ms ago or later; seen never looks into the store', async () => {
    const caller = await callerOf('free');
    expect(access.meter.seen(caller.keyId)).toBeNull();
    const first = await access.meter.windows(caller);
    clock.ms += 100;
    expect(access.meter.seen(caller.keyId)).toBe(first);
    expect(await access.meter.windows(caller)).toBe(first);
    clock.ms += 1;
    expect(access.meter.seen(caller.keyId)).toBeNull();
    const { windows } = await ticketOf(caller);
    expect(access.meter.seen(caller.keyId)).toBe(windows);
  });

  test('admit spends a credit past the hour, which only a success keeps', async () => {
    const caller = await callerOf('tiny', 2);
    await ticketOf(caller);
    await ticketOf(caller);
    expect((await access.meter.usage(caller)).credits).toBe(2);
    const [good, bad] = [await ticketOf(caller), await ticketOf(caller)];
    expect((await access.meter.usage(caller)).credits).toBe(0);
    await good.settle();
    await bad.settle('empty_content');
    await bad.settle('empty_content');
    expect((await access.meter.usage(caller)).credits).toBe(1);
  });

  test('admit never passes the minute by credits, and a refused call spends none', async () => {
    const caller = await callerOf('tiny', 9);
    for (let i = 0; i < 5; i++) await ticketOf(caller);
    expect(await access.meter.admit(caller)).toMatchObject({ admitted: false, exceeded: 'minute' });
    expect((await access.meter.usage(caller)).credits).toBe(6);
  });

  test('admit with credits refuses by the minute alone, where both windows are full', async () => {
    const caller = await callerOf('tiny', 4);
    for (let i = 0; i < 5; i++) await (await ticketOf(caller)).settle();
    const refused = { admitted: false, exceeded: 'minute', retryAfterMs: 60_000 };
    expect(await access.meter.admit(caller)).toMatchObject(refused);
    expect((await access.meter.usage(caller)).credits).toBe(1);
    clock.ms += 60_000;
    await ticketOf(caller);
    expect((await access.meter.usage(caller)).credits).toBe(0);
  });

  test('admit writes nothing in the ledger for a call that the minute refuses', async () => {
    const caller = await callerOf('tiny', 4);
    for (let i = 0; i < 5; i++) await (await ticketOf(caller)).settle();
    const entries = () => stores.credits.entries(caller.keyId, 0, 1000);
    const before = await entries();
    for (let i = 0; i < 50; i++) await access.meter.admit(caller);
    expect(await entries()).toEqual(before);
  });

  test('admit leaves the minute again where the last credit is spent meanwhile', async () => {
    const caller = await callerOf('tiny', 1);
    for (let i = 0; i < 2; i++) await ticketOf(caller);
    const both = await Promise.all([access.meter.admit(caller), access.meter.admit(caller)]);
    expect(both.map(({ admitted }) => admitted).sort()).toEqual([false, true]);
    const { windows, credits } = await access.meter.usage(caller);
    expect([windows.minute.remaining, credits]).toEqual([2, 0]);
  });

  test('giveBack is repeated until the store takes it', async () => {
    let isAway = true;
    const { giveBack } = stores.rateLimits;
    const rateLimits: Stores['rateLimits'] = {
      ...stores.rateLimits,
      giveBack: (...call) => (isAway ? Promise.reject(new Error('locked')) : giveBack(...call)),
    };
    access = createAccess({ stores: { ...stores, rateLimits }, now: () => clock.ms });
    const caller = await callerOf('free');
    const ticket = await ticketOf(caller);
    await expect(ticket.giveBack('busy')).rejects.toThrow('locked');
    isAway = false;
    await access.lease.start(() => undefined);
    expect((await access.meter.usage(caller)).windows.minute.remaining).toBe(10);
    await access.lease.end();
  });

  test('admit without credits refuses by the hour', async () => {
    const caller = await callerOf('tiny');
    await ticketOf(caller);
    await ticketOf(caller);
    expect(await access.meter.admit(caller)).toMatchObject({
      admitted: false,
      exceeded: 'hour',
      retryAfterMs: 3_600_000,
    });
  });
});

describe('LicenseService', () => {
  test('validate tells a valid, expired and revoked licence with usage, an unknown one nothing', async () => {
    const { key, info } = await access.licenses.issue({
      tier: 'pro',
      expiresAtMs: clock.ms + 1000,
      aiCalls: 3,
    });
    const full = {
      expires_at: '2026-11-21T00:00:01Z',
      tier: 'pro',
      ai_calls_used: 1,
      ai_calls_limit: 3,
    };
    const call = await access.aiQuota.reserve(info);
    await call.keep();
    await call.end();
    expect(await access.licenses.validate(key)).toEqual({ ...full, valid: true });
    clock.ms += 1000;
    expect(await access.licenses.validate(key)).toEqual({ ...full, valid: false });
    await access.licenses.revoke(info.id);
    expect(await access.licenses.validate(key)).toEqual({ ...full, valid: false });
    expect(await access.licenses.validate('pml_nothing')).toEqual({ valid: false });
  });

  test('validate takes the same store calls for known, unknown and malformed keys', async () => {
    const { key } = await access.licenses.issue({ tier: 'pro' });
    const calls: string[] = [];
    const traced = (room: 'licenses' | 'aiQuota') =>
      new Proxy(stores[room], {
        get: (target, name) => {
          calls.push(`${room}.${String(name)}`);
          const member: unknown = Reflect.get(target, name);
          return typeof member === 'function' ? member.bind(target) : member;
        },
      });
    const desk = createAccess({
      stores: { ...stores, licenses: traced('licenses'), aiQuota: traced('aiQuota') } as Stores,
      now: () => clock.ms,
    }).licenses;
    const runs: string[] = [];
    for (const text of [key, 'pml_00000000000000000000000000000000000000', '!']) {
      calls.length = 0;
      await desk.validate(text);
      runs.push(calls.join());
    }
    expect(new Set(runs).size).toBe(1);
  });

  test('authenticate throws unauthorized, license_expired and license_inactive', async () => {
    const expired = await access.licenses.issue({ tier: 'pro', expiresAtMs: clock.ms - 5 });
    const revoked = await access.licenses.issue({ tier: 'pro' });
    await access.licenses.revoke(revoked.info.id);
    const reasonOf = (key: string | undefined) =>
      access.licenses.authenticate(key).catch((thrown) => thrown.failure.reason);
    expect(await reasonOf(undefined)).toBe('unauthorized');
    expect(await reasonOf('pml_x')).toBe('unauthorized');
    expect(await reasonOf(expired.key)).toBe('license_expired');
    expect(await reasonOf(revoked.key)).toBe('license_inactive');
    const { key, info } = await access.licenses.issue({ tier: 'pro' });
    expect(await access.licenses.authenticate(key)).toEqual({ ...info, aiCallsLimit: 1000 });
  });

  test('admitValidation lets 30 per minute and client through', async () => {
    for (let i = 0; i < 30; i++) await access.licenses.admitValidation(`2001:db8::${i}`);
    await expect(access.licenses.admitValidation('2001:db8::ffff')).rejects.toMatchObject({
      failure: { reason: 'rate_limited', retryAfterMs: 60_000 },
    });
    await access.licenses.admitValidation('2001:db8:0:1::1');
    await access.licenses.admitValidation('192.0.2.1');
  });
});

test('clientOf is the IPv4 address or the IPv6 /64', () => {
  expect(clientOf('192.0.2.7')).toBe('192.0.2.7');
  expect(clientOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(clientOf('2001:DB8:0:0:1::5')).toBe('2001:db8:0:0::/64');
  expect(clientOf('2001:db8::5')).toBe('2001:db8:0:0::/64');
  expect(clientOf('::1')).toBe('0:0:0:0::/64');
  expect(clientOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});

describe('AiQuota', () => {
  test('reserve refuses the call past the month with the time it ends', async () => {
    const { info } = await access.licenses.issue({ tier: 'pro', aiCalls: 1 });
    const call = await access.aiQuota.reserve(info);
    await expect(access.aiQuota.reserve(info)).rejects.toMatchObject({
      failure: { reason: 'ai_quota_exceeded', resetAt: '2026-12-01T00:00:00Z' },
    });
    await call.end();
    await call.end();
    const second = await access.aiQuota.reserve(info);
    await second.keep();
    await second.end();
    await expect(access.aiQuota.reserve(info)).rejects.toMatchObject({
      failure: { reason: 'ai_quota_exceeded' },
    });
    clock.ms = Date.UTC(2026, 11, 1);
    expect((await access.aiQuota.reserve(info)).used).toBe(1);
  });
});

describe('ProcessLease', () => {
  test('end gives back what the process held', async () => {
    await access.lease.start(() => undefined);
    const { info } = await access.licenses.issue({ tier: 'pro', aiCalls: 5 });
    await access.aiQuota.reserve(info);
    const kept = await access.aiQuota.reserve(info);
    await kept.keep();
    await access.lease.end();
    expect((await stores.aiQuota.usage(info.id, '2026-11')).used).toBe(1);
  });

  test('start releases what a dead process held', async () => {
    const { info } = await access.licenses.issue({ tier: 'pro', aiCalls: 5 });
    await access.lease.start(() => undefined);
    await access.aiQuota.reserve(info);
    clock.ms += 15_000;
    const other = createAccess({ stores, now: () => clock.ms });
    await other.lease.start(() => undefined);
    expect((await stores.aiQuota.usage(info.id, '2026-11')).used).toBe(0);
    await other.lease.end();
    await access.lease.end();
  });
});
