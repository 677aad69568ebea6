import type { PlanLimits } from '../contract/plans.ts';
import type { Stores } from '../storage/ports.ts';
import { AdminGate } from './admin-gate.ts';
import { AiQuota } from './ai-quota.ts';
import { ApiKeyService } from './api-key-service.ts';
import { Authenticator } from './authenticator.ts';
import { LicenseService } from './license-service.ts';
import { createPlanTable, type PlanTable } from './plans.ts';
import { ProcessLease } from './process-lease.ts';
import { RequestMeter } from './request-meter.ts';
import { UsageRecorder } from './usage-recorder.ts';
import { UsageReports } from './usage-reports.ts';

/** Who may do how much: everything the protocols need of it. */
export interface Access {
  readonly plans: PlanTable;
  readonly keys: ApiKeyService;
  readonly authenticator: Authenticator;
  readonly meter: RequestMeter;
  readonly licenses: LicenseService;
  readonly aiQuota: AiQuota;
  readonly lease: ProcessLease;
  readonly usage: UsageRecorder;
  readonly reports: UsageReports;
  /** Null without an admin token. */
  readonly admin: AdminGate | null;
  /** Takes the lease and writes totals from now on, before serving. `onFault` hears of a store that is away. */
  start(onFault: (cause: unknown) => void): Promise<void>;
  /** Gives both up, after the last call. */
  end(): Promise<void>;
}

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
}): Access {
  const { stores, now = Date.now, clock = () => performance.now(), usage = new UsageRecorder() } = options;
  const { adminToken = null } = options;
  const plans = createPlanTable(options.plans ?? {});
  const lease = new ProcessLease(stores.leases, now);
  usage.writeTo(stores.usage);
  return {
    plans,
    keys: new ApiKeyService(stores, plans, now),
    authenticator: new Authenticator(stores.apiKeys, plans, now, clock),
    meter: new RequestMeter(stores, { lease, usage, now, clock }),
    licenses: new LicenseService(stores, now),
    aiQuota: new AiQuota(stores.aiQuota, lease, now),
    lease,
    usage,
    reports: new UsageReports(stores),
    admin: adminToken === null ? null : new AdminGate(adminToken, stores.rateLimits, now),
    async start(onFault) {
      await lease.start(onFault);
      usage.start(onFault);
    },
    async end() {
      await usage.end().finally(() => lease.end());
    },
  };
}
