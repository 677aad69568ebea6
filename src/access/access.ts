import type { PlanLimits } from '../contract/plans.ts';
import type { Stores } from '../storage/ports.ts';
import { createAdminGate } from './admin-gate.ts';
import { createAiQuota } from './ai-quota.ts';
import { createApiKeyService } from './api-key-service.ts';
import { createAuthenticator } from './authenticator.ts';
import { createLicenseService } from './license-service.ts';
import { createPlanTable } from './plans.ts';
import { createProcessLease } from './process-lease.ts';
import { createRequestMeter } from './request-meter.ts';
import { UsageRecorder } from './usage-recorder.ts';
import { createUsageReports } from './usage-reports.ts';

/** Who may do how much: everything the protocols need of it. */
export type Access = ReturnType<typeof createAccess>;

/**
 * Puts the services of this room together. `plans` adds to the contract's; `now` is the wall clock, `clock` a monotonic
 * one, both in milliseconds. `usage` may know of calls before there are stores.
 */
export function createAccess(options: {
  readonly stores: Stores;
  readonly plans?: Readonly<Record<string, PlanLimits>>;
  readonly now?: () => number;
  readonly clock?: () => number;
  readonly usage?: UsageRecorder;
  readonly adminToken?: string | null;
  /** AI calls of one licence under way; any number unless given. */
  readonly aiConcurrency?: number;
}) {
  const { stores, now = Date.now, clock = () => performance.now(), usage = new UsageRecorder() } = options;
  const { adminToken = null, aiConcurrency = Number.POSITIVE_INFINITY } = options;
  const plans = createPlanTable(options.plans ?? {});
  const lease = createProcessLease(stores.leases, now);
  usage.writeTo(stores.usage);
  return {
    plans,
    keys: createApiKeyService(stores, plans, now),
    authenticator: createAuthenticator(stores.apiKeys, plans, now, clock),
    meter: createRequestMeter(stores, { lease, usage, now, clock }),
    licenses: createLicenseService(stores, now),
    aiQuota: createAiQuota(stores.aiQuota, lease, now, aiConcurrency),
    lease,
    usage,
    reports: createUsageReports(stores),
    /** Null without an admin token. */
    admin: adminToken === null ? null : createAdminGate(adminToken, stores, now),
    /** Takes the lease and writes totals from now on, before serving. `onFault` hears of a store that is away. */
    async start(onFault: (cause: unknown) => void): Promise<void> {
      await lease.start(onFault);
      usage.start(onFault);
    },
    /** Gives both up, after the last call. */
    end: (): Promise<void> => usage.end().finally(() => lease.end()),
  };
}
