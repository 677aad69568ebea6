import { defineConfig } from 'vitest/config';

/** Where CI wants the results as JSON; see scripts/sum-results.mjs. */
const report = process.env.PAGEMARK_TEST_REPORT;

/** Measures the latency and the memory of a service. */
const MEASURED = 'tests/hostile-service/hostile-service.test.ts';

/** Tests end by the events that they wait for, however slow the machine: this ends one that hangs. */
const ENDS_BY_EVENTS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};

/**
 * `unit`: pure and adapter tests beside the code; threads without isolation, because they keep no globals.
 * `system`: tests over sockets, processes, databases and browsers against the built package in `dist/`.
 * They run two files at a time: most of them wait. More would starve those that measure deadlines.
 * `alone`: after them, what measures a service while nothing else runs.
 */
export default defineConfig({
  test: {
    ...(report ? { reporters: ['default', 'json'], outputFile: { json: report } } : {}),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          ...ENDS_BY_EVENTS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'system',
          include: ['tests/**/*.test.ts'],
          exclude: [MEASURED],
          pool: 'forks',
          ...ENDS_BY_EVENTS,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'alone',
          include: [MEASURED],
          pool: 'forks',
          ...ENDS_BY_EVENTS,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
