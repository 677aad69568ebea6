import type { PlanLimits } from '../contract/plans.ts';
import type { Stores } from '../storage/ports.ts';
import { AiAllowance } from './ai-allowance.ts';
import { KeyRing } from './key-ring.ts';
import { LicenseDesk } from './license-desk.ts';
import { Meter } from './meter.ts';
import { createPlanTable, type PlanTable } from './plans.ts';
import { ProcessLease } from './process-lease.ts';

/** Who may do how much: everything the protocols need of it. */
export interface Access {
  readonly plans: PlanTable;
  readonly keys: KeyRing;
  readonly meter: Meter;
  readonly licenses: LicenseDesk;
  readonly aiAllowance: AiAllowance;
  /** Start it before serving, end it after the last call. */
  readonly lease: ProcessLease;
}

/** Puts the services of this room together. `plans` adds to the contract's; `now` is the wall clock. */
export function createAccess(options: {
  readonly stores: Stores;
  readonly plans?: Readonly<Record<string, PlanLimits>>;
  readonly now?: () => number;
}): Access {
  const { stores, now = Date.now } = options;
  const plans = createPlanTable(options.plans ?? {});
  const lease = new ProcessLease(stores.leases, now);
  return {
    plans,
    keys: new KeyRing(stores, plans, now),
    meter: new Meter(stores, lease, now),
    licenses: new LicenseDesk(stores, now),
    aiAllowance: new AiAllowance(stores.aiQuota, lease, now),
    lease,
  };
}
