import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/open-from-config.ts';
import { cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
const env = cleanEnv(dir);
const LIMITS = { perMinute: 100, perHour: 1000 };
const NOTHING = { cpuUs: 0, bytesIn: 0, bytesOut: 0, credits: 0, inputTokens: 0, outputTokens: 0 };
let key: { id: string };
let license: { id: string };
let month = '';
let day = '';

const json = async (...args: string[]) => JSON.parse((await runHere([...args, '--json'], env)).out);

beforeAll(async () => {
  key = await json('keys', 'create', '--plan', 'free', '--name', 'a "b", c', '--account', 'acme');
  license = await json('licenses', 'create', '--tier', 'pro');
  await json('keys', 'create', '--plan', 'free', '--name', 'idle');
  const stores = await openStores(loadConfig(env));
  for (let i = 0; i < 5; i++)
    await stores.rateLimits.admit('account:acme', LIMITS, { keyId: key.id, monthlyQuota: null });
  const outcomes = { ok: 3, paywall: 1, busy: 4, quota_exceeded: 2 };
  await stores.usage.add('a', [
    { keyId: key.id, outcomes, ...NOTHING, cpuUs: 2600, bytesIn: 10, bytesOut: 20, credits: 1 },
    { keyId: license.id, outcomes: { ok: 1 }, ...NOTHING, inputTokens: 7, outputTokens: 8 },
  ]);
  const call = await stores.aiQuota.reserve(license.id, '2026-11', 9, 'lease', 1);
  if (!call.reserved) throw new Error('expected a reservation');
  await stores.aiQuota.keep(call.reservationId, license.id, '2026-11', 9);
  day = new Date((await stores.usage.today()) * 86_400_000).toISOString().slice(0, 10);
  month = day.slice(0, 7);
  await stores.close();
});
afterAll(remove);

/** Of the key, in the order of the columns. */
const FIGURES = ['5', '3', '1', '6', '3', '10', '20', '1', '0', '0', '0'];

describe('pagemark usage', () => {
  test('usage shows a month by key and licence as a table, the current one by itself', async () => {
    const { code, out } = await runHere(['usage'], env);
    const [head = '', ...rows] = out.trim().split('\n');
    expect(head.split(/ {2,}/)).toEqual([
      'id',
      'name',
      'plan',
      'calls',
      'ok',
      'failed',
      'refused',
      'cpu_ms',
      'ai_calls',
    ]);
    expect(rows.find((row) => row.includes(key.id))).toMatch(/ free +5 +3 +1 +6 +3$/);
    expect(rows.find((row) => row.includes(license.id))).toMatch(/ pro +1 +0 +0 +0 +1$/);
    expect(code).toBe(0);
    expect((await runHere(['usage', '--month', '2001-01'], env)).out).toBe('No calls in 2001-01.\n');
    expect(await json('usage', '--month', month)).toMatchObject([
      { id: key.id, calls: 5 },
      { id: license.id },
    ]);
  });

  test('keys usage shows the days of a key, as a table and as JSON', async () => {
    const { out } = await runHere(['keys', 'usage', key.id], env);
    expect(out.trim().split('\n').at(-1)!.split(/ +/)).toEqual([day, ...FIGURES]);
    expect(await json('keys', 'usage', key.id, '--days', '1')).toEqual([
      {
        day,
        calls: 5,
        ok: 3,
        failed: 1,
        refused: 6,
        outcomes: { busy: 4, ok: 3, paywall: 1, quota_exceeded: 2 },
        cpu_ms: 3,
        bytes_in: 10,
        bytes_out: 20,
        credits: 1,
        ai_calls: 0,
        input_tokens: 0,
        output_tokens: 0,
      },
    ]);
    expect(await json('keys', 'usage', license.id)).toMatchObject([
      { calls: 0, ai_calls: 1, input_tokens: 7 },
    ]);
    const unknown = await runHere(['keys', 'usage', 'key_nobody'], env);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('"key_nobody"') });
  });

  test('keys list --usage adds this month, with the keys that nobody used', async () => {
    const listed = await json('keys', 'list', '--usage');
    expect(listed.map(({ usage }: { usage: { calls: number } }) => usage.calls)).toEqual([5, 0]);
    expect(listed[0]).toMatchObject({ account: 'acme', monthly_quota: null });
    const { out } = await runHere(['keys', 'list', '--usage'], env);
    expect(out).toMatch(/^id +name +plan +account +state .* calls +ok +failed/);
  });

  test('usage export writes CSV by RFC 4180, JSON lines, or one document', async () => {
    const command = ['usage', 'export', '--month', month];
    const csv = (await runHere(command, env)).out.trim().split('\n');
    expect(csv[0]).toBe(
      'month,id,kind,name,plan,account,calls,ok,failed,refused,cpu_ms,bytes_in,bytes_out,credits,ai_calls,input_tokens,output_tokens',
    );
    expect(csv[1]).toBe(`${month},${key.id},api_key,"a ""b"", c",free,acme,${FIGURES.join(',')}`);
    expect(csv[2]).toBe(`${month},${license.id},license,,pro,,0,1,0,0,0,0,0,0,1,7,8`);
    const lines = (await runHere([...command, '--format', 'jsonl'], env)).out.trim().split('\n');
    const document = await json(...command);
    expect(lines.map((line) => JSON.parse(line))).toEqual(document);
    expect(document[0]).toMatchObject({ month, id: key.id, calls: 5, outcomes: { paywall: 1 } });
    expect(await json('usage', 'export', '--month', '2001-01')).toEqual([]);
    expect((await runHere(['usage', 'export', '--month', '2026-13'], env)).code).toBe(2);
  });

  test('keys quota sets and lifts a quota; revoke --forget removes the totals', async () => {
    const { id } = await json('keys', 'create', '--plan', 'free', '--monthly-quota', '7');
    expect((await json('keys', 'quota', id, '9')).monthly_quota).toBe(9);
    expect((await json('keys', 'quota', id, 'none')).monthly_quota).toBeNull();
    expect((await runHere(['keys', 'quota', id, '3'], env)).out).toBe(`${id} now has 3 calls a month.\n`);
    expect((await runHere(['keys', 'quota', 'key_nobody', '3'], env)).code).toBe(2);
    expect((await runHere(['keys', 'create', '--plan', 'free', '--account', '-'], env)).code).toBe(2);
    expect(await json('keys', 'revoke', key.id, '--forget')).toMatchObject({ state: 'revoked' });
    expect(await json('keys', 'usage', key.id)).toEqual([]);
    expect(await json('keys', 'usage', license.id)).toHaveLength(1);
  });
});
