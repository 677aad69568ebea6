#!/usr/bin/env node
import { openStores } from '../build/storage/open-stores.js';
// What one PostgreSQL and one Redis carry: calls per second of the stores as the service makes them.
//   node bench/engines.mjs --postgres postgres://… --redis redis://… [--seconds 5]
// Use servers of their own: keys and rows are left behind. Needs a built package.
import { option } from './options.mjs';

const seconds = Number(option('seconds', '5'));
const LANES = 64;
const KEYS = 500;
const PLAN = { perMinute: 1_000_000, perHour: 1_000_000 };
const stores = await openStores({
  storage: { kind: 'postgres' },
  postgresUrl: option('postgres'),
  redisUrl: option('redis'),
});
await stores.ping();
const run = `bench-${process.pid}-${Math.round(performance.timeOrigin)}`;
await stores.leases.renew(run, 600_000);
for (let i = 0; i < KEYS; i++) await stores.credits.grant(`${run}-${i}`, 1_000_000, 'grant', 1);

const rows = {
  'Redis: one admission, both windows': (i) => stores.rateLimits.admit(`${run}-${i % KEYS}`, PLAN),
  'PostgreSQL: one key looked up': (i) => stores.apiKeys.find(`key_${i % KEYS}`),
  'PostgreSQL: one credit spent and settled': async (i) => {
    const key = `${run}-${i % KEYS}`;
    await stores.credits.spend(key, `${i}`, run, 1);
    await stores.credits.settle(key, `${i}`);
  },
  'PostgreSQL: one AI call reserved, kept, settled': async (i) => {
    const call = await stores.aiQuota.reserve(`${run}-${i % KEYS}`, '2026-11', 1_000_000, run, 1);
    await stores.aiQuota.keep(call.reservationId, `${run}-${i % KEYS}`, '2026-11', 1_000_000);
    await stores.aiQuota.settle(call.reservationId);
  },
};
for (const [name, work] of Object.entries(rows)) {
  let done = 0;
  const until = performance.now() + seconds * 1000;
  const cpu = process.cpuUsage();
  const lane = async () => {
    while (performance.now() < until) await work(done++);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${name.padEnd(48)} ${(done / seconds).toFixed(0).padStart(7)} /s   ${((user + system) / done).toFixed(0).padStart(5)} µs CPU of the client`,
  );
}
await stores.close();
