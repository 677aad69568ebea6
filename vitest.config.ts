import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { SUITES } from './tools/suites.table.mjs';

/** The programs of the gate have packages of their own; `npm run check` installs them. */
const hasTools = existsSync(new URL('./tools/node_modules', import.meta.url));
if (!hasTools) {
  const line = 'LEFT OUT: tests of the programs of the gate. To run them: npm ci --prefix tools && npm test';
  if (process.env.CI === 'true') throw new Error(line);
  console.warn(line);
}

/** Tests end by the events that they wait for, however slow the machine: this ends one that hangs. */
const ENDS_BY_EVENTS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};

/**
 * A project for each suite of tools/suites.table.mjs. Suites of threads test the sources; the others work over sockets,
 * processes, databases and browsers against the built package in `dist/`, three files at a time: most of them wait, and more
 * would starve those that measure deadlines. Files share the modules of their worker, which takes most of the time
 * otherwise, so tests keep no globals; what measures a service alone has modules of its own.
 */
export default defineConfig({
  test: {
    projects: SUITES.filter(({ name }) => hasTools || name !== 'tools').map(
      ({ name, include, threads = false, isAlone = false }) => ({
        test: {
          name,
          include: [...include],
          isolate: isAlone,
          ...ENDS_BY_EVENTS,
          pool: threads ? 'threads' : 'forks',
          maxWorkers: isAlone ? 1 : threads ? 2 : 3,
          sequence: { groupOrder: threads ? 0 : isAlone ? 2 : 1 },
        },
      }),
    ),
  },
});
