import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { cleanEnv, runHere, temporaryFolder } from '../support/run-pagemark.ts';

const { dir, remove } = temporaryFolder();
afterAll(remove);

const envOf = (name: string) =>
  cleanEnv(dir, { PAGEMARK_DATABASE_URL: `file:${path.join(dir, name, 'pagemark.db')}` });

describe('pagemark export and import', () => {
  test('carry keys, licences and credits to another store, with equal counts and digest', async () => {
    const from = envOf('from');
    const create = ['keys', 'create', '--plan', 'free', '--credits', '5', '--json'];
    const made = JSON.parse((await runHere(create, from)).out);
    await runHere(['licenses', 'create', '--tier', 'pro', '--json'], from);
    const file = path.join(dir, 'all.jsonl');
    const exported = await runHere(['export', file, '--json'], from);
    expect(exported.code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(made.key);

    const to = envOf('to');
    expect(await runHere(['migrate'], to)).toMatchObject({ code: 0, out: 'The store is up to date.\n' });
    const imported = await runHere(['import', file, '--json'], to);
    expect(imported).toMatchObject({ code: 0, out: exported.out });
    expect(JSON.parse(imported.out).counts).toEqual({
      api_key: 1,
      license: 1,
      credit_entry: 1,
      ai_usage: 0,
      usage_day: 0,
    });
    expect(JSON.parse((await runHere(['keys', 'list', '--json'], to)).out)).toMatchObject([{ id: made.id }]);

    expect(await runHere(['import', file], to)).toMatchObject({ code: 2 });
    expect(await runHere(['export', file], to)).toMatchObject({ code: 2 });
    expect((await runHere(['export', '-'], to)).out).toBe(readFileSync(file, 'utf8'));
  });

  test('import and doctor tell of keys whose plan is not set up', async () => {
    const plans = { PAGEMARK_PLANS: '{"team":{"perMinute":30,"perHour":300}}', PAGEMARK_BROWSER: 'off' };
    const from = envOf('planned');
    await runHere(['keys', 'create', '--plan', 'team'], { ...from, ...plans });
    await runHere(['keys', 'create', '--plan', 'pro'], { ...from, ...plans });
    const file = path.join(dir, 'planned.jsonl');
    await runHere(['export', file], from);
    const warning =
      'Add the plan "team" to PAGEMARK_PLANS: 1 of the keys has it, and is limited as one of "free".';
    const imported = await runHere(['import', file], envOf('unplanned'));
    expect(imported).toMatchObject({ code: 0, err: expect.stringContaining(warning) });
    expect((await runHere(['doctor'], envOf('unplanned'))).out).toContain(warning);
    const told = await runHere(['import', file], { ...envOf('set-up'), ...plans });
    expect(told).toMatchObject({ code: 0, err: '' });
  });

  test('import refuses a file that is missing or cut off', async () => {
    const env = envOf('none');
    const cut = path.join(dir, 'cut.jsonl');
    writeFileSync(cut, '{"type":"pagemark-export","version":1}\n');
    for (const file of [cut, path.join(dir, 'missing.jsonl')]) {
      const { code, err } = await runHere(['import', file], env);
      expect([code, err]).toEqual([2, expect.stringContaining('invalid_request')]);
    }
    expect((await runHere(['keys', 'list', '--json'], env)).out).toBe('[]\n');
  });
});
