import type { LeaseStore, Stores } from '../ports.ts';
import { monotonicClock, type StoreClock } from '../store-clock.ts';
import { MemoryAiQuota } from './ai-quota.ts';
import { MemoryCredits } from './credits.ts';
import { MemoryRateLimits } from './rate-limits.ts';
import { MemoryApiKeys, MemoryLicenses } from './records.ts';

/** Stores that live and die with this process (`PAGEMARK_DATABASE_URL=memory:`). */
export function openMemoryStores(options: { readonly clock?: StoreClock } = {}): Stores {
  const clock = options.clock ?? monotonicClock;
  const rateLimits = new MemoryRateLimits(clock);
  const credits = new MemoryCredits();
  const aiQuota = new MemoryAiQuota();
  return {
    apiKeys: new MemoryApiKeys(),
    licenses: new MemoryLicenses(),
    rateLimits,
    credits,
    aiQuota,
    leases: memoryLeases(clock, credits, aiQuota),
    warnings: async () => [],
    ping: async () => undefined,
    sweep: async () => rateLimits.sweep(),
    close: async () => undefined,
  };
}

function memoryLeases(clock: StoreClock, credits: MemoryCredits, aiQuota: MemoryAiQuota): LeaseStore {
  const until = new Map<string, number>();
  const release = async (isDead: (leaseId: string) => boolean, atMs: number) =>
    (await aiQuota.releaseLeases(isDead)) + (await credits.releaseLeases(isDead, atMs));
  return {
    renew: async (leaseId, ttlMs) => {
      until.set(leaseId, clock.nowMs() + ttlMs);
    },
    end: async (leaseId, atMs) => {
      until.delete(leaseId);
      await release((id) => id === leaseId, atMs);
    },
    reap: async (atMs) => {
      for (const [id, untilMs] of until) if (untilMs <= clock.nowMs()) until.delete(id);
      return release((id) => !until.has(id), atMs);
    },
  };
}
