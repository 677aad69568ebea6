/**
 * Whether tests run in their full form (`npm run check:full`); else in the short one of the gate and of CI, whose time is
 * bounded by the budgets of tools/suites.table.mjs.
 */
export const isFull = process.env.PAGEMARK_FULL === '1';

/** Cases as the form plays them: all, or in the short one each `step`th. */
export function inForm<T>(all: readonly T[], step: number): readonly T[] {
  return all.filter((_, i) => isFull || i % step === 0);
}
