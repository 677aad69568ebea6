import { describe, expect, test } from 'vitest';
import { createPlanTable, planOf } from './plans.ts';

describe('createPlanTable', () => {
  test('holds the contract plans as the contract has them', () => {
    expect([...createPlanTable({}).values()]).toEqual([
      { name: 'free', title: 'Free', usdPerMonth: 0, perMinute: 10, perHour: 100 },
      { name: 'discovery', title: 'Discovery', usdPerMonth: 9, perMinute: 60, perHour: 600 },
      { name: 'growth', title: 'Growth', usdPerMonth: 49, perMinute: 200, perHour: 2000 },
    ]);
  });

  test('adds own plans and never changes the contract ones', () => {
    const table = createPlanTable({
      team: { perMinute: 30, perHour: 300 },
      free: { perMinute: 999, perHour: 9999 },
    });
    expect(table.get('team')).toEqual({
      name: 'team',
      title: 'team',
      usdPerMonth: null,
      perMinute: 30,
      perHour: 300,
    });
    expect(table.get('free')?.perMinute).toBe(10);
  });
});

test('planOf falls back to free for a plan that is gone', () => {
  expect(planOf(createPlanTable({}), 'team').name).toBe('free');
});
