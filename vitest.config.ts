import { defineConfig } from 'vitest/config';

/**
 * `unit`: pure and adapter tests beside the code; threads without isolation, because they keep no globals.
 * `system`: tests over sockets, processes, databases and browsers against the built package in `dist/`.
 */
const report = process.env.PAGEMARK_TEST_REPORT;

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
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['tests/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
