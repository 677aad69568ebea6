import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { loadAgent, postJson } from '../support/http-call.ts';
import { cleanEnv, runHere, runPagemark, temporaryFolder } from '../support/run-pagemark.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const { dir, remove } = temporaryFolder();
afterAll(remove);
const env = cleanEnv(dir);
/** A plan that no load uses up while a copy is made. */
const PLAN = { PAGEMARK_PLANS: '{"test":{"perMinute":50000,"perHour":50000}}' };
const PAGE = JSON.stringify({
  url: 'https://example.com/',
  html: '<title>T</title><main><p>Text of the page.</p></main>',
});

interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly rows: Readonly<Record<string, number>>;
}

describe('pagemark backup', () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await startTestService({ PAGEMARK_DATABASE_URL: env.PAGEMARK_DATABASE_URL!, ...PLAN });
    key = (await service.access.keys.issue({ plan: 'test', credits: 5000 })).key;
    await service.access.licenses.issue({ tier: 'pro' });
  });
  afterAll(() => service?.close());

  test('copies the database of a service under load as it was at one moment; restored, it goes on from there', async () => {
    const agent = loadAgent();
    let [answered, isRunning] = [0, true];
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isRunning) {
          const { status } = await postJson(
            agent,
            `${service.url}/v1/convert`,
            { authorization: `Bearer ${key}` },
            PAGE,
          );
          if (status === 200) answered++;
        }
      }),
    );
    await expect.poll(() => answered).toBeGreaterThan(5);
    const before = answered;
    const target = path.join(dir, 'backup.db');
    const run = await runPagemark(['backup', target, '--json'], env);
    isRunning = false;
    await load;
    agent.destroy();
    expect(run).toMatchObject({ code: 0, err: '' });
    const { file, bytes, rows } = JSON.parse(run.out) as Backup;
    expect({ file, bytes }).toEqual({ file: target, bytes: statSync(target).size });
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(rows).toMatchObject({ api_key: 1, license: 1 });
    // Those that were answered before it began are in it, and none that were not asked yet.
    expect(rows.rate_admission).toBeGreaterThanOrEqual(before);
    expect(rows.rate_admission).toBeLessThanOrEqual(answered + 4);

    const restored = path.join(dir, 'restored', 'pagemark.db');
    mkdirSync(path.dirname(restored));
    copyFileSync(target, restored);
    const other = await startTestService({ PAGEMARK_DATABASE_URL: `file:${restored}`, ...PLAN });
    const fresh = loadAgent();
    const usage = await fetch(`${other.url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
    expect(usage.status).toBe(200);
    const answer = await postJson(fresh, `${other.url}/v1/convert`, { authorization: `Bearer ${key}` }, PAGE);
    fresh.destroy();
    expect(answer.status).toBe(200);
    await other.close();
  });

  test('refuses a place where something is, and leaves that alone', async () => {
    const target = path.join(dir, 'taken.db');
    writeFileSync(target, 'mine');
    const { code, err } = await runHere(['backup', target], env);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('Name a new file') });
    expect(statSync(target).size).toBe(4);
  });

  test.each([
    ['file:/nowhere/pagemark.db', 'there is no file "/nowhere/pagemark.db"'],
    ['memory:', 'it is "memory:"'],
    ['postgres://u@127.0.0.1/d', 'Use pg_dump --format=custom'],
  ])('%s: says what to do, and makes no file', async (url, says) => {
    const target = path.join(dir, 'none.db');
    const { code, err } = await runHere(
      ['backup', target],
      cleanEnv(dir, { PAGEMARK_DATABASE_URL: url, PAGEMARK_REDIS_URL: 'redis://127.0.0.1:1' }),
    );
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(says) });
    expect(existsSync(target)).toBe(false);
  });

  test('a damaged database is told, and no copy is left', async () => {
    const damaged = path.join(dir, 'damaged.db');
    writeFileSync(damaged, Buffer.alloc(20_000, 0xa5));
    const target = path.join(dir, 'copy-of-damaged.db');
    const { code } = await runHere(
      ['backup', target],
      cleanEnv(dir, { PAGEMARK_DATABASE_URL: `file:${damaged}` }),
    );
    expect(code).toBe(1);
    expect(existsSync(target)).toBe(false);
  });
});

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

  test('an export that fails leaves no file that the next one would be refused for', async () => {
    const from = envOf('torn');
    await runHere(['keys', 'create', '--plan', 'free'], from);
    const store = new Libsql(path.join(dir, 'torn', 'pagemark.db'));
    store.exec('ALTER TABLE license RENAME TO hidden');
    const file = path.join(dir, 'torn.jsonl');
    expect((await runHere(['export', file], from)).code).toBe(EXIT.internal);
    expect(existsSync(file)).toBe(false);
    store.exec('ALTER TABLE hidden RENAME TO license');
    store.close();
    expect((await runHere(['export', file], from)).code).toBe(0);
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
    expect(told).toMatchObject({ code: 0, err: expect.not.stringContaining('PAGEMARK_PLANS') });
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
