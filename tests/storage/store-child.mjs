// A process of its own that works on shared stores until it is done or killed.
// usage: node store-child.mjs MODE SETTINGS COUNT      one line on stdout per committed step
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStores } from '../../build/storage/open-stores.js';

const [mode, settings, count] = process.argv.slice(2);
const stores = await openStores(JSON.parse(settings));
const say = (text) => writeSync(1, `${text}\n`);
const leaseId = `child-${process.pid}`;
await stores.leases.renew(leaseId, 300);
say('ready');

const modes = {
  /** Admits under a large plan, by its hour: no machine is so slow that it passes meanwhile. */
  admit: async () => {
    const decision = await stores.rateLimits.admit('shared', { perMinute: 100_000, perHour: 1500 });
    say(decision.admitted ? 'admitted' : 'refused');
  },
  /** One AI call: the line stands for the first chunk that a client sees. */
  ai: async () => {
    const call = await stores.aiQuota.reserve('lic', '2026-11', 1_000_000, leaseId, Date.now());
    if (!call.reserved) throw new Error('no call left');
    await stores.aiQuota.keep(call.reservationId, 'lic', '2026-11', 1_000_000);
    say('chunk');
    await stores.aiQuota.settle(call.reservationId);
  },
  /** One paid request: spent, served, settled. */
  credit: async (i) => {
    const ref = `${leaseId}-${i}`;
    if (!(await stores.credits.spend('key', ref, leaseId, Date.now()))) throw new Error('no credit left');
    await stores.credits.settle('key', ref);
    say('settled');
  },
};
for (let i = 0; i < Number(count); i++) {
  try {
    await modes[mode](i);
  } catch (thrown) {
    if (thrown?.failure?.reason !== 'store_unavailable') throw thrown;
    say('unavailable');
    await sleep(50);
  }
}
await stores.close();
