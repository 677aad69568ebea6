import { CONTRACT_PLANS, type Plan, type PlanLimits } from '../contract/plans.ts';

/** A plan with the name that keys carry. `usdPerMonth` null: a plan of this installation, without a price. */
export interface NamedPlan extends PlanLimits {
  readonly name: string;
  readonly title: string;
  readonly usdPerMonth: number | null;
}

/** All plans of this installation by name. */
export type PlanTable = ReadonlyMap<string, NamedPlan>;

/** The contract's three plans, which cannot be changed, and those of `PAGEMARK_PLANS`. */
export function createPlanTable(own: Readonly<Record<string, PlanLimits>>): PlanTable {
  const table = new Map<string, NamedPlan>();
  for (const [name, { perMinute, perHour }] of Object.entries(own)) {
    table.set(name, { name, title: name, usdPerMonth: null, perMinute, perHour });
  }
  for (const [name, plan] of Object.entries<Plan>(CONTRACT_PLANS)) table.set(name, { name, ...plan });
  return new Map([...table].sort(([, a], [, b]) => a.perHour - b.perHour));
}

/** The plan of a key. One that is no longer set up counts as `free`, so that a key never has no limit. */
export function planOf(table: PlanTable, name: string): NamedPlan {
  return table.get(name) ?? table.get('free')!;
}

/** What to tell an operator of keys that are not revoked and whose plan is not set up: a line for each such plan. */
export function describeUnknownPlans(
  table: PlanTable,
  keys: readonly { readonly plan: string; readonly revokedAtMs: number | null }[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { plan, revokedAtMs } of keys)
    if (revokedAtMs === null && !table.has(plan)) counts.set(plan, (counts.get(plan) ?? 0) + 1);
  return [...counts].map(
    ([plan, count]) =>
      `Add the plan ${JSON.stringify(plan)} to PAGEMARK_PLANS: ${count} of the keys ${count === 1 ? 'has it, and is limited as one' : 'have it, and are limited as those'} of "free".`,
  );
}
