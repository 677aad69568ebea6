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

/**
 * A project for each suite of tools/suites.table.mjs. Suites of threads test the sources and keep no globals; the others
 * work over sockets, processes, databases and browsers against the built package in `dist/`, two files at a time: most of
 * them wait, and more would starve those that measure deadlines.
 */
export default defineConfig({
  test: {
    projects: SUITES.map(({ name, include, threads = false, isAlone = false }) => ({
      test: {
        name,
        include: include.filter((pattern) => hasTools || !pattern.startsWith('tools/')),
        ...(threads
          ? { pool: 'threads', isolate: false, testTimeout: 20_000, sequence: { groupOrder: 0 } }
          : {
              pool: 'forks',
              testTimeout: 60_000,
              hookTimeout: 60_000,
              maxWorkers: isAlone ? 1 : 2,
              sequence: { groupOrder: isAlone ? 2 : 1 },
            }),
      },
    })),
  },
});
