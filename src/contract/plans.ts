/** Request limits of a plan: never more than `perMinute` in any 60 s and `perHour` in any 3600 s. */
export interface PlanLimits {
  readonly perMinute: number;
  readonly perHour: number;
}

/** A plan as the price list shows it. `usdPerMonth` 0 is free. */
export interface Plan extends PlanLimits {
  readonly title: string;
  readonly usdPerMonth: number;
}

/** The three plans of the contract (section Limits); an installation may add its own with `PAGEMARK_PLANS`. */
export const CONTRACT_PLANS = {
  free: { title: 'Free', usdPerMonth: 0, perMinute: 10, perHour: 100 },
  discovery: { title: 'Discovery', usdPerMonth: 9, perMinute: 60, perHour: 600 },
  growth: { title: 'Growth', usdPerMonth: 49, perMinute: 200, perHour: 2000 },
} as const satisfies Record<string, Plan>;
