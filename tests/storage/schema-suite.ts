import { describe, expect, test } from 'vitest';
import type { Stores } from '../../src/storage/ports.ts';
import { ROWS_AT_STEP_1 } from './schema-at-step-1.ts';

/** An engine with a database at the first step of the schema, empty. */
export interface SchemaGround {
  /** Opens the stores of this version, and brings the schema up to date. */
  open(): Promise<Stores>;
  run(sql: string): Promise<void>;
  /** The first column of the first row. */
  value(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

/** How the suite gets at an engine. */
export interface SchemaAdapter {
  readonly name: string;
  prepare(): Promise<SchemaGround>;
  /** What a version that knows one step looks at when it starts: it works when this gives 1. */
  readonly versionSql: string;
  /** Sets the last step that a version must know. */
  readonly oldestSql: (step: number) => string;
}

const HASH = 'c'.repeat(64);
const LIMITS = { perMinute: 10, perHour: 100 };

/** What the second step of the schema, and the rule for the next ones, promise on every engine (decision 116). */
export function schemaSuite({ name, prepare, versionSql, oldestSql }: SchemaAdapter): void {
  /** Runs a test on a database that holds what a version of one step wrote. */
  const onOld = async (work: (ground: SchemaGround) => Promise<void>) => {
    const ground = await prepare();
    try {
      await ground.run(ROWS_AT_STEP_1);
      await work(ground);
    } finally {
      await ground.close();
    }
  };

  describe(`schema of ${name}`, () => {
    test('at step 1 goes to the last one with all its rows, and works on', () =>
      onOld(async (ground) => {
        const stores = await ground.open();
        expect(await stores.apiKeys.findByHash('a'.repeat(64))).toMatchObject({
          id: 'key_old',
          plan: 'free',
          account: null,
          monthlyQuota: null,
        });
        expect(await stores.credits.balance('key_old')).toBe(4);
        await stores.credits.giveBack('key_old', 'r', 3);
        expect(await stores.credits.balance('key_old')).toBe(5);
        expect((await stores.aiQuota.usage('lic_old', '2026-11')).used).toBe(3);
        await stores.rateLimits.admit('key_old', LIMITS, { keyId: 'key_old', monthlyQuota: 1 });
        const today = await stores.usage.today();
        expect(await stores.usage.daily('key_old', today, today)).toMatchObject([{ calls: 1 }]);
        await stores.close();
        expect(Number(await ground.value('SELECT max(number) FROM schema_step'))).toBe(5);
      }));

    test('at step 4 with jobs has their bytes in all when it goes to step 5', () =>
      onOld(async (ground) => {
        const stores = await ground.open();
        await stores.ping();
        await stores.close();
        await ground.run(`
          DROP TABLE job_total; DROP INDEX job_expiry; DELETE FROM schema_step WHERE number = 5;
          INSERT INTO job (id, key_id, subject, kind, status, total, done, failed, left_out, bytes, last_seq, started_at_ms,
              expires_at_ms, runner, runner_until_ms, deaths, note)
            VALUES ('a', 'k', 'k', 'batch', 'scraping', 1, 0, 0, 0, 70000, 0, 0, 0, '', 0, 0, ''),
              ('b', 'k', 'k', 'batch', 'scraping', 1, 0, 0, 0, 5, 0, 0, 0, '', 0, 0, '');`);
        const again = await ground.open();
        await again.ping();
        expect(Number(await ground.value('SELECT bytes FROM job_total'))).toBe(70_005);
        await again.close();
      }));

    test('at step 2 lets a version that knows step 1 start and go on with all it writes', () =>
      onOld(async (ground) => {
        const stores = await ground.open();
        await stores.ping();
        expect(Number(await ground.value(versionSql))).toBe(1);
        await ground.run(`
          INSERT INTO api_key (id, hash, hint, name, plan, created_at_ms, expires_at_ms, revoked_at_ms)
            VALUES ('key_new', '${HASH}', 'pmk_', '', 'growth', 6, NULL, NULL);
          UPDATE api_key SET revoked_at_ms = coalesce(revoked_at_ms, 9) WHERE id = 'key_old';
          INSERT INTO ai_reservation (id, license_id, period, kept, lease_id, at_ms)
            VALUES ('kept', 'lic_old', '2026-11', '0', 'lease', 1), ('open', 'lic_old', '2026-11', '0', 'lease', 1);
          UPDATE ai_reservation SET kept = '1' WHERE id = 'kept';
          DELETE FROM credit_hold WHERE key_id = 'key_old' AND ref = 'r';`);
        expect(await stores.apiKeys.findByHash(HASH)).toMatchObject({ account: null, monthlyQuota: null });
        expect((await stores.apiKeys.find('key_old'))?.revokedAtMs).toBe(9);
        // What the earlier version holds is settled by this one when its lease has run out.
        await stores.leases.reap(10);
        expect((await stores.aiQuota.usage('lic_old', '2026-11')).used).toBe(4);
        expect(await stores.credits.balance('key_old')).toBe(4);
        await stores.close();
      }));

    test('of a later version: this one starts where a step only added, else it says what to start', () =>
      onOld(async (ground) => {
        const first = await ground.open();
        await first.ping();
        await first.close();
        await ground.run(
          "INSERT INTO schema_step (number, name) VALUES (6, 'adds'); ALTER TABLE api_key ADD COLUMN later text",
        );
        const beside = await ground.open();
        expect((await beside.apiKeys.find('key_old'))?.name).toBe('old');
        await beside.close();
        expect(Number(await ground.value('SELECT max(number) FROM schema_step'))).toBe(6);
        await ground.run(oldestSql(6));
        const late = ground.open().then(async (stores) => {
          await stores.apiKeys.list().finally(() => stores.close());
        });
        await expect(late).rejects.toThrow(
          'Start a newer pagemark: this database needs one that knows step "6" of its schema, and this version knows those up to "5".',
        );
      }));
  });
}
