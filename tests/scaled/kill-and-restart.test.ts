import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aiPeriod } from '../../src/access/ai-quota.ts';
import type { CreditEntry } from '../../src/storage/ports.ts';
import { callUntil, expectBetween } from '../support/call-load.ts';
import { type Engines, type Fleet, hasEngines, startEngines, startFleet } from '../support/fleet.ts';
import { isFull } from '../support/full-form.ts';
import { loadAgent } from '../support/http-call.ts';
import { leftOut } from '../support/left-out.ts';
import { admissionTimes } from './redis-log.ts';

/** `PAGEMARK_FULL=1` runs the sizes of the promise. */
const KILLS = isFull ? 100 : 2;
const ROLLS = isFull ? 20 : 1;
const PROCESSES = isFull ? 3 : 2;
/** Processes that a roll replaces. */
const ROLLED = isFull ? PROCESSES : 1;
const PLANS = {
  wide: { perMinute: 1_000_000, perHour: 1_000_000 },
  /** After one call of the hour every call is paid by a credit. */
  paid: { perMinute: 1_000_000, perHour: 1 },
};
const CREDITS = 1_000_000;
/** Between two calls of a client; the short form leaves a core for other suites. */
const PAUSE_MS = isFull ? 0 : 100;
/** Longer than the lease of a killed process, in milliseconds. */
const LEASE_MS = 16_000;
const PAGE = {
  url: 'https://example.com/',
  html: `<title>Bridges</title><main><h1>Bridges</h1>${'<p>The bridge carries people over the river every day of the year.</p>'.repeat(4)}</main>`,
};

if (!hasEngines()) {
  leftOut('kill and restart of processes', 'apt-get install postgresql redis-server');
  test.skip('kill and restart of processes need PostgreSQL and Redis', () => undefined);
} else {
  describe('processes under load', () => {
    let engines: Engines;
    let fleet: Fleet;
    const agent = loadAgent();

    beforeAll(async () => {
      engines = await startEngines();
      fleet = await startFleet(engines, PROCESSES, { plans: PLANS });
    });
    afterAll(async () => {
      agent.destroy();
      await fleet?.close();
      await engines?.close();
    });

    const callOn = (
      stop: AbortSignal,
      lanes: number,
      path: string,
      headers: Record<string, string>,
      body: unknown,
    ) =>
      callUntil(stop, () => `${fleet.nextUrl()}${path}`, { agent, lanes, headers, body, pauseMs: PAUSE_MS });

    test(`rolling restart of ${ROLLED} of ${PROCESSES} processes ${ROLLS} times: no accepted request fails`, {
      timeout: 3_600_000,
    }, async () => {
      const stop = new AbortController();
      const { key, info } = await fleet.access.keys.issue({ plan: 'wide' });
      const load = callOn(stop.signal, 8, '/v1/convert', { authorization: `Bearer ${key}` }, PAGE);
      for (let roll = 0; roll < ROLLS; roll++) {
        for (let i = 0; i < ROLLED; i++) expect(await fleet.replace(i, 'SIGTERM')).toBe(0);
      }
      stop.abort();
      const seen = await load;
      expect(seen.done).toBeGreaterThan(ROLLS * 10);
      // Accepted is what was counted: each of them was answered.
      expect((await admissionTimes(engines.redis.url, info.id)).length).toBe(seen.done);
      if (isFull) console.log(JSON.stringify({ rolls: ROLLS, ...seen }));
    });

    // The last one: it ends the processes.
    test(`kill -9 of random processes ${KILLS} times: no usage, credit or AI call is lost or doubled`, {
      timeout: 3_600_000,
    }, async () => {
      const stop = new AbortController();
      const wide = await fleet.access.keys.issue({ plan: 'wide' });
      const paid = await fleet.access.keys.issue({ plan: 'paid', credits: CREDITS });
      const license = await fleet.access.licenses.issue({ tier: 'pro', aiCalls: 1_000_000 });
      const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
      const period = aiPeriod(Date.now());
      const load = Promise.all([
        callOn(stop.signal, 4, '/v1/convert', bearer(wide.key), PAGE),
        callOn(stop.signal, 4, '/v1/convert', bearer(paid.key), PAGE),
        callOn(
          stop.signal,
          4,
          '/v1/ai',
          { 'x-license-key': license.key },
          { markdown: '# Bridges\n\nThe bridge carries people. It was built in 1901.' },
        ),
      ]);
      for (let i = 0; i < KILLS; i++) {
        await sleep(Math.random() * 400);
        const victim = Math.floor(Math.random() * PROCESSES);
        if (i < KILLS - 1) expect(await fleet.replace(victim, 'SIGKILL')).toBe('SIGKILL');
        else expect(await fleet.processes.splice(victim, 1)[0]!.end('SIGKILL')).toBe('SIGKILL');
      }
      stop.abort();
      const [usage, credits, ai] = await load;
      // Those that run give their leases up; those of the killed are made as old as if their time had passed.
      for (const one of fleet.processes) expect(await one.end('SIGTERM')).toBe(0);
      const admin = new pg.Client({ connectionString: engines.postgres.url });
      await admin.connect();
      await admin.query('UPDATE lease SET until_ms = until_ms - $1', [LEASE_MS]);
      await admin.end();
      await fleet.stores.leases.reap(Date.now());

      for (const { done } of [usage, credits, ai]) expect(done).toBeGreaterThan(KILLS);
      const counted = (await admissionTimes(engines.redis.url, wide.info.id)).length;
      expectBetween(counted, usage.done, usage.done + usage.cut);
      const spent = CREDITS - (await fleet.stores.credits.balance(paid.info.id)) + 1;
      expectBetween(spent, credits.done, credits.done + credits.cut);
      await expectSoundLedger(fleet, paid.info.id);
      const { used } = await fleet.stores.aiQuota.usage(license.info.id, period);
      expectBetween(used, ai.done, ai.done + ai.cut);
      // The totals are those of the windows: the same calls, once each, whoever of the killed had counted them.
      const today = await fleet.stores.usage.today();
      const totals = new Map(
        (await fleet.stores.usage.totals(today - 1, today)).map((total) => [total.keyId, total.calls]),
      );
      expect(totals.get(wide.info.id)).toBe(counted);
      expectBetween(totals.get(paid.info.id) ?? 0, credits.done, credits.done + credits.cut);
      expectBetween(totals.get(license.info.id) ?? 0, ai.done, ai.done + ai.cut);
      if (isFull) console.log(JSON.stringify({ kills: KILLS, usage, counted, credits, spent, ai, used }));
    });
  });
}

/** Numbered without gap, each balance the sum so far, each cause once, nothing returned that was not spent. */
async function expectSoundLedger(fleet: Fleet, keyId: string): Promise<void> {
  const rows: CreditEntry[] = [];
  for (;;) {
    const more = await fleet.stores.credits.entries(keyId, rows.length, 1000);
    if (more.length === 0) break;
    rows.push(...more);
  }
  let balance = 0;
  const causes = new Set<string>();
  rows.forEach((row, i) => {
    balance += row.delta;
    if (row.seq !== i + 1 || row.balance !== balance) throw new Error(`row ${i + 1} of the ledger is wrong`);
    if (causes.has(`${row.kind} ${row.ref}`)) throw new Error(`${row.kind} ${row.ref} was written twice`);
    if (row.kind === 'give_back' && !causes.has(`spend ${row.ref}`))
      throw new Error(`${row.ref} came from nowhere`);
    causes.add(`${row.kind} ${row.ref}`);
  });
  expect(rows.length).toBeGreaterThan(1);
}
