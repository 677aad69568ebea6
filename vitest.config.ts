import { existsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type Vite } from 'vitest/node';
import { compilePhrases } from './scripts/phrases.mjs';
import { BEGUN_FIRST, leftOutIn, SUITES, suiteOf } from './tools/suites.table.mjs';

const SOURCES = path.join(import.meta.dirname, 'src');
const BUILT = path.join(import.meta.dirname, 'build');

/** Suites whose packages are installed; `npm run check` installs those of the gate, `.ci/run` all. */
const leftOut = leftOutIn(import.meta.dirname);
if (leftOut.size > 0 && process.env.CI === 'true') throw new Error([...leftOut.values()].join('\n'));
const suites = SUITES.filter((suite) => !leftOut.has(suite));

/** Tests end by the events that they wait for, however slow the machine: this ends one that hangs. */
const ENDS_BY_EVENTS = {
  testTimeout: 1_200_000,
  hookTimeout: 1_200_000,
  expect: { poll: { timeout: 600_000 } },
};

/** Those that wait, then by suite and by name: a worker keeps the modules of its project, and the longest are not begun last. */
class InOrderOfSuites extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const name = (file: TestSpecification) =>
      path.relative(import.meta.dirname, file.moduleId).replaceAll(path.sep, '/');
    const place = (file: TestSpecification) =>
      BEGUN_FIRST.includes(name(file)) ? -1 : SUITES.indexOf(suiteOf(name(file))!);
    return files.sort((a, b) => place(a) - place(b) || (name(a) < name(b) ? -1 : 1));
  }
}

/**
 * Tests run what ships: without the condition under which packages give a build for development, which checks itself at every
 * step. Vitest adds the condition to the settings of each project, so it is taken out of what it has made of them.
 */
const WHAT_SHIPS = {
  name: 'what-ships',
  configResolved({ environments }: Vite.ResolvedConfig) {
    for (const { resolve } of Object.values(environments))
      for (const list of [resolve.conditions, resolve.externalConditions])
        list.splice(0, list.length, ...list.filter((condition) => condition !== 'development|production'));
  },
};

/**
 * Tests over processes and sockets run the modules that `npm run build` compiled: Node loads them as they are, where Vitest would
 * compile each source again for each worker. In the gate, which builds first, all tests do.
 */
const WHAT_IS_BUILT = {
  name: 'what-is-built',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (importer === undefined || !source.startsWith('.')) return null;
    const file = path.relative(SOURCES, path.resolve(path.dirname(importer), source));
    const built = path.join(BUILT, file.replace(/\.ts$/, '.js'));
    return !file.startsWith('..') && existsSync(built) ? built : null;
  },
};

// Tests of the sources read the phrases as they are now.
compilePhrases();

const testsTheBuild = process.env.PAGEMARK_TEST_BUILD === '1' || process.env.npm_lifecycle_event === 'test';
const projects = [...new Set(suites.map(({ project }) => project))];

/**
 * Suites of threads test the sources, unless PAGEMARK_TEST_BUILD=1 or `npm test`, which has just built them; the others work over
 * sockets, processes, databases and browsers against what is built (`build/`, `dist/`), five files at a time: most of them wait, and
 * more would starve those that measure deadlines. Files share the modules of their worker, which takes most of the time otherwise, so tests keep no globals;
 * what measures a service alone has modules of its own.
 */
export default defineConfig({
  test: {
    reporters: ['default', './tools/suites-reporter.mjs'],
    sequence: { sequencer: InOrderOfSuites },
    projects: projects.map((name) => {
      const own = suites.filter(({ project }) => project === name);
      const { threads = false, isAlone = false } = own[0]!;
      return {
        plugins: [WHAT_SHIPS, ...(threads && !testsTheBuild ? [] : [WHAT_IS_BUILT])],
        test: {
          name,
          include: own.flatMap(({ include }) => include),
          server: { deps: { external: [/\/build\/.*\.js$/] } },
          isolate: isAlone,
          ...ENDS_BY_EVENTS,
          pool: threads ? 'threads' : 'forks',
          maxWorkers: isAlone ? 1 : threads ? 2 : 5,
          sequence: { groupOrder: threads ? 0 : isAlone ? 2 : 1 },
        },
      };
    }),
  },
});
