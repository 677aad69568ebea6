/**
 * Whether tests run in their full form (`npm run check:full`); else in the short one of the gate and of CI, whose time is
 * bounded by the budgets of tools/suites.table.mjs.
 */
export const isFull = process.env.PAGEMARK_FULL === '1';
